// Begins a rule: `npm run new-rule pod/foo` writes the rule, its page and its lines in the index.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const INDEX = join(ROOT, 'server/src/rules/index.ts');
const [id = ''] = process.argv.slice(2);
const [category = '', name = ''] = id.split('/');
const rule = join(ROOT, `server/src/rules/${id}.ts`);
const page = join(ROOT, `docs/rules/${id}.md`);

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*\/[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
  stop(`A rule is called category/name in lower case with hyphens, such as pod/host-pid, not "${id}".`);
}
for (const file of [rule, page]) if (existsSync(file)) stop(`There is a rule ${id} already: ${file}`);

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const since = version.split('.').slice(0, 2).join('.');
const field = camelCase(name);
const variable = camelCase(`${category}-${name}`);

write(
  rule,
  `import { message, type Rule } from '../../lint/rule.ts';

export default {
  id: '${id}',
  title: '${field} on a Windows pod',
  since: '${since}',
  gate: 'windows',
  pod: {
    watches: ['spec.${field}'],
    *check(field) {
      yield { at: field.span, message: message('\`${field}\` has no effect: TODO.') };
    },
  },
  outcomes: [{ effect: 'ignored' }],
  why: \`TODO: how Windows differs here, and what to do instead.\`,
  sources: [{ title: 'TODO', url: 'https://kubernetes.io/docs/' }],
} satisfies Rule;
`,
);
write(page, newPage());
addToIndex();

// The generated parts of the page, and its line in the list of all rules.
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/repository/docs.test.ts', '--update'], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (status !== 0) stop('The generated parts of the page could not be written: npm run docs says why.');
console.log(`server/src/rules/${id}.ts
docs/rules/${id}.md

Write what is still TODO in both, with more examples on the page, and the entry in test/rules/catalogue.ts. Then:
npm run docs
npx vitest run test/rules --mode=quick -t ${id}`);

function newPage() {
  const generated = (part) => `<!-- generated: ${part} -->\n<!-- end -->`;
  const pod = (body) => `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
${body}  containers:
    - name: web
      image: registry.example/web:1.0
`;
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
${pod(`  ${field}: true\n# ${'^'.repeat(field.length)} ignored\n`)}\`\`\`

### A pod without it

Not reported:

\`\`\`yaml good
${pod('')}\`\`\`

## Fixes

${generated('fixes')}

## Suppress this rule

${generated('suppress')}

## Sources

${generated('sources')}
`;
}

/** Adds the import and the entry at their places: imports are in the order of their folders, entries in that of the ids. */
function addToIndex() {
  const lines = readFileSync(INDEX, 'utf8').split('\n');
  const known = lines.flatMap((line) => {
    const match = /^import (\w+) from '\.\/(.+)\.ts';$/.exec(line);
    return match === null ? [] : [{ line, variable: match[1], id: match[2] }];
  });
  const folder = (one) => one.replace('/', ' ');
  const nextImport = known.find((one) => folder(one.id) > folder(id));
  const [nextEntry] = known.filter((one) => one.id > id).sort((a, b) => (a.id < b.id ? -1 : 1));
  const insert = (line, at) => lines.splice(at, 0, line);
  insert(`import ${variable} from './${id}.ts';`, lines.indexOf(nextImport?.line ?? ''));
  insert(`  ${variable},`, lines.indexOf(nextEntry === undefined ? '];' : `  ${nextEntry.variable},`));
  writeFileSync(INDEX, lines.join('\n'));
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function camelCase(text) {
  return text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

function stop(why) {
  console.error(why);
  process.exit(1);
}
