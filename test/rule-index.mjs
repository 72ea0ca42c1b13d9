// What the scripts that create and rename rules share: the rules of a checkout, and their index.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INDEX = 'server/src/rules/index.ts';
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

const CODES = 'test/rules/codes.json';

/** The next free code of a rule, which is then taken. */
export function takeCode(root) {
  const path = join(root, CODES);
  const { next, ...others } = JSON.parse(readFileSync(path, 'utf8'));
  const taken = { next: `KW${Number(next.slice('KW'.length)) + 1}`, ...others };
  writeFileSync(path, `${JSON.stringify(taken, null, 2)}\n`);
  return next;
}

/** Every ID in use, with what has it: "the rule …", "a former ID of …", "the note …". */
export function takenIds(root) {
  const taken = new Map();
  for (const file of sourcesIn(root, 'server/src/rules').filter((path) => path !== 'index.ts')) {
    const text = readFileSync(join(root, 'server/src/rules', file), 'utf8');
    const id = file.replace(/\.ts$/, '');
    const [, list = ''] = /^ {2}formerIds: \[([^\]]*)\]/m.exec(text) ?? [];
    for (const [, former] of list.matchAll(/'([^']+)'/g)) taken.set(former, `a former ID of the rule ${id}`);
    taken.set(id, `the rule ${id}`);
  }
  for (const file of sourcesIn(root, 'server/src/notes')) {
    const text = readFileSync(join(root, 'server/src/notes', file), 'utf8');
    for (const [, id] of text.matchAll(/\bid: '([^']+\/[^']+)'/g)) {
      taken.set(id, `the note ${id}, in server/src/notes/${file}`);
    }
  }
  for (const id of ['directive/unused', 'directive/unknown-rule']) taken.set(id, `the finding ${id}`);
  return taken;
}

function sourcesIn(root, folder) {
  const names = readdirSync(join(root, folder), { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  return names.filter((name) => name.endsWith('.ts')).sort();
}

/** Why a rule cannot have an ID; undefined if it can. */
export function faultOfId(root, id) {
  if (!ID.test(id)) {
    return `The ID of a rule is category/name in lower case with hyphens, such as pod/host-pid, not "${id}".`;
  }
  const owner = takenIds(root).get(id);
  return owner === undefined ? undefined : `${id} is taken: it is ${owner}.`;
}

/** The name of a rule in the index: `podHostPid`. */
export function variableOf(id) {
  return camelCase(id.replace('/', '-'));
}

export function camelCase(text) {
  return text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

/** Adds the import and the entry of a rule where they belong: imports in the order of folders, entries in that of IDs. */
export function addToIndex(root, id) {
  const { lines, known } = readIndex(root);
  const folder = (other) => other.replace('/', ' ');
  const nextImport = known.find((entry) => folder(entry.id) > folder(id));
  const [nextEntry] = known.filter((entry) => entry.id > id).sort((a, b) => (a.id < b.id ? -1 : 1));
  const lastImport = lines.findLastIndex((line) => line.startsWith('import '));
  const insert = (line, at) => lines.splice(at, 0, line);
  insert(
    `import ${variableOf(id)} from './${id}.ts';`,
    nextImport === undefined ? lastImport + 1 : lines.indexOf(nextImport.line),
  );
  insert(`  ${variableOf(id)},`, lines.indexOf(nextEntry === undefined ? '];' : `  ${nextEntry.variable},`));
  writeFileSync(join(root, INDEX), lines.join('\n'));
}

/** Removes the import and the entry of a rule. */
export function removeFromIndex(root, id) {
  const { lines, known } = readIndex(root);
  const own = known.find((entry) => entry.id === id);
  const left = lines.filter((line) => line !== own?.line && line !== `  ${own?.variable},`);
  writeFileSync(join(root, INDEX), left.join('\n'));
}

function readIndex(root) {
  const lines = readFileSync(join(root, INDEX), 'utf8').split('\n');
  const known = lines.flatMap((line) => {
    const match = /^import (\w+) from '\.\/(.+)\.ts';$/.exec(line);
    return match === null ? [] : [{ line, variable: match[1], id: match[2] }];
  });
  return { lines, known };
}

/** A list whose lines begin with IDs, with one more line at its place; `area` precedes the IDs of some lists. */
export function insertById(text, line, id, area = '') {
  const lines = text.split('\n');
  const idOf = (other) => other.slice(area.length).split(/[: ]/)[0];
  const isIn = (other) => other !== '' && other.startsWith(area);
  const next = lines.findIndex((other) => isIn(other) && idOf(other) > id);
  const at = next === -1 ? lines.findLastIndex(isIn) + 1 : next;
  return lines.toSpliced(at, 0, line).join('\n');
}
