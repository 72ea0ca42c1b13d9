// Renames a rule: `npm run rename-rule pod/host-pid pod/shared-pids` moves its logic and its page, and writes the new ID
// wherever the repository names the rule. The old one becomes a former ID, which suppressions, settings, options and
// baselines still accept. The code of the rule stays.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { addToIndex, faultOfId, insertById, removeFromIndex, takenIds } from './rule-index.mjs';

const [from = '', to = '', root = join(import.meta.dirname, '..')] = process.argv.slice(2);
const fault = existsSync(join(root, logicOf(from))) && from.includes('/') ? faultOfId(root, to) : unknown(from);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}

const SKIPPED = new Set(['node_modules', '.git', 'dist', 'out', 'coverage', 'recordings']);
const TEXTS =
  /^\.(?:ts|mts|cts|mjs|cjs|js|json|md|markdown|yaml|yml|txt|sarif|junit|gitlab|github|compact|html|css|1)$/;
/** The history of the project, and the catalogue, in which former IDs find the items. */
const KEPT = new Set(['CHANGELOG.md', 'package-lock.json', 'test/rules/catalogue.json', 'test/rename-rule.mjs']);
/** Lists with lines in the order of IDs; in the last one, the IDs of each area of the corpus. */
const SORTED = ['test/rules/fix-order.txt', 'test/rules/fields.txt', 'test/corpus-counts.txt'];
/** Tests of lists of rules that do not name each of them. */
const LISTS = ['test/rules/catalogue', 'test/policy/recorded', 'test/pains', 'test/repository/coverage'];
const RECORDING = 'test/policy/recordings.json.gz';

const [category, newCategory] = [from, to].map((id) => id.slice(0, id.indexOf('/')));
// A path may precede an ID only where rules are: `rules/pod/host-pid.md`, `./pod/host-pid.ts`.
const ID = new RegExp(`(?<![\\w-])(?<!(?<!\\brules|\\.)/)${from}(?![\\w-]|/)`, 'g');
const NAME = new RegExp(`\\b${sarifName(from)}\\b`, 'g');
const ESCAPED = from.replace('/', '\\/');
const VARIABLE = new RegExp(`\\b${from.replace(/\W/g, '_')}\\b`, 'g');

removeFromIndex(root, from);
const written = filesIn('').filter((file) => edit(file, (text) => renamed(text, file)));
move(logicOf(from), logicOf(to));
move(pageOf(from), pageOf(to));
edit(logicOf(to), withFormerId);
addToIndex(root, to);
for (const file of SORTED) if (existsSync(join(root, file))) edit(file, sorted);
if (existsSync(join(root, RECORDING))) renameInRecording();

edit('test/repository/seed-coverage.ts', withoutGap);
const isMoved = category === newCategory || moveExpression();

const tests = written.filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'));

console.log(`${to} was ${from}: ${written.length} files name it.
${isMoved ? '' : `Move its entry from ${expressionsOf(category)} to the file of ${newCategory}.\n`}Name both IDs in CHANGELOG.md, under "## Unreleased". Then three commands remain. The first writes the generated files and
sorts what is sorted, the second runs the tests of the rule, and the third those of lists and those that name it:
  npm run generate && npm run lint:fix
  npx vitest run test/rules test/policy/reasons test/repository/words -t ${to}
  npx vitest run ${[...new Set([...LISTS, ...tests])].join(' ')}`);

function logicOf(id) {
  return `server/src/rules/${id}.ts`;
}

function pageOf(id) {
  return `docs/rules/${id}.md`;
}

/** `PodHostPid`, the name in SARIF. */
function sarifName(id) {
  return id.replace(/(?:^|[/-])(\w)/g, (_, letter) => letter.toUpperCase());
}

function unknown(id) {
  const owner = takenIds(root).get(id);
  return `There is no rule ${id}${owner === undefined ? '' : `: it is ${owner}`}. Usage: npm run rename-rule old/id new/id`;
}

/** The text files of the repository. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesIn(path);
    return entry.isFile() && TEXTS.test(extname(entry.name)) && !KEPT.has(path) ? [path] : [];
  });
}

function renamed(text, file) {
  const linked = file.endsWith('.md') ? relinked(text, file) : text;
  return linked
    .replace(ID, to)
    .replace(NAME, sarifName(to))
    .replaceAll(ESCAPED, to.replace('/', '\\/'))
    .replace(VARIABLE, to.replace(/\W/g, '_'));
}

/** Links are relative to the page that they are on: they change if either end moves. */
function relinked(text, file) {
  return text.replace(/(?<=\]\()(?![a-z]+:)[^)\s#]+\.md/g, (link) => {
    const target = posix.join(posix.dirname(file), link);
    if (file !== pageOf(from) && target !== pageOf(from)) return link;
    const [source, destination] = [file, target].map((path) => (path === pageOf(from) ? pageOf(to) : path));
    const path = relative(posix.dirname(source), destination).replaceAll('\\', '/');
    return link.startsWith('./') && !path.startsWith('.') ? `./${path}` : path;
  });
}

/** The latest comes first; the last is the ID that fingerprints use. */
function withFormerId(text) {
  const known = /^ {2}formerIds: \[/m;
  return known.test(text)
    ? text.replace(known, `$&'${from}', `)
    : text.replace(new RegExp(`^ {2}id: '${to}',\n {2}code: .*\n`, 'm'), `$&  formerIds: ['${from}'],\n`);
}

/** Moves the lines of the rule to the place of the new ID. */
function sorted(text) {
  const lines = text.split('\n');
  const own = lines.filter((line) => new RegExp(`^(?:[\\w-]+ )?${to}[: ]`).test(line));
  const others = lines.filter((line) => !own.includes(line)).join('\n');
  return own.reduce((list, line) => insertById(list, line, to, line.slice(0, line.indexOf(to))), others);
}

/** Adds the new ID to each row whose patterns, such as `pod/host-*`, cover the old one of an item of the catalogue alone. */
function withoutGap(text) {
  const [, formerIds = ''] = /^ {2}formerIds: \[(.*)\]/m.exec(read(logicOf(to))) ?? [];
  const catalogue = JSON.parse(read('test/rules/catalogue.json'));
  if (![...formerIds.matchAll(/'([^']+)'/g)].some(([, id]) => id in catalogue)) return text;
  return text.replace(/\brow\(.*?\),\n/gs, (row) => {
    const starts = [...row.matchAll(/'([\w-]+\/[\w-]*)\*'/g)].map(([, start]) => start);
    const last = starts.findLast((start) => from.startsWith(start));
    const isCovered = row.includes(`'${to}'`) || starts.some((start) => to.startsWith(start));
    return last === undefined || isCovered ? row : row.replace(`'${last}*'`, `$&, '${to}'`);
  });
}

function expressionsOf(name) {
  return `server/src/policy/expressions/${name}.ts`;
}

/** Moves the CEL of a rule to the file of its new category; false if the entry uses what only the old file has. */
function moveExpression() {
  const [source, target] = [category, newCategory].map(expressionsOf);
  const text = existsSync(join(root, source)) ? read(source) : '';
  const [line = ''] = new RegExp(`^ {2}'${to}': .*\n`, 'm').exec(text) ?? [];
  if (!text.includes(`'${to}': `)) return true;
  const names = line.replace(/'[^']*'|\b(?:when|cases|instead|of|test)\b/g, '');
  if (!line.endsWith('},\n') || /\w/.test(names) || !existsSync(join(root, target))) return false;
  edit(source, (before) => before.replace(line, ''));
  return edit(target, (before) => before.replace(/\n\};\n/, () => `\n${line}};\n`));
}

/** The answers of the API server name rules, too; its policies do not depend on their IDs. */
function renameInRecording() {
  const file = join(root, RECORDING);
  const recording = JSON.parse(gunzipSync(readFileSync(file)).toString());
  const named = recording.answers.filter(({ rules }) => rules.includes(from));
  if (named.length === 0) return;
  for (const answer of named) answer.rules = answer.rules.map((id) => (id === from ? to : id)).sort();
  const bytes = gzipSync(JSON.stringify(recording), { level: 9 });
  // The header names the system that compressed the file.
  bytes[9] = 255;
  writeFileSync(file, bytes);
}

function move(source, target) {
  mkdirSync(dirname(join(root, target)), { recursive: true });
  renameSync(join(root, source), join(root, target));
}

/** Changes a file; whether there was something to change. */
function edit(file, change) {
  const text = read(file);
  const changed = change(text);
  if (changed !== text) writeFileSync(join(root, file), changed);
  return changed !== text;
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}
