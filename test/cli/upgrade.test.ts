import type { Log } from 'sarif';
import { describe, expect, test } from 'vitest';
import { changesOf } from '../../server/src/cli/files/changes.ts';
import {
  KUBERNETES_VERSIONS,
  type KubernetesVersion,
  minorOf,
  NEWEST_VERSION,
} from '../../server/src/kubernetes/version.ts';
import type { Rule } from '../../server/src/lint/rule.ts';
import type { CheckResult, CheckUpgradeResult, Finding } from '../../server/src/results.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { pageOf } from '../rules/page.ts';
import { runOnFiles } from './in-process.ts';
import { only } from './kubewin.ts';
import { OTHER_FORMATS } from './recordings.ts';
import { sarifSchema } from './sarif-schema.ts';
import { expectSchema } from './schema.ts';

/** The template of a StatefulSet is validated from 1.34 on. */
const STATEFUL = `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
spec:
  serviceName: web
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      os:
        name: windows
      hostPID: true
      containers:
        - name: web
          image: registry.example/web:1.0
`;

/** `os` is unknown before 1.24, so nothing is rejected for it. */
const DECLARED = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os:
    name: windows
  nodeSelector:
    kubernetes.io/os: windows
  hostPID: true
  containers:
    - name: web
      image: registry.example/web:1.0
`;

const UNKNOWN = `It must be a release from 1.14 to ${NEWEST_VERSION}.`;
const RULE = only('pod/host-pid', 'os/field-too-new');
const upgrade = (files: Readonly<Record<string, string>>, from: string, to: string, ...args: readonly string[]) =>
  runOnFiles(files, 'check', `--kubernetes-version=${from}`, `--upgrade-to=${to}`, ...args);

describe('check --upgrade-to', () => {
  test('says from which effect to which one, and since when', async () => {
    const { code, stdout, stderr } = await upgrade({ 'a.yaml': STATEFUL, 'b.yaml': DECLARED }, '1.30', '1.37', ...RULE);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('error[pod/host-pid]: `hostPID` is rejected on this StatefulSet');
    expect(stdout).toContain('= upgrade: From fails to rejected since 1.34.\n');
    expect(stdout).not.toContain('b.yaml');
    expect(stdout).toMatch(/\n\nKubernetes 1\.30 to 1\.37: 1 error in 1 of 2 files \(2 objects\)\.\n$/);
  });

  test('says what is new, worse or gone', async () => {
    const { code, stdout } = await upgrade({ 'a.yaml': DECLARED }, '1.23', '1.25', ...RULE);
    expect(code).toBe(1);
    expect(stdout).toContain('= upgrade: From ignored to rejected since 1.24.\n');
    expect(stdout).toContain('improvement[os/field-too-new]: `os` has no effect');
    expect(stdout).toContain('= upgrade: Gone since 1.24.\n');
    expect(stdout).toContain('Kubernetes 1.23 to 1.25: 1 error in 1 file (1 object), 1 improvement.\n');
    expect(stdout).not.toContain('--fix');
  });

  test('an improvement does not fail, and neither does an upgrade that changes nothing', async () => {
    const improved = await upgrade({ 'a.yaml': DECLARED }, '1.23', '1.24', ...only('os/field-too-new'));
    expect(improved.code).toBe(0);
    expect(improved.stdout).toContain(
      'Kubernetes 1.23 to 1.24: no new problems in 1 file (1 object), 1 improvement.\n',
    );
    const same = await upgrade({ 'a.yaml': DECLARED }, '1.25', '1.37', ...RULE);
    expect(same).toMatchObject({
      code: 0,
      stdout: 'Kubernetes 1.25 to 1.37: no new problems in 1 file (1 object).\n',
    });
  });

  test('the release of today can follow from Nodes, and containerd 1 is replaced when it has to be', async () => {
    const node = `apiVersion: v1
kind: Node
metadata:
  name: win
  labels: { kubernetes.io/os: windows }
status:
  nodeInfo: { kubeletVersion: v1.33.2, containerRuntimeVersion: containerd://1.7.27, operatingSystem: windows }
`;
    const { stdout, stderr } = await runOnFiles(
      { 'a.yaml': `${STATEFUL}---\n${node}` },
      'check',
      '--upgrade-to=1.36',
      ...RULE,
    );
    expect(stderr).toContain('Settings from the Nodes');
    expect(stdout).toContain('From fails to rejected since 1.34.');
  });

  test.each([
    [[`--upgrade-to=1.${minorOf(NEWEST_VERSION) + 1}`, '--kubernetes-version=1.33'], UNKNOWN],
    [['--upgrade-to=next', '--kubernetes-version=1.33'], UNKNOWN],
    [['--upgrade-to=1.33', '--kubernetes-version=1.33'], 'must be newer than the release of today, which is 1.33.'],
    [['--upgrade-to=1.32', '--kubernetes-version=1.33'], 'must be newer than the release of today, which is 1.33.'],
    [[`--upgrade-to=${NEWEST_VERSION}`], `must be newer than the release of today, which is ${NEWEST_VERSION}.`],
    ...['--fix', '--fix-dry-run', '--fix-ineffective', '--baseline=a.json', '--write-baseline=a.json'].map(
      (option): [string[], string] => [
        ['--upgrade-to=1.37', '--kubernetes-version=1.33', option],
        `Use either \`--upgrade-to\` or \`${option.split('=')[0]}\`, not both.`,
      ],
    ),
  ])('%j is a fault', async (args, message) => {
    const { code, stdout, stderr } = await runOnFiles({ 'a.yaml': DECLARED }, 'check', ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });

  test.each(OTHER_FORMATS.filter((format) => format !== 'sarif'))('messages in %s say what changes', async (format) => {
    const { stdout } = await upgrade({ 'a.yaml': DECLARED }, '1.23', '1.25', `--format=${format}`, ...RULE);
    expect(stdout).toContain('From ignored to rejected since 1.24.');
    expect(stdout.includes('Gone since 1.24.')).toBe(format === 'markdown');
  });

  test('SARIF has the states of results', async () => {
    const { stdout } = await upgrade({ 'a.yaml': DECLARED }, '1.23', '1.25', '--format=sarif', ...RULE);
    const log: Log = JSON.parse(stdout);
    const valid = sarifSchema();
    valid(log);
    expect(valid.errors).toBeNull();
    const states = log.runs[0]?.results?.map(({ ruleId, baselineState }) => [ruleId, baselineState]);
    expect(states).toEqual([
      ['os/field-too-new', 'absent'],
      ['pod/host-pid', 'updated'],
    ]);
    const without = await upgrade({ 'a.yaml': DECLARED }, '1.23', '1.25', '--format=sarif', '--no-suppressed', ...RULE);
    expect(without.stdout).not.toContain('absent');
  });
});

test('the first release with the state after the upgrade is named', () => {
  const report = (release: '1.30' | '1.31' | '1.32' | '1.33', ...report: string[]) => ({ release, report });
  const changes = changesOf(
    [
      report('1.30', 'a=1', 'b=1', 'c=1', 'same=1', 'twice=1', 'twice=2'),
      report('1.33', 'a=2', 'd=1', 'c=3', 'same=1', 'twice=2'),
      report('1.31', 'a=2', 'c=2', 'd=1', 'twice=2'),
      report('1.32', 'a=1', 'b=1', 'c=3', 'd=1', 'twice=2'),
    ],
    (item) => item.split('=')[0] ?? '',
    (item) => item,
  );
  expect(changes).toEqual([
    { before: 'a=1', after: 'a=2', since: '1.33' },
    { before: undefined, after: 'd=1', since: '1.31' },
    { before: 'c=1', after: 'c=3', since: '1.32' },
    { before: 'b=1', after: undefined, since: '1.33' },
    { before: 'twice=1', after: undefined, since: '1.31' },
  ]);
});

/** Everything that a comparison reports has to follow from the reports for the single releases. */
test('on examples of rules, the comparison equals the single reports', async () => {
  // Every tenth rule stands for those that do not depend on the release.
  const isOfInterest = (rule: Rule, i: number) => i % 10 === 0 || changesBetween(rule, '1.31', '1.37');
  const files = Object.fromEntries(
    RULES.flatMap((rule, n) =>
      pageOf(rule.id).examples.flatMap(({ text, kind, conditions }, i) =>
        kind === 'bad' &&
        conditions.every((condition) => /^1\.\d+$/.test(condition)) &&
        (conditions.length > 0 || isOfInterest(rule, n)) &&
        text.length < 10_000
          ? [[`${rule.id}-${i}.yaml`, text] as const]
          : [],
      ),
    ),
  );
  const off = RULES.filter(({ offByDefault }) => offByDefault === true).map(({ id }) => `--rule=${id}=hint`);
  const args = ['--format=json', '--container-runtime=containerd-2', ...off];
  const single = async (release: string) => {
    const { stdout } = await runOnFiles(files, 'check', `--kubernetes-version=${release}`, ...args);
    const result: CheckResult = JSON.parse(stdout);
    return new Map(result.files.map(({ path, findings }) => [path, findings]));
  };
  const { stdout } = await upgrade(files, '1.31', '1.37', ...args);
  expectSchema('check-upgrade', stdout);
  const result: CheckUpgradeResult = JSON.parse(stdout);
  const [first, last] = [KUBERNETES_VERSIONS.indexOf('1.31'), KUBERNETES_VERSIONS.indexOf('1.37')];
  const reports = new Map<string, ReadonlyMap<string, readonly Finding[]>>();
  for (const release of KUBERNETES_VERSIONS.slice(first, last + 1)) reports.set(release, await single(release));

  const place = ({ rule, field, object, message }: Finding) => JSON.stringify([rule, object, field ?? message]);
  const state = (finding: Finding) => `${place(finding)} ${finding.effect} ${finding.severity}`;
  const sorted = (findings: readonly Finding[]) => findings.map(state).sort();
  const kinds = new Set<string>();
  for (const { path, findings, improvements } of result.files) {
    const changed = [...findings, ...improvements];
    const before = sorted(reports.get('1.31')?.get(path) ?? []);
    const after = sorted(reports.get('1.37')?.get(path) ?? []);
    // Today without what changes, and with what it becomes, is the report after the upgrade.
    const remaining = [...before];
    for (const { change, ...finding } of changed) {
      kinds.add(change.kind);
      if (change.before === null) continue;
      const at = remaining.indexOf(state({ ...finding, ...change.before }));
      expect(at, `${path} ${finding.rule}`).not.toBe(-1);
      remaining.splice(at, 1);
    }
    const become = changed.filter(({ change }) => change.kind !== 'gone');
    expect([...remaining, ...sorted(become)].sort(), path).toEqual(after);
    // The release before differs in it, and the named one does not.
    for (const { change, ...finding } of changed) {
      // What is gone may have had another effect before.
      const same =
        change.kind === 'gone'
          ? (found: Finding) => place(found) === place(finding)
          : (found: Finding) => state(found) === state(finding);
      const count = (release: string) => (reports.get(release)?.get(path) ?? []).filter(same).length;
      const previous = `1.${Number(change.since.slice(2)) - 1}`;
      expect(count(change.since), `${path} ${finding.rule} ${change.since}`).toBe(count('1.37'));
      expect(count(previous), `${path} ${finding.rule} ${previous}`).not.toBe(count('1.37'));
    }
  }
  expect([...kinds].sort()).toEqual(['changed', 'gone', 'new']);
}, 300_000);

/** Whether an outcome of a rule begins or ends with an upgrade from one release to another. */
function changesBetween({ outcomes }: Rule, from: KubernetesVersion, to: KubernetesVersion): boolean {
  const isBetween = (minor: number) => minorOf(from) < minor && minor <= minorOf(to);
  return outcomes.some(
    ({ since, until }) =>
      (since !== undefined && isBetween(minorOf(since))) || (until !== undefined && isBetween(minorOf(until) + 1)),
  );
}

/** Declares Windows, which nodes do not respect before 1.24. */
const BY_OS = DECLARED.replace('  nodeSelector:\n    kubernetes.io/os: windows\n', '');

describe('explain --upgrade-to', () => {
  const explain = (...args: readonly string[]) =>
    runOnFiles(
      { 'a.yaml': BY_OS, 'b.yaml': STATEFUL.replace('      os:\n        name: windows\n', '') },
      'explain',
      ...args,
    );

  test('shows the workloads whose verdict changes, with that of today', async () => {
    const { code, stdout } = await explain('--kubernetes-version=1.22', '--upgrade-to=1.26');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^a\.yaml:4:9 {2}Pod web {2}windows, declared\n/);
    expect(stdout).toMatch(/\n {2}Changed since 1\.24\. Today: \w+.*\.\n/);
    expect(stdout).not.toContain('b.yaml');
    expect(stdout).toMatch(/\n\nKubernetes 1\.22 to 1\.26: 1 workload changed in 2 files\.\n$/);
    const none = await explain('--kubernetes-version=1.30', '--upgrade-to=1.37');
    expect(none.stdout).toBe('Kubernetes 1.30 to 1.37: 0 workloads changed in 2 files.\n');
  });

  test('writes JSON as its schema describes it', async () => {
    const { stdout } = await explain('--kubernetes-version=1.22', '--upgrade-to=1.26', '--format=json');
    expectSchema('explain-upgrade', stdout);
    const [a, b] = JSON.parse(stdout).files;
    expect(a.workloads).toMatchObject([{ verdict: 'windows', certainty: 'declared', change: { since: '1.24' } }]);
    expect(a.workloads[0].change.before.certainty).not.toBe('declared');
    expect(b.workloads).toEqual([]);
  });
});

describe('migrate --upgrade-to', () => {
  const LINUX = STATEFUL.replace('name: windows', 'name: linux');
  const migrate = (...args: readonly string[]) => runOnFiles({ 'a.yaml': LINUX, 'b.yaml': BY_OS }, 'migrate', ...args);
  const RELEASES = ['--kubernetes-version=1.22', '--upgrade-to=1.37'];

  test.each(['text', 'markdown', 'html'])('shows what changes as %s', async (format) => {
    const { code, stdout } = await migrate(...RELEASES, `--format=${format}`);
    expect(code).toBe(0);
    expect(stdout).toContain('Kubernetes 1.22 to 1.37: 1 workload changed in 2 files.');
    expect(stdout).toMatch(/\(today: [a-z ]+, effort: \w+; changed since 1\.\d+\)/);
    expect(stdout).toMatch(/ (?:New|Changed|Gone) since 1\.\d+\./);
    expect((await migrate('--kubernetes-version=1.36', '--upgrade-to=1.37', `--format=${format}`)).stdout).toContain(
      'Kubernetes 1.36 to 1.37: 0 workloads changed in 2 files.',
    );
  });

  test('what is gone does not count as a step', async () => {
    const { stdout } = await migrate(...RELEASES, '--format=markdown');
    const steps = stdout.match(/^- .*$/gm) ?? [];
    const left = steps.filter((step) => !/ Gone since /.test(step));
    expect(left.length).toBeLessThan(steps.length);
    const [, persons, fixes] = /^\| `StatefulSet .*\| (\d+) \| (\d+) \|$/m.exec(stdout) ?? [];
    expect(Number(persons) + Number(fixes)).toBe(left.length);
    expect((await migrate(...RELEASES)).stdout).toMatch(/^ {2}gone {4}.* Gone since /m);
  });

  test('writes JSON as its schema describes it', async () => {
    const { stdout } = await migrate(...RELEASES, '--format=json');
    expectSchema('migrate-upgrade', stdout);
    const [a, b] = JSON.parse(stdout).files;
    const changes = a.workloads[0].steps.map(({ rule, change }: { rule: string; change: object }) => [rule, change]);
    expect(changes).toContainEqual(['os/field-too-new', { kind: 'gone', since: '1.24' }]);
    expect(changes).toContainEqual(['pod/host-pid', { kind: 'new', since: '1.24' }]);
    expect(b.workloads).toEqual([]);
  });

  test('a step in a chart is left to the fix that the new release has', async () => {
    const chart = {
      'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'values.yaml': 'emptyDir:\n  mode: 0700\n',
      'templates/web.yaml': STATEFUL.replace(/ +os:\n.*\n/, '').replace(
        '      containers:\n',
        '      volumes:\n        - name: cache\n          emptyDir: {{ toYaml .Values.emptyDir | nindent 12 }}\n$&',
      ),
    };
    const { stdout } = await runOnFiles(
      chart,
      'migrate',
      '--kubernetes-version=1.36',
      '--upgrade-to=1.37',
      '--format=json',
    );
    const { files } = JSON.parse(stdout);
    const steps = files
      .flatMap(({ workloads }: { workloads: { steps: object[] }[] }) => workloads)
      .flatMap(({ steps }: { steps: object[] }) => steps);
    expect(steps).toMatchObject([{ rule: 'volumes/empty-dir-mode', by: 'fix', change: { kind: 'new' } }]);
  });
});
