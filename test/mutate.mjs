// Changes the sources at random places, one at a time, and prints the changes that no test notices.
// `npm run mutate -- [--count 100] [--seed 1] [path …]`; the checkout is never touched, what is mutated is a copy.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..');
const ENGINE = ['yaml', 'kubernetes', 'windows', 'lint', 'rule-kit', 'rules'].map((name) => `server/src/${name}/`);

/** What people read, and the examples, which are tests. */
const PROSE = [
  'title',
  'why',
  'says',
  'message',
  'text',
  'result',
  'seen',
  'case',
  'sources',
  'examples',
  'description',
];
const SWAPPED = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '&&': '||', '||': '&&' };

const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: process.env.SEED ?? '1' } },
  allowPositionals: true,
});

/** The mutations of a node, as spans of the text and what takes their place. */
function* mutationsAt(node, parent, text) {
  const source = ({ start, end }) => text.slice(start, end);
  const change = ({ start, end }, after) => ({ start, end, after });
  const { type, operator, left, right, test, consequent, value } = node;
  if (test && /^(If|While|Conditional)/.test(type)) yield change(test, `!(${source(test)})`);
  if (
    type === 'IfStatement' &&
    !node.alternate &&
    /^(Return|Continue)/.test((consequent.body?.[0] ?? consequent).type)
  ) {
    yield change(node, ';');
  }
  if (left && operator === '??') yield change(node, source(left));
  if (left && (SWAPPED[operator] || /^[+-]$/.test(operator))) {
    const swapped = SWAPPED[operator] ?? (operator === '+' ? '-' : '+');
    yield change(node, `(${source(left)} ${swapped} ${source(right)})`);
  }
  if (type === 'UnaryExpression' && operator === '!') yield change(node, source(node.argument));
  if (type === 'Literal' && typeof value === 'boolean') yield change(node, String(!value));
  if (type === 'Literal' && typeof value === 'number') yield change(node, String(value + 1));
  if (type === 'Literal' && /^(since|until)$/.test(parent.key?.name)) {
    yield change(node, `'1.${Number(value.slice(2)) + 1}'`);
  }
  if (type === 'ArrayExpression' && node.elements.length > 0) yield change(node, '[]');
  if (type === 'ExpressionStatement' && node.expression.type === 'CallExpression') yield change(node, ';');
  if (type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    const { object, property } = node.callee;
    if (/^(filter|sort|toSorted|trim|trimEnd|reverse)$/.test(property.name)) yield change(node, source(object));
    if (property.name === 'some') yield change(property, 'every');
    if (property.name === 'every') yield change(property, 'some');
  }
}

/** All mutations below a node that change what the program does: nothing in types, imports and texts for people. */
function* mutationsBelow(node, parent, text) {
  if (/^(Import|TemplateLiteral|ThrowStatement|TSType|TSInterface|TSUnion)/.test(node.type)) return;
  if (node.type === 'Property' && PROSE.includes(node.key.name)) return;
  yield* mutationsAt(node, parent, text);
  for (const [key, child] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'returnType' || key.startsWith('type')) continue;
    for (const one of [child].flat()) if (typeof one?.type === 'string') yield* mutationsBelow(one, node, text);
  }
}

function mutationsOf(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...mutationsBelow(parseAst(text, { lang: 'ts' }), {}, text)].map((one) => ({ ...one, path, text }));
}

/** The list in an order that the seed decides. */
function shuffled(list, seed) {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  };
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** A copy of the checkout, without ../shared: what lives there lives for everybody who clones the repository. */
function copyOfCheckout(files) {
  const copy = join(mkdtempSync(join(tmpdir(), 'kubewin-mutate-')), 'kubewin');
  process.once('exit', () => rmSync(join(copy, '..'), { recursive: true, force: true }));
  for (const file of files) cpSync(join(ROOT, file), join(copy, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  return copy;
}

/** Whether a command succeeds; one that takes longer than the limit, as in an endless loop, does not. */
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

const vitest = (...args) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--bail=1',
  '--experimental.fsModuleCache',
  ...args,
];

/** The tests of a file, those first that will most likely notice. */
function testsOf(path) {
  const [, rule] = /rules\/(.*\/.*)\.ts$/.exec(path) ?? [];
  const folder = `test/${path.split('/')[2]}/`;
  const own = rule
    ? [vitest('test/rules/examples', 'test/rules/catalogue', '-t', rule)]
    : [vitest(folder, '--mode=quick')];
  return [...(existsSync(join(copy, folder)) ? own : []), vitest('--mode=quick'), vitest()];
}

async function isKilled({ path }, limit) {
  for (const args of testsOf(path)) if (!(await succeeds(args, limit))) return true;
  return false;
}

let running;
const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
  existsSync(join(ROOT, file)),
);
const copy = copyOfCheckout(files);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130, stop()));

const started = Date.now();
if (!(await succeeds(vitest(), 3_600_000))) throw new Error('the tests fail before anything is changed');
const limit = 60_000 + 3 * (Date.now() - started);
const wanted = positionals.length > 0 ? positionals : ENGINE;
const points = files
  .filter((file) => wanted.some((path) => file.startsWith(path)) && file.endsWith('.ts'))
  .flatMap(mutationsOf);
const survivors = [];
let tried = 0;
for (const point of shuffled(points, Number(values.seed))) {
  if (tried === Number(values.count)) break;
  const { path, text, start, end, after } = point;
  writeFileSync(join(copy, path), text.slice(0, start) + after + text.slice(end));
  if (await succeeds(['node_modules/typescript/bin/tsc', '-b', 'server'], limit)) {
    const line = text.slice(0, start).split('\n').length;
    const shown = `${path}:${line}  ${text.slice(start, end)} → ${after}`.replace(/\s+/g, ' ');
    tried++;
    const killed = await isKilled(point, limit);
    if (!killed) survivors.push(shown);
    console.error(`${tried} ${killed ? 'killed' : 'LIVES '} ${shown}`);
  }
  writeFileSync(join(copy, path), text);
}
console.log([`${survivors.length} of ${tried} mutants live (${points.length} places)`, ...survivors].join('\n'));
