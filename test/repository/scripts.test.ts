import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { minorOf, NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { RULES } from '../../server/src/rules/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const COVERAGE = 'test/repository/seed-coverage.ts';
/** The parts of the repository with lists of rules. */
const COPIED = [
  'server/src',
  'docs/rules',
  'test/rules',
  'test/policy',
  COVERAGE,
  'test/corpus-counts.txt',
  'package.json',
];

const copy = mkdtempSync(join(tmpdir(), 'kubewin-rename-'));
for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
afterAll(() => rmSync(copy, { recursive: true }));

const read = (path: string) => readFileSync(join(copy, path), 'utf8');

function run(script: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...args, copy], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** The text files of the copy that contain a text. */
function filesWith(text: string): string[] {
  const names = COPIED.flatMap((path) =>
    path.includes('.') ? path : readdirSync(join(copy, path), { recursive: true }).map((name) => join(path, `${name}`)),
  );
  return names.filter((name) => /\.(?:ts|md|txt|json)$/.test(name) && read(name).includes(text)).sort();
}

test('a renamed rule is named by its new ID, and keeps the old one as a former ID', () => {
  const from = 'security-context/fs-group';
  const policies = () => gunzipSync(readFileSync(join(copy, 'test/policy/recordings.json.gz'))).toString();
  const recorded = policies().split(`"${from}"`).length;
  expect(recorded).toBeGreaterThan(1);
  const { status, output } = run('test/rename-rule.mjs', from, 'pod/file-group');
  expect(output).toContain('npm run generate');
  expect(output).toContain('npx vitest run test/rules test/policy/reasons test/repository/words -t pod/file-group\n');
  expect(output).toMatch(/\n {2}npx vitest run .* test\/pains [^\n]*\n$/);
  expect(status).toBe(0);

  const { code } = RULES.find(({ id }) => id === from) ?? {};
  expect(read('server/src/rules/pod/file-group.ts')).toContain(
    `  id: 'pod/file-group',\n  code: '${code}',\n  formerIds: ['${from}'],\n`,
  );
  expect(read('docs/rules/pod/file-group.md')).toContain('# kubewin: allow pod/file-group');
  expect(existsSync(join(copy, `docs/rules/${from}.md`))).toBe(false);
  // The names of other rules begin with its ID.
  const left = filesWith(from).filter((file) => new RegExp(`${from}(?![-\\w])`).test(read(file)));
  expect(left).toEqual(['server/src/rules/pod/file-group.ts', 'test/rules/catalogue.json']);
  expect(policies().split('"pod/file-group"').length).toBe(recorded);

  const index = read('server/src/rules/index.ts');
  expect(index).toMatch(/\nimport podFailurePolicyExitCode .*\nimport podFileGroup from '.\/pod\/file-group.ts';\n/);
  expect(index).toMatch(/\n {2}podFailurePolicyExitCode,\n {2}podFileGroup,\n/);
  expect(read('test/rules/fix-order.txt')).toMatch(/\npod\/failure-policy-exit-code: .*\npod\/file-group: /);
  expect(read('server/src/policy/expressions/pod.ts')).toContain("'pod/file-group': ");
});

test('a renamed rule stays in the rows of the coverage, once', () => {
  expect(read(COVERAGE)).toContain("'os/*', 'security-context/*', 'pod/*'),");
  expect(read(COVERAGE).split("'security-context/*', 'pod/file-group'").length).toBe(3);
  const before = read(COVERAGE);
  // It is not in the catalogue whose statements the rows are.
  expect(run('test/rename-rule.mjs', 'pod/injected-sidecar', 'os/sidecar').status).toBe(0);
  expect(read(COVERAGE)).toBe(before);
});

test('links follow a page to another category, and lead back', () => {
  const links = (path: string) => [...read(path).matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, link = '']) => link);
  const broken = readdirSync(join(copy, 'docs/rules'), { recursive: true })
    .map((name) => `docs/rules/${name}`)
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => links(path).map((link) => join(path, '..', link)))
    .filter((target) => target.startsWith(join('docs/rules')) && !existsSync(join(copy, target)));
  expect(broken).toEqual([]);
});

test('a rename keeps earlier IDs, the latest first', () => {
  expect(run('test/rename-rule.mjs', 'pod/file-group', 'pod/group-of-files').status).toBe(0);
  expect(read('server/src/rules/pod/group-of-files.ts')).toContain(
    "  formerIds: ['pod/file-group', 'security-context/fs-group'],\n",
  );
});

test.each([
  ['of a rule', 'pod/host-ipc', 'the rule pod/host-ipc'],
  ['of a note', 'run-as-user-name/container-overrides-pod', 'the note'],
  ['that a rule had', 'security-context/fs-group', 'a former ID'],
  ['of a finding in a directive', 'directive/unused', 'the finding'],
])('the ID %s is refused for a new or renamed rule', (_, id, owner) => {
  for (const result of [run('test/new-rule.mjs', id, 'spec.foo'), run('test/rename-rule.mjs', 'pod/host-pid', id)]) {
    expect(result).toEqual({ status: 1, output: expect.stringContaining(`${id} is taken: it is ${owner}`) });
  }
});

test('a new rule has all that rules need, in the spelling of its field', () => {
  expect(run('test/new-rule.mjs', 'pod/host-clock', 'spec.containers[*].hostTTY').status).toBe(0);
  expect(read('server/src/rules/pod/host-clock.ts')).toContain("watches: inContainers('hostTTY')");
  expect(read('test/rules/catalogue.ts')).toMatch(/\(list\) => `\$POD\.\$\{list\}\[\*\]\.hostTTY`/);
  expect(read('docs/rules/pod/host-clock.md')).toContain('      hostTTY: true\n#     ^^^^^^^ ignored\n');
  expect(filesWith('pod/host-clock')).toEqual([
    'server/src/policy/reasons.ts',
    'server/src/rules/index.ts',
    'server/src/rules/pod/host-clock.ts',
    'test/rules/catalogue.ts',
    'test/rules/fix-order.txt',
  ]);
});

test('each new rule takes the next code', () => {
  const { next } = JSON.parse(read('test/rules/codes.json'));
  for (const [i, id] of ['pod/first', 'pod/second'].entries()) {
    expect(run('test/new-rule.mjs', id, 'spec.hostPID').status).toBe(0);
    const code = `KW${Number(next.slice('KW'.length)) + i}`;
    expect(read(`server/src/rules/${id}.ts`)).toContain(`  id: '${id}',\n  code: '${code}',\n`);
  }
});

test('a new rule names the rules and notes on its field', () => {
  const { output } = run('test/new-rule.mjs', 'pod/host-process-ids', 'spec.hostPID');
  expect(output).toContain('server/src/rules/pod/host-pid.ts');
  expect(output).not.toContain('server/src/rules/pod/host-ipc.ts');
});

test.each([
  [
    'pod/gpu-limit',
    'spec.initContainers[*].resources.limits[example.com/gpu]',
    "$POD.initContainers[*].resources.limits['example.com/gpu']",
    '      resources:\n        limits:\n          example.com/gpu: true\n#         ^^^^^^^^^^^^^^^ ignored\n',
  ],
  [
    'pod/zone',
    'spec.nodeSelector[example.com/zone]',
    "$POD.nodeSelector['example.com/zone']",
    '  nodeSelector:\n    kubernetes.io/os: windows\n    example.com/zone: true\n#   ^^^^^^^^^^^^^^^^ ignored\n  containers:\n',
  ],
])('a new rule can watch a key, as %s', (id, pattern, path, example) => {
  expect(run('test/new-rule.mjs', id, pattern).status).toBe(0);
  expect(read(`server/src/rules/${id}.ts`)).toContain(`watches: ['${pattern}']`);
  expect(read('test/rules/catalogue.ts')).toContain(`paths: ["${path}"]`);
  expect(read(`docs/rules/${id}.md`)).toContain(example);
});

test('a new Kubernetes release is known, and named in the texts that are written by hand', () => {
  for (const path of ['CHANGELOG.md', 'docs/npm.md']) cpSync(join(ROOT, path), join(copy, path));
  const minor = minorOf(NEWEST_VERSION) + 1;
  const refused = run('test/new-release.mjs', `1.${minor + 1}`);
  expect(refused).toEqual({ status: 1, output: expect.stringContaining(`npm run new-release 1.${minor}`) });
  const { status, output } = run('test/new-release.mjs', `1.${minor}`);
  expect(status).toBe(0);
  expect(output).toContain(`npm run conformance 1.${minor}.0`);
  expect(read('server/src/kubernetes/version.ts')).toContain(`const NEWEST = ${minor};\n`);
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^# Changelog\n\n## Unreleased\n\n- Kubernetes 1\\.${minor}\\.\n`));
  expect(read('docs/npm.md')).toContain(` to 1.${minor}`);
});
