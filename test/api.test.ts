import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { check, explain, fix, migrate, type Options, policy, rules } from '../server/src/api.ts';
import { NEWEST_VERSION } from '../server/src/kubernetes/version.ts';
import {
  EDITOR_SETTINGS,
  NOT_IN_OVERRIDES,
  readSettings,
  SETTINGS,
  type Settings as SettingsInside,
} from '../server/src/lint/settings/settings.ts';
import { RULES } from '../server/src/rules/index.ts';
import { TABLES_DATE } from '../server/src/windows/dates.ts';
import { kubewin } from './cli/kubewin.ts';
import { BROKEN, DECLARED, SCHEDULED } from './cli/manifests.ts';
import { expectSchema } from './cli/schema.ts';

const CLUSTER = { kubernetesVersion: '1.29', rules: { image: 'off' } } as const;

test.each([
  ['findings', `${SCHEDULED}---\n${DECLARED}`],
  ['no object', 'a: 1\n'],
  ['broken YAML', BROKEN],
  ['a NUL character', 'kind: Pod\n\0'],
  ['a byte order mark', `\uFEFF${DECLARED}`],
])('it gives what the command line gives for %s', async (_, input) => {
  const args = ['-', '--format=json', '--kubernetes-version=1.29', '--rule=image=off', '--no-config'];
  for (const [command, call] of [
    ['check', check],
    ['explain', explain],
    ['migrate', migrate],
  ] as const) {
    const { stdout } = await kubewin([command, ...args], { input });
    const result = call(input, { settings: CLUSTER });
    expect(result).toEqual(JSON.parse(stdout));
    expectSchema(command, JSON.stringify(result));
  }
});

test('a path is shown, and tells Kustomize files from others', () => {
  expect(check(DECLARED, { path: 'a/b c.yaml' }).files).toMatchObject([{ path: 'a/b c.yaml' }]);
  expect(explain(DECLARED, { path: 'x.yaml' }).files[0]?.workloads[0]?.evidence[0]?.path).toBe('x.yaml');
});

describe('several files', () => {
  const CLASS = `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { kubernetes.io/os: windows } }
`;
  const POD = SCHEDULED.replace('nodeSelector:\n    kubernetes.io/os: windows', 'runtimeClassName: windows');

  test('are evaluated together', () => {
    const files = [
      { path: 'pod.yaml', text: POD },
      { path: 'class.yaml', text: CLASS },
      { path: 'readme.yaml', text: 'a: [' },
    ];
    const rulesIn = (result: ReturnType<typeof check>) =>
      result.files.map(({ path, findings }) => [path, findings.some(({ rule }) => rule === 'pod/host-pid')]);
    expect(rulesIn(check(files))).toEqual([
      ['pod.yaml', true],
      ['class.yaml', false],
      ['readme.yaml', false],
    ]);
    expect(rulesIn(check(files.slice(0, 1)))).toEqual([['pod.yaml', false]]);
    expect(explain(files).files[0]?.workloads).toMatchObject([{ verdict: 'windows' }]);
    expect(check(files).notes.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('can be a chart', () => {
    const template = SCHEDULED.replace('hostPID: true', 'hostPID: {{ .Values.hostPID }}');
    const rulesWith = (values: string) => {
      const { files } = check([
        { path: 'web/Chart.yaml', text: 'apiVersion: v2\nname: web\nversion: 1.0.0\n' },
        { path: 'web/values.yaml', text: values },
        { path: 'web/templates/pod.yaml', text: template },
      ]);
      return files.flatMap(({ findings }) => findings.map(({ rule }) => rule));
    };
    expect(rulesWith('hostPID: true\n')).toContain('pod/host-pid');
    expect(rulesWith('hostPID: false\n')).not.toContain('pod/host-pid');
  });

  test('can be a chart without anything for Windows, which is migrated as Helm renders it', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n    - name: web\n';
    const { files } = migrate([
      { path: 'web/Chart.yaml', text: 'apiVersion: v2\nname: web\nversion: 1.0.0\n' },
      { path: 'web/values.yaml', text: 'image: registry.example/web:1.0\n' },
      { path: 'web/templates/pod.yaml', text: `${pod}      image: {{ .Values.image }}\n` },
    ]);
    expect(files.flatMap(({ workloads }) => workloads.flatMap(({ images }) => images))).toEqual([
      { name: 'registry.example/web:1.0', windows: null },
    ]);
  });

  test.each<[unknown, object, string]>([
    [[{ path: 'a.yaml' }], {}, 'A file must be an object with the strings `path` and `text`.'],
    [[null], {}, 'A file must be an object with the strings `path` and `text`.'],
    [Array(2).fill({ path: 'a.yaml', text: '' }), {}, 'There are two files `a.yaml`.'],
    [[], { path: 'a.yaml' }, 'The option `path` is for a text that is given alone.'],
  ])('%j with %j throws', (files, options, message) => {
    for (const call of [check, explain, migrate, fix]) {
      expect(() => (call as (...args: unknown[]) => unknown)(files, options)).toThrow(new TypeError(message));
    }
  });
});

test('fix applies what --fix does, and more on request', async () => {
  const text = `${DECLARED}---\n${SCHEDULED}`;
  const fixed = async (...args: readonly string[]) => (await kubewin(['check', '-', ...args], { input: text })).stdout;
  expect(fix(text).files).toEqual([{ path: '-', text: await fixed('--fix'), fixes: 2 }]);
  expect(fix(text, { ineffective: true }).files[0]?.text).toBe(await fixed('--fix-ineffective'));
  expect(fix(text, { rules: ['KW1103'] }).files[0]?.text).toBe(await fixed('--fix', '--fix-rule=pod/host-pid'));
  expect(fix('a: 1 # none\n', { path: 'a.yaml' }).files).toEqual([{ path: 'a.yaml', text: 'a: 1 # none\n', fixes: 0 }]);
  expectSchema('fix', JSON.stringify(fix(`${text}---\n${BROKEN}`)));
  expect(() => fix('', { rules: ['pod/host-pit'] })).toThrow(
    new TypeError('There is no rule `pod/host-pit`. Did you mean `pod/host-pid`?'),
  );
});

test('policy writes what the command does', async () => {
  const args = [
    'policy',
    '--no-config',
    '--kubernetes-version=1.33',
    '--action=deny,audit',
    '--rules=pod/host-pid,image',
  ];
  const { stdout } = await kubewin(args);
  const options = {
    actions: ['deny', 'audit'],
    rules: ['KW1103', 'image'],
    settings: { kubernetesVersion: '1.33' },
  } as const;
  expect(policy(options)).toBe(stdout);
  const mutating = await kubewin(['policy', '--no-config', '--mutate', '--rules=pod']);
  expect(policy({ mutate: true, rules: ['pod'] })).toBe(mutating.stdout);
  const forKyverno = await kubewin(['policy', '--no-config', '--format=kyverno', '--rules=pod']);
  expect(policy({ format: 'kyverno', rules: ['pod'] })).toBe(forKyverno.stdout);
  const wrong = (given: unknown) => expect(() => policy(given as object));
  wrong({ actions: ['deny', 'warn'] }).toThrow(
    new TypeError('The API server does not allow `deny` and `warn` together.'),
  );
  wrong({ actions: ['block'] }).toThrow('Unknown action `block`. It must be `warn`, `deny` or `audit`.');
  wrong({ rules: ['images'] }).toThrow('There is no rule `images`. Did you mean `image`?');
  wrong({ mutate: true, actions: ['warn'] }).toThrow('Use either `mutate` or `actions`, not both.');
  wrong({ mutate: 'yes' }).toThrow('The option `mutate` must be `true` or `false`.');
  wrong({ format: 'json' }).toThrow('Unknown format `json`. It must be `yaml`, `kyverno` or `gatekeeper`.');
  wrong({ mutate: true, format: 'kyverno' }).toThrow('Use either `mutate` or `format`, not both.');
  wrong({ action: 'deny' }).toThrow('Unknown option `action`. Did you mean `actions`?');
  wrong({ settings: { kubernetesVersion: '1.29' } }).toThrow('ValidatingAdmissionPolicies require Kubernetes 1.30');
});

test('a finding that a rule makes is gone when the rule is off', () => {
  const of = (options?: Options) => check(DECLARED, options).files.flatMap(({ findings }) => findings);
  const [first] = of();
  if (first === undefined) throw new Error('nothing is found');
  const code = rules.find(({ id }) => id === first.rule)?.code;
  for (const name of [first.rule, code ?? '']) {
    expect(of({ settings: { rules: { [name]: 'off' } } })).toEqual(of().filter(({ rule }) => rule !== first.rule));
  }
});

describe('settings that are not valid throw, and each is named', () => {
  test.each<[object, string]>([
    [
      { kubernetesVersion: '1.9' },
      `Invalid value for \`kubernetesVersion\`: "1.9". It must be a release from 1.14 to ${NEWEST_VERSION}.`,
    ],
    [{ taint: 'x' }, 'Invalid value for `taint`: "x". It must be auto, none, a provider or key=value:effect.'],
    [{ mixedCluster: 'yes' }, 'Invalid value for `mixedCluster`: "yes". It must be `true` or `false`.'],
    [{ taints: 'eks' }, 'Unknown setting `taints`. Did you mean `taint`?'],
    [{ scope: 'off' }, 'Unknown setting `scope`.'],
    [{ scope: 'none' }, 'Unknown setting `scope`.'],
    [{ exclude: [] }, 'Unknown setting `exclude`.'],
    [
      { rules: { 'pod/host-pit': 'off' } },
      'There is no rule and no category `pod/host-pit`. Did you mean `pod/host-pid`?',
    ],
    [
      { rules: { image: 'loud' } },
      'Invalid value for `image` in `rules`: "loud". It must be `off`, `on`, `error`, `warning`, `information` or `hint`.',
    ],
    [
      { taint: 1, cniMode: 'x' },
      'Invalid value for `taint`: 1. It must be auto, none, a provider or key=value:effect. Invalid value for `cniMode`: "x". It must be `unknown`, `overlay` or `l2bridge`.',
    ],
  ])('%j', (settings, message) => {
    for (const call of [check, explain]) {
      expect(() => call(DECLARED, { settings })).toThrow(new TypeError(message));
    }
  });

  test('so do arguments of another type', () => {
    const wrong = (...args: unknown[]) => expect(() => (check as (...args: unknown[]) => unknown)(...args));
    wrong(Buffer.from('')).toThrow(new TypeError('The text must be a string.'));
    wrong('', { path: 1 }).toThrow(new TypeError('The option `path` must be a string.'));
    wrong('', null).toThrow(new TypeError('The options must be an object.'));
    wrong('', 'a.yaml').toThrow(new TypeError('The options must be an object.'));
    wrong('', { setings: {} }).toThrow(new TypeError('Unknown option `setings`. Did you mean `settings`?'));
    wrong('', { settings: null }).toThrow(new TypeError('The option `settings` must be an object.'));
    wrong('', { settings: [] }).toThrow(new TypeError('The option `settings` must be an object.'));
  });
});

test('its settings are those of a configuration file that a text can have', () => {
  type Ours = Required<NonNullable<Options['settings']>>;
  type Theirs = 'scope' | 'lens' | 'reportSyntaxErrors' | 'ruleCodes' | 'exclude' | `${string}.${string}`;
  // If the compiler stops here, `Settings` in server/src/api.ts lacks a setting, or has one that is gone.
  expectTypeOf<keyof Ours>().toEqualTypeOf<Exclude<keyof SettingsInside, Theirs>>();
  const defaults = Object.entries(SETTINGS)
    .filter(([key]) => ![...EDITOR_SETTINGS, ...NOT_IN_OVERRIDES].includes(key))
    .map(([key, setting]) => [key, setting.default]);
  const taken = Object.fromEntries(defaults) as unknown as {
    readonly [K in Exclude<keyof SettingsInside, Theirs>]: SettingsInside[K];
  };
  // If the compiler stops here, it names a setting that takes a value which its type in server/src/api.ts lacks. Not the other
  // way round: a release is any string there.
  const ours: Ours = taken;
  expect(check('', { settings: ours })).toEqual(check(''));
});

test('all rules are listed', () => {
  expect(rules.map(({ id }) => id)).toEqual(RULES.map(({ id }) => id).sort());
  expect(rules.find(({ id }) => id === 'pod/host-pid')).toMatchObject({
    code: 'KW1103',
    title: RULES.find(({ id }) => id === 'pod/host-pid')?.title,
    effects: ['rejected', 'ignored'],
    offByDefault: false,
  });
  expect(rules.filter(({ offByDefault }) => offByDefault).length).toBe(
    RULES.filter((rule) => rule.offByDefault).length,
  );
  expect(JSON.parse(JSON.stringify(rules))).toEqual(rules);
});

test('it compares with the date of today, and changes it for nobody else in the process', () => {
  const pod = SCHEDULED.replace('registry.example/app:1', 'mcr.microsoft.com/windows/servercore:ltsc2025');
  const rulesFor = (settings: Options['settings'] = {}) =>
    check(pod, { settings }).files.flatMap(({ findings }) => findings.map(({ rule }) => rule));
  expect(rulesFor()).not.toContain('image/base-image-end-of-support');
  vi.setSystemTime('2099-01-01');
  onTestFinished(() => void vi.useRealTimers());
  expect(rulesFor()).toContain('image/base-image-end-of-support');
  expect(rulesFor({ date: '2026-11-25' })).not.toContain('image/base-image-end-of-support');
  expect(readSettings({}).settings.date).toBe(TABLES_DATE);
});
