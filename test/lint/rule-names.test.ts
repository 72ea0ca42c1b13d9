import { describe, expect, test } from 'vitest';
import { message, type Rule } from '../../server/src/lint/rule.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { ruleNames } from '../../server/src/lint/settings/rule-names.ts';
import { settingFaults } from '../../server/src/lint/settings/setting-faults.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { lintText } from '../lint-text.ts';

const RENAMED: Rule = {
  id: 'node/process-ids',
  formerIds: ['pod/pids', 'pod-level/host-pid'],
  title: 'A rule that had other names',
  gate: 'any',
  pod: {
    watches: ['spec.hostPID'],
    *check(field) {
      yield { at: field.span, message: message('Found.') };
    },
  },
  outcomes: [{ effect: 'ignored' }],
  why: 'It shows that names last.',
  sources: [{ title: 'None' }],
};

const pod = (comment: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  hostPID: true${comment}
  nodeSelector: { kubernetes.io/os: windows }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`;

function found(comment: string, rules: Settings['rules'] = {}): string[] {
  const findings = lintText(pod(comment), { ...DEFAULT_SETTINGS, rules }, ruleSet([RENAMED]));
  return findings.map(({ rule, severity }) => `${rule} ${severity}`);
}

describe('a rule that had other names', () => {
  test.each([
    ['today', 'node/process-ids', []],
    ['once', 'pod/pids', []],
    ['before', 'pod-level/host-pid', []],
    ['never', 'pod/host-pid', ['node/process-ids warning', 'directive/unknown-rule warning']],
  ])('is allowed by the one of %s', (_, name, findings) => {
    expect(found(` # kubewin: allow ${name}`)).toEqual(findings);
  });

  test('is told by the one of today', () => {
    expect(found('')).toEqual(['node/process-ids warning']);
  });

  test.each<[what: string, rules: Settings['rules'], severity: string]>([
    ['an id of former times', { 'pod/pids': 'hint' }, 'hint'],
    ['a category of former times', { 'pod-level': 'hint' }, 'hint'],
    ['the id of today first', { 'pod/pids': 'hint', 'node/process-ids': 'error' }, 'error'],
    ['any id before any category', { node: 'hint', 'pod/pids': 'error' }, 'error'],
    ['the category of today before former ones', { pod: 'hint', node: 'error' }, 'error'],
  ])('is set by %s', (_, rules, severity) => {
    expect(found('', rules)).toEqual([`node/process-ids ${severity}`]);
    expect(settingFaults({ rules }, [RENAMED])).toEqual([]);
  });

  test('a directive that silences nothing says so by the name that it has', () => {
    const text = pod(' # kubewin: allow pod/pids').replace('hostPID: true', 'hostIPC: true');
    const [finding] = lintText(text, DEFAULT_SETTINGS, ruleSet([RENAMED]));
    expect(finding).toMatchObject({ rule: 'directive/unused', message: expect.stringContaining('`pod/pids`') });
  });
});

test('directives have names, too', () => {
  const { all, idOf } = ruleNames([]);
  expect(all).toEqual(['directive/unused', 'directive/unknown-rule', 'directive']);
  expect(idOf('directive/unused')).toBe('directive/unused');
});

test('no name means two rules', () => {
  const named = RULES.flatMap(({ id, formerIds = [] }: Rule) => [id, ...formerIds]);
  expect(new Set(named).size).toBe(named.length);
});
