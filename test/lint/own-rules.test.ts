import { beforeAll, describe, expect, test } from 'vitest';
import { setOwnRuleTools } from '../../server/src/lint/rule-set/own-rules.ts';
import { mergeSettings, readConfig } from '../../server/src/lint/settings/config.ts';
import type { CheckSettings } from '../../server/src/lint/settings/settings.ts';
import { ownRuleTools } from '../../server/src/own-rules/own-rules.ts';
import { MAX_EXPRESSION, MAX_OWN_RULES } from '../../server/src/own-rules/read.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { reportOf, textFindings } from '../lint-text.ts';

beforeAll(() => setOwnRuleTools(ownRuleTools));

const read = (text: string) => readConfig(text, RULES, 'file:///.kubewin.yaml', ownRuleTools.read);

/** The faults in a text: the text at the span of the fault, and the message. */
function faultsOf(text: string): [at: string, message: string][] {
  return read(text).faults.map(({ span, message }) => [text.slice(span.start, span.end), message]);
}

/** Settings with rules, as they follow from a configuration file. */
function settingsOf(text: string): CheckSettings {
  const { settings, ownRules, faults } = read(text);
  expect(faults).toEqual([]);
  return { ...mergeSettings(settings), ownRules };
}

/** The findings of rules of users in a manifest: severity, rule, and the text that is marked with its line. */
function found(config: string, manifest: string): string[] {
  const report = reportOf(manifest, settingsOf(config));
  expect(report.failedOwnRules).toEqual([]);
  return textFindings(report)
    .filter(({ rule }) => rule.startsWith('own/'))
    .map(({ rule, severity, at, offset }) => {
      const [start, end] = [at.start + offset, at.end + offset];
      const line = manifest.slice(0, start).split('\n').length;
      return `${severity} ${rule} ${line} ${manifest.slice(start, end)}`;
    });
}

const rule = (...lines: string[]) =>
  ['rules:', '  own/x:', '    message: No.', ...lines.map((line) => `    ${line}`), ''].join('\n');

const POD = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { team: shop }
spec:
  template:
    metadata:
      labels: { app: web }
    spec:
      os: { name: windows }
      nodeSelector:
        kubernetes.io/os: windows
        example.com/pool: a
      hostNetwork: false
      initContainers:
        - name: init
          image: docker.io/init:1
      containers:
        - name: web
          image: registry.example/web:1
          ports: [{ containerPort: 80 }]
          volumeMounts:
            - name: data
              mountPath: /data
        - name: proxy
          image: docker.io/proxy:1
      volumes:
        - name: data
          hostPath: { path: /srv }
`;

describe('a finding is at the field', () => {
  test.each<[name: string, config: string, findings: string[]]>([
    [
      'a value',
      rule('fields: spec.containers[*].image', 'when: value.startsWith("docker.io/")'),
      ['warning own/x 27 docker.io/proxy:1'],
    ],
    [
      'of several lists',
      rule(
        'fields:',
        '  - spec.containers[*].image',
        '  - spec.initContainers[*].image',
        'when: value.startsWith("docker.io/")',
      ),
      ['warning own/x 18 docker.io/init:1', 'warning own/x 27 docker.io/proxy:1'],
    ],
    ['a field that only has to be set', rule('fields: spec.hostNetwork'), ['warning own/x 15 hostNetwork']],
    [
      'the name of a container',
      rule('fields: spec.containers[*]', 'when: "!has(container.ports)"'),
      ['warning own/x 26 proxy'],
    ],
    ['the name of a volume', rule('fields: spec.volumes[*]', 'when: has(volume.hostPath)'), ['warning own/x 29 data']],
    [
      'the first key of another item',
      rule('fields: spec.containers[*].ports[*]', 'when: item.containerPort < 1024 && container.name == "web"'),
      ['warning own/x 22 containerPort'],
    ],
    [
      'a field of a mount',
      rule('fields: spec.containers[*].volumeMounts[*].mountPath', 'when: mount.name == "data" && value == "/data"'),
      ['warning own/x 25 /data'],
    ],
    [
      'a key of a map',
      rule('fields: spec.nodeSelector[example.com/*]', 'when: key.endsWith("pool") && value == "a"'),
      ['warning own/x 14 a'],
    ],
    ['a label', rule('fields: metadata.labels[app]', 'when: value == "web"'), ['warning own/x 9 web']],
    [
      'the name of the object, once for a pod',
      rule('when: object.metadata.labels.team == "shop"'),
      ['warning own/x 4 web'],
    ],
    [
      'the name of the object for a pod spec',
      rule('fields: spec', 'when: value.containers.size() == 2'),
      ['warning own/x 4 web'],
    ],
  ])('%s', (_, config, findings) => {
    expect(found(config, POD)).toEqual(findings);
  });
});

test.each([
  'variables.spec.os.name == "windows"',
  'variables.metadata.labels.app == "web"',
  'variables.containers.size() == 3 && variables.regular.size() == 2 && variables.lasting.size() == 3',
  'variables.volumes.exists(v, v.name == "data")',
  'variables.declared && variables.isForWindows && !variables.isForLinux && variables.onWindows && !variables.onLinux',
  '!variables.anyHostProcess && !variables.podHostProcess && !variables.severalPods',
  'variables.images.exists(i, i.path == "docker.io/library/proxy" && i.tag == "1")',
])('a condition reads the variables of policies: %s', (when) => {
  expect(found(rule(`when: '${when}'`), POD)).toEqual(['warning own/x 4 web']);
});

const LINUX = POD.replaceAll('windows', 'linux');
const UNKNOWN = POD.replace('      os: { name: windows }\n', '').replace('        kubernetes.io/os: windows\n', '');

test.each<[gate: string, windows: boolean, linux: boolean, unknown: boolean]>([
  ['windows', true, false, false],
  ['linux', false, true, false],
  ['any', true, true, true],
])('the gate %s', (gate, ...expected) => {
  const config = rule(`gate: ${gate}`, 'when: "true"');
  expect([POD, LINUX, UNKNOWN].map((text) => found(config, text).length === 1)).toEqual(expected);
});

describe('severities', () => {
  const config = (severity: string, others = '') => rule(`severity: ${severity}`, 'when: "true"') + others;
  test.each(['error', 'warning', 'information', 'hint'])('%s', (severity) => {
    expect(found(config(severity), POD)).toEqual([`${severity} own/x 4 web`]);
  });
  test('off', () => expect(found(config('off'), POD)).toEqual([]));
  test('a setting of the rule or of the category wins', () => {
    const { ownRules, ...settings } = settingsOf(config('error'));
    const severities = ['own/x', 'own'].map((name) => {
      const report = reportOf(POD, {
        ...settings,
        rules: { [name]: 'hint' },
        ...(ownRules && { ownRules }),
      } as CheckSettings);
      return textFindings(report).find(({ rule: id }) => id === 'own/x')?.severity;
    });
    expect(severities).toEqual(['hint', 'hint']);
  });
});

test('a comment suppresses a finding, and names only rules that exist', () => {
  const text = POD.replace('      containers:', '      # kubewin: allow own/x, own/y\n      containers:').replace(
    '  name: web',
    '  # kubewin: allow own/x -- tried\n  name: web',
  );
  const report = reportOf(text, settingsOf(rule('when: "true"')));
  const [{ suppressed, findings } = { suppressed: [], findings: [] }] = report.documents;
  expect(suppressed.map(({ finding, reason }) => [finding.rule, reason])).toContainEqual(['own/x', 'tried']);
  const messages = findings.filter(({ rule: id }) => id.startsWith('directive/')).map(({ message }) => message);
  expect(messages).toEqual(
    [
      'This suppression of `own/x` is unused: the rule reports no problem here.',
      'Unknown rule `own/y`. Did you mean `own/x`?',
    ].map((message) => expect.stringContaining(message.slice(0, 20))),
  );
});

test('what a template or a placeholder writes is unknown', () => {
  const config = rule('fields: spec.containers[*].image', 'when: value.startsWith("docker.io/")');
  expect(found(config, POD.replace('docker.io/proxy:1', '{{ .Values.image }}'))).toEqual([]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder
  expect(found(config, POD.replace('docker.io/proxy:1', 'docker.io/${IMAGE}'))).toEqual([]);
});

test('the fields of custom resources are those of the pods in them', () => {
  const resource = POD.replace('apps/v1', 'argoproj.io/v1alpha1').replace('Deployment', 'Rollout');
  expect(found(rule('when: variables.spec.containers.size() == 2'), resource)).toEqual(['warning own/x 4 web']);
});

test.each<[name: string, when: string, message: string]>([
  [
    'a field that is not set',
    'value.securityContext.runAsUser == 1',
    'Deployment web: The field `securityContext` is not set.',
  ],
  [
    'too many steps',
    `${Array.from('abcdef', (name) => `[1, 2, 3, 4, 5, 6, 7, 8, 9].exists(${name}, `).join('')}false))))))`,
    'Deployment web: The condition takes more than 100,000 steps.',
  ],
  [
    'another type',
    'dyn("a") > dyn(1)',
    'Deployment web: The condition has an error: no such overload: dyn<string> > dyn<int>.',
  ],
  ['not a boolean', 'dyn(1)', 'Deployment web: The condition must be a boolean.'],
])('a condition that cannot be evaluated: %s', (_, when, message) => {
  const config = `${rule(`when: '${when}'`)}  own/y:\n    message: Yes.\n    when: "true"\n`;
  const report = reportOf(POD, settingsOf(config));
  expect(report.failedOwnRules.map((failed) => [failed.rule.id, failed.message])).toEqual([['own/x', message]]);
  expect(textFindings(report).map((finding) => finding.rule)).toContain('own/y');
});

describe('faults in definitions', () => {
  test.each<[name: string, config: string, faults: [at: string, message: string][]]>([
    ['a syntax error', rule("when: 'value.size() >'"), [['', 'The condition is not complete.']]],
    [
      'an unknown field',
      rule("when: 'value.hostNetwrok'"),
      [['hostNetwrok', 'PodSpec has no field `hostNetwrok`. Did you mean `hostNetwork`?']],
    ],
    [
      'an unknown field in double quotes',
      rule('when: "value.hostNetwrok"'),
      [['hostNetwrok', 'PodSpec has no field `hostNetwrok`. Did you mean `hostNetwork`?']],
    ],
    [
      'an unknown field without quotes',
      rule('when: value.hostNetwrok'),
      [['hostNetwrok', 'PodSpec has no field `hostNetwrok`. Did you mean `hostNetwork`?']],
    ],
    [
      'an unknown field in a block',
      rule('when: >-', '  value.hostPID &&', '  value.hostNetwrok'),
      [['hostNetwrok', 'PodSpec has no field `hostNetwrok`. Did you mean `hostNetwork`?']],
    ],
    [
      'an unknown field behind escapes',
      rule('when: "\\"a\\" == \\"b\\" || value.hostNetwrok"'),
      [
        [
          '"\\"a\\" == \\"b\\" || value.hostNetwrok"',
          'PodSpec has no field `hostNetwrok`. Did you mean `hostNetwork`?',
        ],
      ],
    ],
    [
      'a name that only some fields have',
      rule('fields: [spec.hostPID, spec.dnsPolicy]', 'when: container.name == "x"'),
      [['container', 'There is no variable `container`.']],
    ],
    [
      'a condition of another type',
      rule('when: value.nodeName'),
      [['value.nodeName', 'The condition must be a boolean.']],
    ],
    ['a condition that is not a text', rule('when: true'), [['true', '`when` must be a text.']]],
    [
      'a field that does not exist',
      rule('fields:', '  - spec.hostPID', '  - spec.conteiners[*].image'),
      [['spec.conteiners[*].image', 'PodSpec has no field `conteiners`. Did you mean `containers`?']],
    ],
    [
      'a field that is not a list',
      rule('fields: spec.hostPID[*]'),
      [['spec.hostPID[*]', '`spec.hostPID[*]`: `hostPID` is not a list.']],
    ],
    [
      'a field that is not a path',
      rule('fields: status.phase'),
      [['status.phase', 'A field is a path such as `spec.containers[*].image`.']],
    ],
    ['no fields', rule('fields: []'), [['[]', '`fields` must have 1 to 20 fields.']]],
    [
      'too many fields',
      rule(`fields: [${'spec.hostPID, '.repeat(21)}]`),
      [[expect.stringContaining('spec.hostPID'), '`fields` must have 1 to 20 fields.']] as [string, string][],
    ],
    [
      'a message that is too long',
      rule('when: "true"').replace('No.', 'x'.repeat(301)),
      [['x'.repeat(301), '`message` has more than 300 characters.']],
    ],
    [
      'an unknown key',
      rule('when: "true"', 'mesage: x'),
      [['mesage', 'A rule has no key `mesage`. Did you mean `message`?']],
    ],
    [
      'an unknown severity',
      rule('when: "true"', 'severity: eror'),
      [['eror', '`severity` must be one of these: warning, error, information, hint, off.']],
    ],
    [
      'an unknown gate',
      rule('when: "true"', 'gate: all'),
      [['all', '`gate` must be one of these: windows, linux, any.']],
    ],
    [
      'a link that is not one',
      rule('when: "true"', 'docs: wiki'),
      [['wiki', '`docs` must be an address that begins with `https://`.']],
    ],
    ['neither a condition nor fields', rule(), [['own/x', '`when` is missing.']]],
    ['no message', 'rules:\n  own/x:\n    when: "true"\n', [['own/x', '`message` is missing.']]],
    [
      'an ID that is not one',
      'rules:\n  own/My_Rule:\n    message: No.\n    when: "true"\n',
      [['own/My_Rule', 'The ID of a rule of your own is `own/` and a name in lower case, such as `own/registry`.']],
    ],
    ['a rule that is not of users', 'rules:\n  pod/x:\n    message: No.\n', [['\n    message: No.', '']]],
    [
      'a definition in an override',
      `${rule('when: "true"')}overrides:\n  - files: [a]\n    rules:\n      own/z: { message: No., when: "true" }\n`,
      [['own/z', 'Define a rule in `rules` of the file itself. Here, only its severity can be set.']],
    ],
    [
      'a severity for a rule that is not defined',
      `${rule('when: "true"')}  own/xy: off\n`,
      [['own/xy', 'There is no rule and no category `own/xy`. Did you mean `own/x`?']],
    ],
    [
      'an expression that is too long',
      rule(`when: "true || ${'x'.repeat(MAX_EXPRESSION)}"`),
      [[expect.stringContaining('xxx'), '`when` has more than 4,000 characters.']] as [string, string][],
    ],
  ])('%s', (name, config, faults) => {
    const all = faultsOf(config);
    if (name === 'a rule that is not of users') expect(all[0]?.[1]).toContain('`pod/x` cannot be a mapping');
    else expect(all).toEqual(faults);
  });

  test('a rule with a fault is not used, and others are', () => {
    const { ownRules } = read(`${rule('when: value.x')}  own/y:\n    message: Yes.\n    when: "true"\n`);
    expect(ownRules.map(({ id }) => id)).toEqual(['own/y']);
  });

  test('there are not too many rules', () => {
    const rules = Array.from({ length: MAX_OWN_RULES + 1 }, (_, i) => `  own/r${i}: { message: No., when: "true" }\n`);
    const { ownRules, faults } = read(`rules:\n${rules.join('')}`);
    expect([ownRules.length, faults.map(({ message }) => message)]).toEqual([100, ['There are more than 100 rules.']]);
  });
});
