// Changes the sources at random places, one at a time, and prints the changes that no test notices.
// `npm run mutate -- [--count 100] [--seed 1] [--quick] [path …]`; the checkout is never touched, only a copy. With
// `--quick` what the fast tests overlook is not shown to the slow ones.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'vitest/node';

process.chdir(join(import.meta.dirname, '..'));
const ENGINE = ['yaml', 'kubernetes', 'windows', 'lint', 'rule-kit', 'rules'].map((name) => `server/src/${name}/`);
const VITEST = 'node_modules/vitest/vitest.mjs run --bail=1 --passWithNoTests --experimental.fsModuleCache'.split(' ');
/** What people read, and the examples, which are tests. */
const PROSE = /^(title|why|says|message|text|result|seen|case|sources|examples|description)$/;
const SKIPPED = /^(Import|TSType|TSInterface|TSUnion|TemplateLiteral|ThrowStatement)/;
const PAIRS = ['<', '<=', '>', '>=', '===', '!==', '&&', '||', '+', '-'];
const OTHER = Object.fromEntries(PAIRS.map((one, i) => [one, PAIRS[i ^ 1]]));

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: process.env.SEED ?? '1' },
    quick: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file));
const copy = copyOfCheckout();
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130, stop()));

const started = Date.now();
const modes = values.quick ? ['quick'] : ['quick', 'slow'];
for (const mode of modes) {
  if (!(await succeeds([...VITEST, `--mode=${mode}`], 3_600_000))) throw new Error('The tests fail without a change.');
}
const limit = 60_000 + 3 * (Date.now() - started);
const wanted = positionals.length > 0 ? positionals : ENGINE;
const sources = files.filter((file) => file.endsWith('.ts') && wanted.some((path) => file.startsWith(path)));
const places = shuffled(sources.flatMap(mutationsOf), Number(values.seed));
const survivors = [];
let tried = 0;
for (const { path, text, start, end, after } of places) {
  if (tried === Number(values.count)) break;
  writeFileSync(join(copy, path), text.slice(0, start) + after + text.slice(end));
  if (await succeeds(['node_modules/typescript/bin/tsc', '-b', 'server'], limit)) {
    const line = text.slice(0, start).split('\n').length;
    const shown = `${path}:${line}  ${text.slice(start, end)} → ${after}`.replace(/\s+/g, ' ');
    const lives = await passes(path);
    if (lives) survivors.push(shown);
    console.error(`${++tried} ${lives ? 'LIVES ' : 'killed'} ${shown}`);
  }
  writeFileSync(join(copy, path), text);
}
console.log([`${survivors.length} of ${tried} mutants live (${places.length} places)`, ...survivors].join('\n'));

/** A copy of the checkout, without ../shared: what lives there lives for everybody who clones the repository. */
function copyOfCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'kubewin-mutate-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'kubewin');
  for (const file of files) cpSync(file, join(copy, file));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  return copy;
}

/** All mutations of a file, as spans and what takes their place. */
function mutationsOf(path) {
  const text = readFileSync(path, 'utf8');
  const program = parseAst(text, { lang: 'ts' });
  return [...mutationsBelow(program, {}, text)].map(([{ start, end }, after]) => ({ path, text, start, end, after }));
}

/** Those that change what the program does: none in types and in texts for people. */
function* mutationsBelow(node, parent, text) {
  if (SKIPPED.test(node.type)) return;
  if (node.type === 'Property' && PROSE.test(node.key.name)) return;
  yield* mutationsAt(node, parent, ({ start, end }) => text.slice(start, end));
  for (const [key, child] of Object.entries(node)) {
    if (key === 'returnType' || key.startsWith('type')) continue;
    for (const one of [child].flat()) if (typeof one?.type === 'string') yield* mutationsBelow(one, node, text);
  }
}

function* mutationsAt(node, parent, source) {
  const { type, operator, left, right, test, consequent, value, callee } = node;
  if (test && /^(If|While|Conditional)/.test(type)) yield [test, `!(${source(test)})`];
  const first = type === 'IfStatement' && !node.alternate ? (consequent.body?.[0] ?? consequent).type : '';
  if (/^(Return|Continue)/.test(first)) yield [node, ';'];
  if (left && operator === '??') yield [node, source(left)];
  if (left && OTHER[operator]) yield [node, `(${source(left)} ${OTHER[operator]} ${source(right)})`];
  if (type === 'UnaryExpression' && operator === '!') yield [node, source(node.argument)];
  if (type === 'Literal' && typeof value === 'boolean') yield [node, String(!value)];
  if (type === 'Literal' && typeof value === 'number') yield [node, String(value + 1)];
  const isBound = type === 'Literal' && /^(since|until)$/.test(parent.key?.name);
  if (isBound) yield [node, `'1.${Number(value.slice(2)) + 1}'`];
  if (type === 'ArrayExpression' && node.elements.length > 0) yield [node, '[]'];
  if (type === 'ExpressionStatement' && node.expression.type === 'CallExpression') yield [node, ';'];
  const method = type === 'CallExpression' ? callee.property?.name : undefined;
  if (/^(filter|sort|toSorted|trim|trimEnd|reverse)$/.test(method)) yield [node, source(callee.object)];
  if (method === 'some') yield [callee.property, 'every'];
  if (method === 'every') yield [callee.property, 'some'];
}

/** The list in an order that the seed decides. */
function shuffled(list, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
  const keyed = list.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** Whether all tests pass, those first that are most likely to fail when this file is wrong. */
async function passes(path) {
  const [, , room] = path.split('/');
  const rule = /\/rules\/(.+\/.+)\.ts$/.exec(path)?.[1];
  const own = rule ? ['test/rules/examples', 'test/rules/catalogue', '-t', rule] : [`test/${room}/`, '--mode=quick'];
  const runs = [...(existsSync(join(copy, `test/${room}`)) ? [own] : []), ...modes.map((mode) => [`--mode=${mode}`])];
  for (const args of runs) if (!(await succeeds([...VITEST, ...args], limit))) return false;
  return true;
}

/** Whether a command succeeds; one that takes longer than the limit in milliseconds, as in an endless loop, does not. */
function succeeds(args, limit) {
  return new Promise((resolve) => {
    running = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore', detached: true });
    const timer = setTimeout(stop, limit);
    running.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

function stop() {
  try {
    process.kill(-running.pid, 'SIGKILL');
  } catch {}
}
