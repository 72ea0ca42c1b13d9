import { describe, expect, test } from 'vitest';
import { minorOf, NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { mergeSettings, readConfig } from '../../server/src/lint/settings/config.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';

/** The first release that is not known. */
const NEXT = `1.${minorOf(NEWEST_VERSION) + 1}`;

/** The faults in a text: the text at the span of the fault, and the message. */
function faultsOf(text: string): [at: string, message: string][] {
  return readConfig(text, RULES).faults.map(({ span, message }) => [text.slice(span.start, span.end), message]);
}

test('reads settings without quotes', () => {
  const text = `# The cluster.
kubernetesVersion: 1.30
containerRuntime: containerd-1.7
taint: os=windows:NoSchedule
mixedCluster: yes
strictOsSupport: false
exclude: [legacy/, "**/*.tmp.yaml"]
windowsImages:
  - registry.example/windows/
rules:
  pod/host-pid: off
  image: hint
embeddedPods:
  example.com/Widget: [spec.template]
clusterDomain:
`;
  expect(readConfig(text, RULES)).toEqual({
    settings: {
      kubernetesVersion: '1.30',
      containerRuntime: 'containerd-1.7',
      taint: 'os=windows:NoSchedule',
      mixedCluster: true,
      strictOsSupport: false,
      exclude: ['legacy/', '**/*.tmp.yaml'],
      windowsImages: ['registry.example/windows/'],
      rules: { 'pod/host-pid': 'off', image: 'hint' },
      embeddedPods: { 'example.com/Widget': ['spec.template'] },
    },
    overrides: [],
    base: undefined,
    ownRules: [],
    cache: undefined,
    faults: [],
  });
});

test('a code names a rule as its ID does, and does not weaken an override', () => {
  const text = `rules: { KW1103: off, pod: hint }
overrides:
  - files: [a.yaml]
    rules: { KW1103: error }
  - files: [b.yaml]
    rules: { pod/host-pid: warning }
`;
  const { settings, overrides, faults } = readConfig(text, RULES);
  const rules = [settings, ...overrides.map((override) => override.settings)].map((each) => each['rules']);
  expect(rules).toEqual([
    { 'pod/host-pid': 'off', pod: 'hint' },
    { 'pod/host-pid': 'error' },
    { 'pod/host-pid': 'warning' },
  ]);
  expect(faults).toEqual([]);
  expect(faultsOf('rules: { KW9999: off }')).toEqual([['KW9999', 'There is no rule and no category `KW9999`.']]);
});

test('reads whether results are kept', () => {
  const cacheOf = (text: string) => readConfig(text, RULES).cache;
  expect(['cache: true', 'cache: false', '{}'].map(cacheOf)).toEqual([true, false, undefined]);
  for (const value of ['.cache', '[true]', '1']) {
    const { cache, faults } = readConfig(`cache: ${value}`, RULES);
    expect([cache, faults.map(({ message }) => message)]).toEqual([undefined, ['`cache` must be `true` or `false`.']]);
  }
});

test('reads the globs and settings of overrides', () => {
  const text = `kubernetesVersion: v1.29.3
overrides:
  - files: [legacy/, "**/old-*.yaml"]
    kubernetesVersion: 1.24
  - files: ["*.json"]
`;
  expect(readConfig(text, RULES)).toEqual({
    settings: { kubernetesVersion: '1.29' },
    overrides: [
      { files: ['legacy/', '**/old-*.yaml'], settings: { kubernetesVersion: '1.24' } },
      { files: ['*.json'], settings: {} },
    ],
    base: undefined,
    ownRules: [],
    cache: undefined,
    faults: [],
  });
});

test.each(['', '# nothing\n', '---\n', '{}', 'rules:\n', '---\nrules: {}\n'])('%j sets nothing', (text) => {
  const { settings, faults } = readConfig(text, RULES);
  expect([mergeSettings(settings), faults]).toEqual([DEFAULT_SETTINGS, []]);
});

describe('invalid settings are reported at their span, and the defaults apply', () => {
  const SEVERITIES = '`off`, `on`, `error`, `warning`, `information` or `hint`';
  test.each<[text: string, ...faults: [at: string, message: string][]]>([
    [
      'kubernetesversion: 1.30\n',
      ['kubernetesversion', 'Unknown setting `kubernetesversion`. Did you mean `kubernetesVersion`?'],
    ],
    ['ruls:\n', ['ruls', 'Unknown setting `ruls`. Did you mean `rules`?']],
    ['rules:\n'],
    ['override: []\n', ['override', 'Unknown setting `override`. Did you mean `overrides`?']],
    ['colour: red\n', ['colour', 'Unknown setting `colour`.']],
    ['scope: off\n', ['scope', '`scope` can only be set in the editor.']],
    [
      `kubernetesVersion: ${NEXT}\n`,
      [
        NEXT,
        `\`kubernetesVersion\` cannot be \`${NEXT}\`. It must be a release from 1.14 to ${NEWEST_VERSION}. Did you mean \`${NEWEST_VERSION}\`?`,
      ],
    ],
    [
      'kubernetesVersion: [1.30]\n',
      ['[1.30]', `\`kubernetesVersion\` cannot be a list. It must be a release from 1.14 to ${NEWEST_VERSION}.`],
    ],
    [
      'containerRuntime: containerd\n',
      [
        'containerd',
        '`containerRuntime` cannot be `containerd`. It must be `auto`, `containerd-2`, `containerd-1.7`, `containerd-1.6` or `docker`. Did you mean `containerd-2`?',
      ],
    ],
    [
      'taint: ekss\n',
      ['ekss', '`taint` cannot be `ekss`. It must be auto, none, a provider or key=value:effect. Did you mean `eks`?'],
    ],
    ['mixedCluster: "yes"\n', ['"yes"', '`mixedCluster` cannot be `yes`. It must be `true` or `false`.']],
    ['windowsImages: {}\n', ['{}', '`windowsImages` cannot be a mapping. It must be a list of strings.']],
    ['linuxImages: [[a]]\n', ['a', '`linuxImages` cannot have a list. It must be a list of strings.']],
    [
      'exclude: ["*a*a*a*a*b"]\n',
      ['"*a*a*a*a*b"', '`*a*a*a*a*b` is not a glob. It can have three `**`, and three `*` in a name.'],
    ],
    ['exclude: a\n', ['a', '`exclude` cannot be `a`. It can have three `**`, and three `*` in a name.']],
    [
      'rules: { pod/host-pit: off, pods: off }\n',
      ['pod/host-pit', 'There is no rule and no category `pod/host-pit`. Did you mean `pod/host-pid`?'],
      ['pods', 'There is no rule and no category `pods`. Did you mean `pod`?'],
    ],
    ['rules: { pod: loud }\n', ['loud', `\`pod\` cannot be \`loud\`. It must be ${SEVERITIES}.`]],
    ['rules: [pod]\n', ['[pod]', '`rules` cannot be a list. It maps rules to severities.']],
    [
      'embeddedPods: { Widget: [spec] }\n',
      [
        'Widget',
        '`embeddedPods` cannot have `Widget`. It maps a kind such as `example.com/Widget` to paths such as `spec.template`.',
      ],
    ],
    [
      'embeddedPods: { example.com/Widget: [spec.] }\n',
      [
        '[spec.]',
        '`example.com/Widget` cannot be `spec.`. It maps a kind such as `example.com/Widget` to paths such as `spec.template`.',
      ],
    ],
    [
      'overrides: { files: [a] }\n',
      ['overrides', '`overrides` is a list. An override is a mapping of settings with `files`, a list of globs.'],
    ],
    [
      'overrides: [a, { rules: {} }]\n',
      ['a', 'An override is a mapping of settings with `files`, a list of globs.'],
      ['rules', 'An override is a mapping of settings with `files`, a list of globs.'],
    ],
    [
      'overrides: [{ files: [a], exclude: [b], scope: off, file: [c] }]\n',
      ['exclude', '`exclude` cannot be set in `overrides`.'],
      ['scope', '`scope` can only be set in the editor.'],
      ['file', 'Unknown setting `file`. Did you mean `files`?'],
    ],
    ['- a\n', ['a', 'A configuration file is a mapping of settings.']],
    ['taint: aks\n---\ntaint: eks\n', ['---', 'A configuration file has one document; the others are ignored.']],
    ['rules: "a\n', ['"', 'The file is not valid YAML, so the defaults are used: Missing closing "quote.']],
    [
      'taint: {{ taint }}\n',
      ['{{ taint }}', '`taint` cannot be `{{ taint }}`. It must be auto, none, a provider or key=value:effect.'],
    ],
  ])('%s', (text, ...faults) => {
    expect(faultsOf(text)).toEqual(faults);
    for (const { message, replacement } of readConfig(text, RULES).faults)
      expect(/Did you mean `(.*)`\?$/.exec(message)?.[1]).toBe(replacement);
    const { settings } = readConfig(text, RULES);
    expect(mergeSettings(settings)).toEqual({
      ...DEFAULT_SETTINGS,
      ...(text.startsWith('taint: aks') ? settings : {}),
    });
  });
});

test('keeps valid settings next to invalid ones', () => {
  const { settings } = readConfig('taint: aks\nrules: { pods: off, pod: hint }\nexclude: ["*a*a*a*a*b", c]\n', RULES);
  expect(settings).toEqual({ taint: 'aks', rules: { pod: 'hint' }, exclude: ['c'] });
});

test('merges settings: later entries of mappings win, and the runtime depends on the merged release', () => {
  const { kubernetesVersion, containerRuntime, rules, exclude } = mergeSettings(
    { kubernetesVersion: '1.37', rules: { pod: 'off', image: 'hint' }, exclude: ['a', 'b'] },
    { kubernetesVersion: '1.30', rules: { image: 'error' }, exclude: ['c'] },
  );
  expect([kubernetesVersion, containerRuntime, rules, exclude]).toEqual([
    '1.30',
    'containerd-1.7',
    { pod: 'off', image: 'error' },
    ['c'],
  ]);
});

test('reads a very long file quickly', () => {
  const started = performance.now();
  const lines = Array.from({ length: 2_500 }, (_, i) => `  x/${i}${'y'.repeat(20)}: off\n`).join('');
  expect(readConfig(`rules:\n${lines}`, RULES).faults).toHaveLength(100);
  expect(performance.now() - started).toBeLessThan(5_000);
});
