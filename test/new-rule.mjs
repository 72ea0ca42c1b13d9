// Creates a rule: `npm run new-rule pod/host-pid spec.hostPID` writes its logic, its page, and its entries in the lists that
// tests compare it with. What only a person can know is marked with TODO, and the tests of the rule name each of these.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { addToIndex, camelCase, faultOfId, insertById, takeCode } from './rule-index.mjs';

const [id = '', pattern = `spec.${camelCase(id.split('/')[1] ?? '')}`, root = join(import.meta.dirname, '..')] =
  process.argv.slice(2);
const fault = faultOfId(root, id) ?? faultOfPattern(pattern);
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}

const [category, name] = id.split('/');
/** The keys that lead to the field: `limits[nvidia.com/gpu]` has two. */
const segments = pattern.match(/(?<=\[)[^\]*]+(?=\])|\w+(?:\[\*\])?/g);
const field = segments.at(-1).replace(/\[\*\]$/, '');
/** The path in a container, for a rule on all three lists of containers. */
const [, inContainer] = /^spec\.containers\[\*\]\.(.+)$/.exec(pattern) ?? [];
const others = filesThatName(field);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = {
  logic: `server/src/rules/${category}/${name}.ts`,
  page: `docs/rules/${category}/${name}.md`,
  catalogue: 'test/rules/catalogue.ts',
  reasons: 'server/src/policy/reasons.ts',
  fixes: 'test/rules/fix-order.txt',
};

write(files.logic, logic(version.split('.').slice(0, 2).join('.')));
write(files.page, page());
addToIndex(root, id);
edit(files.catalogue, (text) => insertInto(text, 'export const OUTSIDE_CATALOGUE', catalogueItem()));
edit(files.reasons, (text) =>
  insertInto(
    text,
    'export const REASONS',
    `  '${id}': 'TODO: why no policy can express it, or an expression instead.',\n`,
  ),
);
edit(files.fixes, (text) => insertById(text, `${id}: none`, id));

const expressions = `server/src/policy/expressions/${category}.ts`;
const isNew = existsSync(join(root, expressions)) ? '' : ', a new file to be listed in index.ts beside it';
console.log(`Written, with TODO for what only you can know:
  ${files.logic}: the rule
  ${files.page}: its page, whose YAML blocks are its tests
  ${files.catalogue}: what the sources say of it
  ${files.reasons}: why no policy can express it; if one can, its CEL belongs in ${expressions}${isNew}

Then two commands remain. The first writes the generated parts of the page and the list of its fixes, the second names what
is missing:
  npm run generate
  npx vitest run test/rules test/policy/reasons test/repository/words test/conformance/ineffective -t ${id}`);
if (others.length > 0) {
  console.log(`
These name ${field}, too. If the rule belongs in the category of one of them, begin again with another ID:
${others.map((file) => `  ${file}`).join('\n')}
  git restore . && git clean -fd server/src/rules docs/rules`);
}

/** The rules and notes that contain a word. */
function filesThatName(word) {
  return ['server/src/rules', 'server/src/notes'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => new RegExp(`\\b${word}\\b`).test(readFileSync(path, 'utf8')))
      .map((path) => relative(root, path).replaceAll('\\', '/'))
      .sort(),
  );
}

function faultOfPattern(text) {
  return /^spec(\.\w+(\[(\*|[\w./-]+)\])?)+$/.test(text)
    ? undefined
    : `The field is a path in the pod, such as spec.hostPID, spec.containers[*].tty or spec.nodeSelector[example.com/zone], not "${text}".`;
}

function logic(since) {
  const watches = inContainer === undefined ? `['${pattern}']` : `inContainers(${quoted(inContainer)})`;
  const imported =
    inContainer === undefined ? '' : "import { inContainers } from '../../rule-kit/field-patterns.ts';\n";
  return `import { message, type Rule } from '../../lint/rule.ts';
${imported}
export default {
  id: '${id}',
  code: '${takeCode(root)}',
  title: '${field} on a Windows pod',
  since: '${since}',
  gate: 'windows',
  pod: {
    watches: ${watches},
    check(field, { report }) {
      report({ at: field.span, message: message('\`${field}\` {effect}: TODO.') });
    },
  },
  outcomes: [{ effect: 'ignored' }],
  why: \`TODO: how Windows differs here, and what to do instead.\`,
  sources: [{ title: 'TODO', url: 'https://kubernetes.io/docs/TODO' }],
} satisfies Rule;
`;
}

function catalogueItem() {
  return `  '${id}': {
    gate: 'windows',
    // TODO: the effects by release, and the page, as the sources have them.
    outcomes: [],
    paths: ${paths()},
    docs: 'https://kubernetes.io/docs/TODO',
  },
`;
}

/** The fields as the catalogue names them. */
function paths() {
  const named = (text) => text.replace(/\[([^*\]]+)\]/g, "['$1']");
  if (inContainer === undefined) return `[${quoted(named(pattern.replace(/^spec/, '$POD')))}]`;
  return `['containers', 'initContainers', 'ephemeralContainers'].map(
      (list) => \`$POD.\${list}[*].${named(inContainer)}\`,
    )`;
}

function quoted(text) {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}

function page() {
  const generated = (part) => `<!-- generated: ${part} -->\n<!-- end -->`;
  return `# ${field} on a Windows pod

${generated('summary')}

## What it finds

TODO: one to three sentences on what this rule reports.

## Why

${generated('why')}

## What you will see

${generated('effects')}

## Examples

### ${field} on a Windows pod

\`\`\`yaml bad
${pod(segments.slice(1))}\`\`\`

### A pod without it

Not reported:

\`\`\`yaml good
${pod([])}\`\`\`

## Fixes

${generated('fixes')}

## Suppress this rule

${generated('suppress')}

## Sources

${generated('sources')}
`;
}

/** A Windows pod with a field in its spec or in its container. */
function pod([first, ...rest]) {
  const [, list] = /^(containers|initContainers|ephemeralContainers)\[\*\]$/.exec(first ?? '') ?? [];
  const container = (more) => `    - name: web\n      image: registry.example/web:1.0\n${more}`;
  const selector = first === 'nodeSelector' ? nested(rest, 4) : '';
  const own = list === undefined && first !== undefined && selector === '' ? nested([first, ...rest], 2) : '';
  const other = list === undefined || list === 'containers' ? '' : `  ${list}:\n${container(nested(rest, 6))}`;
  return `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
${selector}${own}${other}  containers:
${container(list === 'containers' ? nested(rest, 6) : '')}`;
}

/** The lines of a field with the marker below it. */
function nested([segment, ...rest], indent) {
  if (segment === undefined) return '';
  const isList = segment.endsWith('[*]');
  const key = segment.replace(/\[\*\]$/, '');
  const blanks = ' '.repeat(indent);
  if (rest.length === 0) {
    const value = isList ? '[]' : 'true';
    return `${blanks}${key}: ${value}\n#${' '.repeat(indent - 1)}${'^'.repeat(key.length)} ignored\n`;
  }
  if (!isList) return `${blanks}${key}:\n${nested(rest, indent + 2)}`;
  const item = nested(rest, indent + 4).replace(/^ +/, `${blanks}  - `);
  return `${blanks}${key}:\n${item}`;
}

/** Adds an entry at the end of the table that a line declares. */
function insertInto(text, declaration, entry) {
  const end = text.indexOf('\n};', text.indexOf(declaration)) + 1;
  return text.slice(0, end) + entry + text.slice(end);
}

function edit(file, change) {
  const path = join(root, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function write(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
