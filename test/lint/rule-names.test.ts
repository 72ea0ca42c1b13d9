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

describe('a renamed rule', () => {
  test.each([
    ['its current ID', 'node/process-ids', []],
    ['a former ID', 'pod/pids', []],
    ['an even older ID', 'pod-level/host-pid', []],
    ['no other ID', 'pod/host-pid', ['node/process-ids warning', 'directive/unknown-rule warning']],
  ])('is suppressed by %s', (_, name, findings) => {
    expect(found(` # kubewin: allow ${name}`)).toEqual(findings);
  });

  test('is reported by its current ID', () => {
    expect(found('')).toEqual(['node/process-ids warning']);
  });

  test.each<[what: string, rules: Settings['rules'], severity: string]>([
    ['a former ID', { 'pod/pids': 'hint' }, 'hint'],
    ['a former category', { 'pod-level': 'hint' }, 'hint'],
    ['the current ID before a former one', { 'pod/pids': 'hint', 'node/process-ids': 'error' }, 'error'],
    ['any ID before any category', { node: 'hint', 'pod/pids': 'error' }, 'error'],
    ['the current category before a former one', { pod: 'hint', node: 'error' }, 'error'],
  ])('is set by %s', (_, rules, severity) => {
    expect(found('', rules)).toEqual([`node/process-ids ${severity}`]);
    expect(settingFaults({ rules }, [RENAMED])).toEqual([]);
  });

  test('is called by the name in an unused directive', () => {
    const text = pod(' # kubewin: allow pod/pids').replace('hostPID: true', 'hostIPC: true');
    const [finding] = lintText(text, DEFAULT_SETTINGS, ruleSet([RENAMED]));
    expect(finding).toMatchObject({ rule: 'directive/unused', message: expect.stringContaining('`pod/pids`') });
  });
});

test('the rules on directives have names, too', () => {
  const { all, idOf } = ruleNames([]);
  expect(all).toEqual(['directive/unused', 'directive/unknown-rule', 'directive']);
  expect(idOf('directive/unused')).toBe('directive/unused');
});

test('no two rules share a name', () => {
  const named = RULES.flatMap(({ id, formerIds = [] }: Rule) => [id, ...formerIds]);
  expect(new Set(named).size).toBe(named.length);
});
