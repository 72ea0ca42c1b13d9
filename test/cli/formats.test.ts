import { join } from 'node:path';
import type { Log, Result } from 'sarif';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CheckedFile } from '../../server/src/cli/files/check-file.ts';
import { checkGithub } from '../../server/src/cli/formats/github.ts';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import { PLATFORM } from '../../server/src/workspace/node-disk.ts';
import { uriOfPath } from '../../server/src/workspace/uri.ts';
import { expectFresh } from '../generated.ts';
import { runOnFiles } from './in-process.ts';
import { folderWith, kubewin, only, withoutVersion } from './kubewin.ts';
import { BROKEN, DECLARED, MANIFEST_RULES, RUNTIME_CLASS, SCHEDULED } from './manifests.ts';
import { FORMATTED, OTHER_FORMATS } from './recordings.ts';
import { sarifSchema } from './sarif-schema.ts';
import { expectJson } from './schema.ts';
import { elements } from './xml.ts';

const RULES = only(...MANIFEST_RULES);
const check = (format: string, files: Readonly<Record<string, string>> = FORMATTED, ...args: readonly string[]) =>
  runOnFiles(files, 'check', `--format=${format}`, '--kubernetes-version=1.36', ...RULES, ...args);

describe.each(OTHER_FORMATS)('as %s', (format) => {
  test('writes the recorded findings, byte for byte', async () => {
    const { code, stdout, stderr } = await check(format);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expectFresh(`test/cli/expected/check.${format}`, withoutVersion(stdout));
    expect((await check(format)).stdout).toBe(stdout);
  });

  test('hints only when they are asked for', async () => {
    const without = await check(format, { 'a.yaml': SCHEDULED }, '--rule=pod/host-pid=hint');
    expect(without.stdout).not.toContain('host-pid');
    const with_ = await check(format, { 'a.yaml': SCHEDULED }, '--rule=pod/host-pid=hint', '--hints');
    expect(with_.stdout).toContain('host-pid');
  });

  test('writes a result without findings', async () => {
    const { code, stdout } = await check(format, { 'class.yaml': RUNTIME_CLASS });
    expect(code).toBe(0);
    expectFresh(`test/cli/expected/nothing.${format}`, withoutVersion(stdout));
  });
});

test('compact lines have the format of gcc, even with unusual names', async () => {
  const { stdout } = await check('compact', { 'a\n\u001b[31m.yaml': SCHEDULED });
  expect(stdout).toMatch(/^a␊␛\[31m\.yaml:9:3: warning: [^\n]* \[pod\/host-pid\]\n$/);
});

test('annotations over several lines have no columns', () => {
  const [start, end] = [
    { line: 8, character: 2 },
    { line: 9, character: 4 },
  ];
  const found = { start, end, finding: { rule: 'a/b', severity: 'error', message: '100%\r\n: a, b' } };
  const file = { relativePath: 'a.yaml', findings: [found] } as unknown as CheckedFile;
  expect(checkGithub().file(file)).toEqual(['::error file=a.yaml,line=9,endLine=10,title=a/b::100%25%0D%0A: a, b\n']);
});

describe('gitlab', () => {
  test('has the format that GitLab documents, with a fingerprint for each finding', async () => {
    const { stdout } = await check('gitlab', { ...FORMATTED, 'twice.yaml': `${SCHEDULED}---\n${SCHEDULED}` });
    const line = { type: 'integer', minimum: 1 };
    const location = {
      type: 'object',
      required: ['path', 'lines'],
      properties: {
        // Relative paths without `./`.
        path: { type: 'string', pattern: '^(?!\\.?/)' },
        lines: { type: 'object', required: ['begin'], properties: { begin: line } },
      },
    };
    expectJson(stdout, {
      type: 'array',
      items: {
        type: 'object',
        required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
        properties: {
          description: { type: 'string', minLength: 1 },
          check_name: { type: 'string', minLength: 1 },
          fingerprint: { type: 'string', minLength: 1 },
          severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
          location,
        },
      },
    });
    const prints: string[] = JSON.parse(stdout).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    expect(prints.length).toBe(5);
    expect(new Set(prints).size).toBe(5);
  });
});

describe('junit', () => {
  test('is valid XML whatever names contain, and counts the cases of a suite', async () => {
    const odd = String.fromCharCode(1, 0x0b, 0xfffe, 0xd800);
    const text = SCHEDULED.replace('name: scheduled', `name: "${odd.slice(0, 0)}\\x01\\uFFFE<&>'"`);
    const { stdout } = await check('junit', { ...FORMATTED, [`${odd}.yaml`]: text, 'broken.yaml': BROKEN });
    const all = elements(stdout);
    const suites = all.filter(({ name }) => name === 'testsuite').map(({ attributes }) => attributes);
    expect(suites).toHaveLength(5);
    const sum = (key: string) => suites.reduce((total, suite) => total + Number(suite[key]), 0);
    const count = (name: string) => all.filter((element) => element.name === name).length;
    expect([sum('tests'), sum('failures'), sum('errors')]).toEqual(['testcase', 'failure', 'error'].map(count));
    expect(sum('errors')).toBe(1);
  });

  test('findings that do not count for the exit code pass', async () => {
    const { code, stdout } = await check('junit', { 'a.yaml': SCHEDULED }, '--rule=pod/host-pid=information');
    expect(code).toBe(0);
    expect(elements(stdout).map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase', 'system-out']);
  });
});

test('a comment does not exceed the limit of GitHub, and counts findings that are left out', async () => {
  const file = `${SCHEDULED}---\n`.repeat(300);
  const { stdout } = await check('markdown', { 'a.yaml': file, 'b.yaml': file });
  expect(stdout.length).toBeLessThanOrEqual(65_536);
  expect(stdout.length).toBeGreaterThan(64_000);
  const rows = stdout.match(/^\| \d+ .*$/gm)?.length ?? 0;
  expect(stdout).toContain(`\n${600 - rows} more findings are left out, because a comment cannot be longer.\n`);
  expect(stdout).toContain('\n600 warnings in 2 of 2 files (600 objects).\n');
});

describe('sarif', () => {
  const valid = sarifSchema();

  async function sarif(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const { stdout } = await check('sarif', files, ...args);
    const log: Log = JSON.parse(stdout);
    valid(log);
    expect(valid.errors).toBeNull();
    const [run] = log.runs;
    if (run === undefined) throw new Error('there is no run');
    return { run, results: run.results as Result[], stdout };
  }

  test('is valid, with rules in the order of their indices', async () => {
    const { run, results, stdout } = await sarif({ ...FORMATTED, 'broken.yaml': BROKEN });
    expect(results.map(({ ruleId }) => ruleId)).toEqual(
      results.map(({ ruleIndex = -1 }) => run.tool.driver.rules?.[ruleIndex]?.id),
    );
    expect(run.tool.driver.rules?.map(({ id }) => id)).toEqual(['pod/host-pid', 'security-context/privileged']);
    expect(run.invocations).toMatchObject([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [
          { level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'broken.yaml' } } }] },
        ],
      },
    ]);
    expect(stdout).not.toContain(process.cwd());
  });

  test('a file with an absolute path has an absolute URI', async () => {
    const [cwd, other] = [folderWith({}), folderWith({ 'a b.yaml': SCHEDULED })];
    const { stdout } = await kubewin(['check', '--format=sarif', join(other, 'a b.yaml')], { cwd });
    const log: Log = JSON.parse(stdout);
    valid(log);
    expect(valid.errors).toBeNull();
    const uri = uriOfPath(join(other, 'a b.yaml'), PLATFORM);
    expect(uri).toMatch(/^file:\/\/\/.*\/a%20b\.yaml$/);
    expect(log.runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation).toEqual({ uri });
  });

  test('contains suppressed findings with their reason', async () => {
    const { results } = await sarif(FORMATTED);
    const suppressed = results.filter(({ suppressions }) => suppressions?.length !== 0);
    expect(suppressed).toMatchObject([
      {
        ruleId: 'pod/host-pid',
        suppressions: [{ kind: 'inSource', justification: 'the agent needs it' }],
        locations: [{ physicalLocation: { artifactLocation: { uri: 'allowed.yaml' } } }],
      },
    ]);
  });

  test('leaves out suppressed findings on request', async () => {
    const { results } = await sarif({ 'a.yaml': FORMATTED['allowed.yaml'], 'b.yaml': SCHEDULED }, '--no-suppressed');
    expect(results.map(({ suppressions }) => suppressions)).toEqual([[]]);
  });

  test('contains fixes that change the same as --fix', async () => {
    const { results } = await sarif({ 'a.yaml': DECLARED });
    const fix = results[0]?.fixes?.find(({ description }) => description?.text === 'Remove `hostPID`');
    expect(fix?.artifactChanges).toEqual([
      {
        artifactLocation: { uri: 'a.yaml', uriBaseId: '%SRCROOT%' },
        replacements: [{ deletedRegion: { startLine: 8, startColumn: 1, endLine: 9, endColumn: 1 } }],
      },
    ]);
  });

  test('a renamed rule lists its former IDs', async () => {
    Object.assign(hostPid, { formerIds: ['pod/pids'] });
    onTestFinished(() => {
      Reflect.deleteProperty(hostPid, 'formerIds');
    });
    const { run } = await sarif({ 'a.yaml': DECLARED });
    expect(run.tool.driver.rules?.[0]).toMatchObject({
      id: 'pod/host-pid',
      deprecatedIds: ['pod/pids'],
      properties: { code: 'KW1103' },
    });
  });

  test('findings in directives have a rule', async () => {
    const { run } = await sarif({ 'a.yaml': `# kubewin: allow no/such\n${SCHEDULED}` }, '--hints');
    expect(run.tool.driver.rules?.[0]).toMatchObject({
      id: 'directive/unknown-rule',
      shortDescription: { text: 'Directive with an unknown rule' },
      defaultConfiguration: { level: 'warning' },
    });
  });

  test('brackets in a message are not a link', async () => {
    const text = SCHEDULED.replace('namespace: shop', 'namespace: shop\n  # kubewin: allow [x](y)');
    const { results } = await sarif({ 'a.yaml': text });
    expect(results.map(({ message }) => message.text)).toContain('Unknown rule `\\[x\\](y)`.');
  });

  test('a file without findings adds nothing', async () => {
    const { results, stdout } = await sarif({ 'a.yaml': RUNTIME_CLASS, 'b.yaml': SCHEDULED, 'c.yaml': RUNTIME_CLASS });
    expect(results).toHaveLength(1);
    expect(stdout).not.toMatch(/,\s*,/);
  });
});
