import { describe, expect, test } from 'vitest';
import { explainField, explainRule } from '../../server/src/agents/explain.ts';
import { Findings, MAX_CHARACTERS, MAX_FINDINGS } from '../../server/src/agents/findings.ts';
import { fixed } from '../../server/src/agents/fixes.ts';
import { reportOnText } from '../../server/src/agents/text-workspace.ts';
import { readInputs, TOOLS, type ToolName } from '../../server/src/agents/tools.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import { DECLARED, LINUX, SCHEDULED } from '../lsp/manifests.ts';
import { faultsOf } from '../repository/words.ts';

const RULE_SET = ruleSet(RULES);

function toolNamed(name: ToolName) {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

function reportOn(text: string): FileReport {
  const report = reportOnText(text, RULE_SET, DEFAULT_SETTINGS);
  if ('fault' in report) throw new Error(report.fault);
  return report;
}

function answer(text: string, { hints = false, isWhole = true } = {}) {
  const findings = new Findings({ hints, isWhole });
  findings.add('pod.yaml', reportOn(text));
  return JSON.parse(findings.toJson());
}

test('descriptions are short, and say when to call a tool', () => {
  for (const { description, inputs } of TOOLS) {
    expect(description).toMatch(/\. Call it /);
    expect(description.length).toBeLessThan(350);
    expect([description, ...Object.values(inputs).map((input) => input.description)].flatMap(faultsOf)).toEqual([]);
  }
});

describe('inputs', () => {
  test.each<[ToolName, unknown, string]>([
    ['kubewin_check', undefined, 'The input must be an object.'],
    ['kubewin_check', ['text'], 'The input must be an object.'],
    ['kubewin_check', {}, 'Give either `text` or `path`.'],
    ['kubewin_check', { text: '', path: '' }, 'Give either `text` or `path`.'],
    ['kubewin_check', { text: 1 }, 'The input `text` must be a string.'],
    ['kubewin_check', { text: '', hints: 'yes' }, 'The input `hints` must be a boolean.'],
    ['kubewin_check', { txt: '' }, 'Unknown input `txt`. Did you mean `text`?'],
    ['kubewin_check', JSON.parse('{"__proto__": ""}'), 'Unknown input `__proto__`.'],
    [
      'kubewin_fix',
      { text: 'x'.repeat(500_001) },
      'The input `text` has 500001 characters, and at most 500000 are allowed.',
    ],
    ['kubewin_explain', { value: 'true' }, 'Give either `rule` or `field`.'],
  ])('of %s are not valid: %j', (name, raw, fault) => {
    expect(readInputs(toolNamed(name), raw)).toEqual({ fault });
  });

  test('that are valid are returned', () => {
    const raw = { field: 'hostNetwork', value: 'true' };
    expect(readInputs(toolNamed('kubewin_explain'), raw)).toEqual({ inputs: raw });
  });
});

describe('the answer of a check', () => {
  test('has places from 1 on, and edits that make the fix', () => {
    const { counts, findings, workloads } = answer(DECLARED);
    const { rule, severity, range, object, fixes } = findings[0];
    expect([rule, severity, range.start, object]).toEqual([
      'pod/host-pid',
      'error',
      { line: 8, column: 3 },
      'Pod declared',
    ]);
    expect(fixes[0]).toEqual({
      title: 'Remove `hostPID`',
      safety: 'safe',
      edits: [{ range: { start: { line: 8, column: 1 }, end: { line: 9, column: 1 } }, text: '' }],
    });
    expect([counts.error, workloads]).toEqual([1, ['Pod declared: windows (declared)']]);
  });

  test('has hints only on request', () => {
    const severities = (hints: boolean): string[] =>
      answer(SCHEDULED, { hints }).findings.map(({ severity }: { severity: string }) => severity);
    expect(severities(false)).not.toContain('hint');
    expect(severities(true)).toContain('hint');
  });

  test('says that pods which are not known to run on Windows were not checked', () => {
    const note = expect.stringContaining('No pod is known to run on Windows');
    expect(answer(LINUX).notes).toEqual([note]);
    expect(answer(DECLARED).notes).toBe(undefined);
  });

  test('names the line of a syntax error', () => {
    expect(answer(`${DECLARED}---\na: [`).notes).toEqual([expect.stringMatching(/^pod\.yaml:1[23]: The YAML cannot/)]);
  });

  test('has at most so many findings, the worst first, and counts the others', () => {
    const many = [SCHEDULED, ...Array.from({ length: 2 * MAX_FINDINGS + 7 }, () => DECLARED)].join('---\n');
    const { findings, counts, omitted, workloads } = answer(many);
    expect(findings.length).toBe(MAX_FINDINGS);
    expect(new Set(findings.map(({ severity }: { severity: string }) => severity))).toEqual(new Set(['error']));
    const others = counts.error + counts.warning + counts.information - MAX_FINDINGS;
    expect(omitted[0]).toBe(`${others} more findings. Fix these first, or check fewer files.`);
    expect(workloads.length).toBe(20);
  });

  test('has at most so many characters', () => {
    const name = 'x'.repeat(2_000);
    const many = Array.from({ length: 40 }, () => DECLARED.replace('name: declared', `name: ${name}`)).join('---\n');
    const { findings, omitted } = answer(many);
    expect(findings.length).toBeLessThan(40);
    expect(JSON.stringify(findings).length).toBeLessThan(MAX_CHARACTERS + 1_000);
    expect(omitted[0]).toMatch(/^\d+ more findings/);
  });
});

describe('fixes', () => {
  test('remove what is rejected, and keep comments', () => {
    const { text, applied } = fixed(reportOn(DECLARED), false);
    expect(text).toBe(DECLARED.replace('  hostPID: true # for the profiler\n', ''));
    expect(applied).toEqual(['pod/host-pid, line 8: Remove `hostPID`']);
  });

  test('remove what has no effect only on request', () => {
    expect(fixed(reportOn(SCHEDULED), false).text).toBe(SCHEDULED);
    expect(fixed(reportOn(SCHEDULED), true).text).toBe(SCHEDULED.replace('  hostPID: true\n', ''));
  });
});

describe('an explanation', () => {
  const explained = (field: string, value?: string) => explainField(field, value, RULE_SET, DEFAULT_SETTINGS);

  test.each(['pod/host-pid', 'KW1103', 'Pod/Host-Pid'])('of the rule %s is its page', (rule) => {
    expect(explainRule(rule, RULES)).toEqual({ page: 'rules/pod/host-pid.md' });
  });

  test('of a rule that does not exist names a similar one', () => {
    expect(explainRule('pod/host-pit', RULES)).toEqual({
      fault: 'There is no rule `pod/host-pit`. Did you mean `pod/host-pid`?',
    });
  });

  test.each([
    ['hostPID', ['pod/host-pid']],
    ['spec.hostPID', ['pod/host-pid']],
    ['spec.template.spec.hostPID', ['pod/host-pid']],
    ['spec.jobTemplate.spec.template.spec.containers[0].securityContext.privileged', ['security-context/privileged']],
    ['securityContext.seLinuxOptions.level', ['security-context/se-linux-options']],
    ['spec.sessionAffinity', ['service/session-affinity-os']],
    ['spec.unknown', []],
    ['spec', []],
    ['', []],
  ])('of the field %s lists its rules', (field, ids) => {
    const { text } = explained(field) as { text: string };
    expect([...text.matchAll(/^- `([^`]+)`/gm)].map(([, id]) => id)).toEqual(ids);
  });

  test.each([
    ['hostPID', 'true', '`pod/host-pid`'],
    ['spec.template.spec.securityContext.runAsUser', '1000', '`security-context/run-as-user`'],
    ['containers[0].securityContext.privileged', 'true', '`security-context/privileged`'],
    ['containers.securityContext.privileged', 'true', '`security-context/privileged`'],
    ['nodeSelector[kubernetes.io/os]', 'linux', '`os/'],
    ['hostPID', 'false', 'Nothing is found.'],
  ])('of %s: %s has what is found', (field, value, expected) => {
    const { text } = explained(field, value) as { text: string };
    expect(text.slice(0, text.indexOf('Rules about'))).toContain(expected);
  });

  test.each(['', 'spec', '[0]', `${'a.'.repeat(30)}b`])('of a value needs a field: "%s"', (field) => {
    expect(explained(field, 'true')).toEqual({ fault: expect.stringContaining('is not a field of a pod') });
  });
});
