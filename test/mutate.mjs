// Mutation test: changes the sources at random places, one at a time, and prints the changes that no test notices.
// `npm run mutate -- [--count 60] [--seed 5] [--quick] [path …]`: the same seed makes the same mutants of the same sources.
// The checkout is never touched, only a copy. With `--quick`, a mutant that passes the fast tests counts as a survivor.
// With `--trusted`, the tests do not run without a change first.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'vitest/node';

process.chdir(join(import.meta.dirname, '..'));
/** Notes are prose, and the entry points are run as processes only. */
const SOURCES = /^server\/src\/(?!notes\/).+\/.+\.ts$/;
const VITEST = 'node_modules/vitest/vitest.mjs run --passWithNoTests --experimental.fsModuleCache'.split(' ');
/**
 * Tests that cannot run in a copy, because npm makes no package of a folder whose node_modules is a link, tests that read
 * the sources or the documents, or compare nothing without the folder of real manifests, and tests that measure time, which
 * fail on a machine that does something else too.
 */
const EXCLUDED = [
  'packages/**',
  'corpus*',
  'fuzz/growth*',
  ...['layers', 'links', 'notices', 'regex', 'security', 'size', 'words'].map((name) => `repository/${name}*`),
].map((path) => `--exclude=test/${path}`);
/** No layer imports from these, so that the tests of the others cannot notice a mutant in them. */
const FRONT_ENDS = ['cli', 'lsp', 'policy'];
const OTHER_LAYERS = ['conformance', 'helm', 'kubernetes', 'lint', 'rules', 'text', 'windows', 'workspace', 'yaml'];
const TSC = ['node_modules/typescript/bin/tsc', '-b', 'server'];
/** What people read, and the examples, which are tests. */
const PROSE = /^(title|why|says|messageFor|messageEnd|message|text|result|seen|case|sources|examples|description)$/;
const SKIPPED = /^(Import|TSType|TSInterface|TSUnion|TemplateLiteral|ThrowStatement)/;
const PAIRS = ['<', '<=', '>', '>=', '===', '!==', '&&', '||', '+', '-'];
const COUNTERPART = Object.fromEntries(PAIRS.map((operator, i) => [operator, PAIRS[i ^ 1]]));

const options = {
  count: { type: 'string' },
  seed: { type: 'string' },
  quick: { type: 'boolean' },
  trusted: { type: 'boolean' },
};
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const { count = 60, seed = process.env.SEED ?? 1, quick = false, trusted = false } = values;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const files = [...new Set(listed.split('\n'))].filter((file) => file !== '' && existsSync(file)).sort();
const tests = files.filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'));
const copy = copyOfCheckout();
const report = join(copy, 'out/mutate.json');
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130, stop()));

const started = Date.now();
/** Milliseconds that tests of a mode may take with a mutant, which may be an endless loop; without a first run, guesses. */
const limits = { quick: 600_000, slow: 1_800_000 };
for (const mode of trusted ? [] : quick ? ['quick'] : ['quick', 'slow']) {
  const began = Date.now();
  const failed = await failures([`--mode=${mode}`], 3_600_000);
  limits[mode] = 60_000 + 3 * (Date.now() - began);
  if (failed.length === 0) continue;
  console.error(`These tests fail without a change:\n${failed.map((name) => `  ${name}`).join('\n')}`);
  process.exit(1);
}
if (!trusted) console.error(`All tests pass without a change, in ${since(started)}.`);
const wanted = (file) =>
  positionals.length > 0 ? positionals.some((path) => file.startsWith(path)) : SOURCES.test(file);
const sources = files.filter((file) => file.startsWith('server/src/') && file.endsWith('.ts') && wanted(file));
const places = shuffled(sources.flatMap(mutationsOf), Number(seed));
const mutants = (await compiling(places.slice(0, 2 * Number(count)))).slice(0, Number(count));
const suspects = [];
for (const mutant of mutants) {
  const began = Date.now();
  writeFileSync(join(copy, mutant.path), mutant.after);
  const killer = await killerOf(mutant.path);
  if (killer === undefined) suspects.push(mutant);
  console.error(
    `${killer === undefined ? 'lives ' : 'killed'} ${mutant.shown}  (${killer ?? (quick ? 'no fast test' : 'no test of its folder, and no fast one')}, ${since(began)})`,
  );
  writeFileSync(join(copy, mutant.path), mutant.before);
}
const survivors = quick ? suspects : await alive(suspects);
console.log(
  `${survivors.length} of ${mutants.length} mutants live, of ${places.length} possible ones, in ${since(started)}`,
);
for (const { shown } of survivors) console.log(shown);

/**
 * The mutants that pass the slow tests, too. Those of different files are tested together: if all tests pass, each of them
 * lives, and otherwise each half is tested.
 */
async function alive(mutants) {
  if (mutants.length === 0) return [];
  const paths = new Set(mutants.map(({ path }) => path));
  if (paths.size === mutants.length) {
    const began = Date.now();
    for (const { path, after } of mutants) writeFileSync(join(copy, path), after);
    const [killer] = await failures(['--bail=1', '--mode=slow'], limits.slow);
    for (const { path, before } of mutants) writeFileSync(join(copy, path), before);
    console.error(`${mutants.length} together: ${killer ?? 'no slow test'} (${since(began)})`);
    if (killer === undefined) return mutants;
    if (mutants.length === 1) return [];
  }
  const middle = mutants.length >> 1;
  return [...(await alive(mutants.slice(0, middle))), ...(await alive(mutants.slice(middle)))];
}

/** A copy of the checkout without ../shared: what lives there lives for everybody who clones the repository. */
function copyOfCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-mutate-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'kubewin');
  for (const file of files) cpSync(file, join(copy, file));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  execFileSync('git', ['add', '--all'], { cwd: copy });
  return copy;
}

/** All mutants of a file: its text before and after, and a line that shows the change. */
function mutationsOf(path) {
  const before = readFileSync(path, 'utf8');
  return [...mutationsBelow(parseAst(before, { lang: 'ts' }), {}, before)].map(([{ start, end }, text]) => {
    const line = before.slice(0, start).split('\n').length;
    const shown = `${path}:${line}  ${before.slice(start, end)} → ${text}`.replace(/\s+/g, ' ');
    return { path, before, after: before.slice(0, start) + text + before.slice(end), shown };
  });
}

/** Those that change what the program does: none in types and in texts for people. */
function* mutationsBelow(node, parent, text) {
  if (SKIPPED.test(node.type)) return;
  if (node.type === 'Property' && PROSE.test(node.key.name)) return;
  yield* mutationsAt(node, parent, ({ start, end }) => text.slice(start, end));
  for (const [key, child] of Object.entries(node)) {
    if (key === 'returnType' || key.startsWith('type')) continue;
    for (const below of [child].flat()) if (typeof below?.type === 'string') yield* mutationsBelow(below, node, text);
  }
}

function* mutationsAt(node, parent, source) {
  const { type, operator, left, right, test, consequent, value, callee } = node;
  if (test && /^(If|While|Conditional)/.test(type)) yield [test, `!(${source(test)})`];
  const first = type === 'IfStatement' && !node.alternate ? (consequent.body?.[0] ?? consequent).type : '';
  if (/^(Return|Continue)/.test(first)) yield [node, ';'];
  if (left && operator === '??') yield [node, source(left)];
  if (left && COUNTERPART[operator]) yield [node, `(${source(left)} ${COUNTERPART[operator]} ${source(right)})`];
  if (type === 'UnaryExpression' && operator === '!') yield [node, source(node.argument)];
  if (type === 'Literal' && typeof value === 'boolean') yield [node, String(!value)];
  if (type === 'Literal' && typeof value === 'number') yield [node, String(value + 1)];
  if (type === 'Literal' && typeof value === 'string' && /^(since|until)$/.test(parent.key?.name))
    yield [node, `'1.${+value.slice(2) + 1}'`];
  if (type === 'ArrayExpression' && node.elements.length > 0) yield [node, '[]'];
  if (type === 'ExpressionStatement' && node.expression.type === 'CallExpression') yield [node, ';'];
  const method = type === 'CallExpression' ? callee.property?.name : undefined;
  if (/^(filter|sort|toSorted|trim|trimEnd|reverse)$/.test(method)) yield [node, source(callee.object)];
  if (/^(some|every)$/.test(method)) yield [callee.property, method === 'some' ? 'every' : 'some'];
}

/** The list in an order that the seed decides. */
function shuffled(list, seed) {
  const keyed = list.map((item, i) => ({ item, key: Math.sin(seed * 1e6 + i) * 1e4 }));
  return keyed.sort((a, b) => (a.key % 1) - (b.key % 1)).map(({ item }) => item);
}

/** The mutants that compile. Each run of the compiler checks one mutant of each file. */
async function compiling(mutants) {
  const wrong = new Set();
  for (let left = mutants; left.length > 0; ) {
    const batch = [...new Map(left.map((mutant) => [mutant.path, mutant])).values()];
    for (const { path, after } of batch) writeFileSync(join(copy, path), after);
    const { stdout } = spawnSync(process.execPath, TSC, { cwd: copy, encoding: 'utf8' });
    for (const { path, before } of batch) writeFileSync(join(copy, path), before);
    for (const mutant of batch) if (stdout.includes(mutant.path)) wrong.add(mutant);
    left = left.filter((mutant) => !batch.includes(mutant));
  }
  return mutants.filter((mutant) => !wrong.has(mutant));
}

/**
 * The test that fails with a mutant of a file; undefined if all fast ones and the slow ones of its folder pass. Those that are
 * most likely to fail run first.
 */
async function killerOf(path) {
  for (const args of stages(path)) {
    const [failed] = await failures(['--bail=1', ...args], args.includes('--mode=quick') ? limits.quick : limits.slow);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** The tests to run for a mutant of a file: of its rule or its name, of its folder, all other fast ones, slow ones of its folder. */
function stages(path) {
  const rule = /\/rules\/(.+\/.+)\.ts$/.exec(path)?.[1];
  const room = `test/${path.split('/')[2]}/`;
  const name = basename(path, '.ts');
  const own = tests.filter((test) => test.startsWith(room) && basename(test).startsWith(name));
  const nearest = rule
    ? [['test/rules/examples', 'test/rules/catalogue', 'test/rules/fix-order', '--maxWorkers=1', '-t', rule]]
    : [...(own.length > 0 ? [own] : []), [room, '--mode=quick', ...own.map((test) => `--exclude=${test}`)]];
  const known = rule ? [] : [...own, `${room}**`];
  const unrelated = FRONT_ENDS.includes(path.split('/')[2]) ? OTHER_LAYERS.map((layer) => `test/${layer}/**`) : [];
  const without = (paths) => paths.map((each) => `--exclude=${each}`);
  const slow = quick ? [] : [[room, '--mode=slow', ...without(own)]];
  return [...nearest, ['--mode=quick', ...without([...known, ...unrelated])], ...slow];
}

/** The names of the tests that fail. A run over the limit in milliseconds, as in an endless loop, is a failure. */
async function failures(args, limit) {
  rmSync(report, { force: true });
  const reporting = ['--reporter=json', `--outputFile=${report}`];
  const code = await exitCode([...VITEST, ...EXCLUDED, ...reporting, ...args], limit);
  if (code === 0) return [];
  if (code === undefined) return ['over the time limit'];
  const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const failed = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(copy, name);
    const names = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file} > ${test.fullName}`);
    return names.length > 0 || status !== 'failed' ? names : [file];
  });
  return failed.length > 0 ? failed : ['an error outside of the tests'];
}

/** The exit code of a command; undefined if it was stopped at the limit. */
function exitCode(args, limit) {
  return new Promise((resolve) => {
    let isOver = false;
    running = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', detached: true });
    const timer = setTimeout(() => {
      isOver = true;
      stop();
    }, limit);
    running.once('exit', (code) => {
      clearTimeout(timer);
      resolve(isOver ? undefined : code);
    });
  });
}

function since(start) {
  return `${Math.round((Date.now() - start) / 1_000)} s`;
}

function stop() {
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch {}
}
