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
  code: 'KW9001',
  formerIds: ['pod/pids', 'pod-level/host-pid'],
  title: 'A rule that had other names',
  gate: 'any',
  pod: {
    watches: ['spec.hostPID'],
    check(field, { report }) {
      report({ at: field.span, message: message('Found.') });
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
    ['its code', 'KW9001', []],
    ['its code and its ID', 'KW9001 node/process-ids', []],
    ['no code in lower case', 'kw9001', ['node/process-ids warning', 'directive/unknown-rule warning']],
    ['no other code', 'KW9002', ['node/process-ids warning', 'directive/unknown-rule warning']],
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
    ['its code', { KW9001: 'hint' }, 'hint'],
    ['the current ID before its code', { 'node/process-ids': 'error', KW9001: 'hint' }, 'error'],
    ['its code before a former ID', { 'pod/pids': 'hint', KW9001: 'error' }, 'error'],
    ['its code before any category', { node: 'hint', KW9001: 'error' }, 'error'],
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

test('entries of settings are named by current IDs, and that of the ID counts', () => {
  const { byId } = ruleNames([RENAMED]);
  expect(byId({ KW9001: 'hint', pod: 'off' })).toEqual({ 'node/process-ids': 'hint', pod: 'off' });
  expect(byId({ 'node/process-ids': 'error', KW9001: 'hint' })).toEqual({ 'node/process-ids': 'error' });
  expect(byId({ 'pod/pids': 'error', KW9001: 'hint' })).toEqual({ 'node/process-ids': 'hint' });
});

test('a code is accepted, but not offered', () => {
  const { all, has } = ruleNames([RENAMED]);
  expect(all).not.toContain('KW9001');
  expect(['KW9001', 'node', 'pod/pids', 'KW9002', 'kw9001'].map(has)).toEqual([true, true, true, false, false]);
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
