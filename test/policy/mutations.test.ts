import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parsePattern } from '../../server/src/lint/pattern.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { isExpressed } from '../../server/src/policy/expressions/index.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { folderWith, kubewin } from '../cli/kubewin.ts';
import { lintText } from '../lint-text.ts';
import { pageOf } from '../rules/page.ts';
import { writtenMutating } from './subjects.ts';

const TAINT: Settings = { ...DEFAULT_SETTINGS, taint: 'os=windows:NoSchedule' };
const rulesOf = (settings: Settings, rules?: readonly string[]) => writtenMutating({ settings, rules }).rules;

describe('the rules whose fixes policies make', () => {
  const ineffective = RULES.filter(({ id }) => isExpressed(id)).flatMap((rule) => {
    const findings = pageOf(rule.id).examples.flatMap(({ text, settings }) => lintText(text, settings));
    const own = findings.filter((finding) => finding.rule === rule.id);
    const fixes = own.flatMap((finding) => finding.fixes.filter(({ safety }) => safety === 'ineffective'));
    return fixes.length === 0 ? [] : [{ rule, fixes }];
  });

  test('are all whose examples have a fix without effect, except those whose fix may need a review', () => {
    const without = ineffective.filter(({ rule }) => !rule.removesField).map(({ rule }) => rule.id);
    expect(without.sort()).toEqual([
      // It can be the reason why the pod is admitted or runs as another user, or needs the removal of another field.
      'pod/host-users',
      'run-as-non-root/host-process',
      'security-context/allow-privilege-escalation',
      'security-context/capabilities',
      'security-context/privileged',
      'security-context/seccomp-profile',
    ]);
  });

  test('only remove the watched field', () => {
    const removing = ineffective.filter(({ rule }) => rule.removesField);
    expect(removing.length).toBeGreaterThan(15);
    for (const { rule, fixes } of removing) {
      const watched = (rule.pod?.watches ?? []).map((pattern) => parsePattern(pattern).at(-1));
      const keys = watched.flatMap((step) => {
        if (step === undefined || step === 'items') return [];
        return new RegExp(`^${'keys' in step ? step.keys.replaceAll('.', '\\.').replaceAll('*', '.*') : step.key}$`);
      });
      for (const { changes } of fixes) {
        expect(changes, rule.id).toHaveLength(1);
        const [change] = changes;
        expect(change?.kind, rule.id).toBe('remove');
        const key = String(change?.path.at(-1));
        expect(
          keys.some((each) => each.test(key)),
          `${rule.id}: ${key} of ${keys}`,
        ).toBe(true);
      }
    }
  });

  test('have no effect with the settings', () => {
    expect(rulesOf(DEFAULT_SETTINGS)).toContain('security-context/fs-group');
    // Doubtful, or it prevents the pod from starting.
    expect(rulesOf(DEFAULT_SETTINGS)).not.toContain('dns/options');
    expect(rulesOf(DEFAULT_SETTINGS)).not.toContain('volumes/nfs');
    expect(rulesOf({ ...DEFAULT_SETTINGS, rules: { 'security-context/fs-group': 'off' } })).not.toContain(
      'security-context/fs-group',
    );
  });

  test('include the toleration for a taint', () => {
    const id = 'scheduling/missing-toleration';
    expect(rulesOf(TAINT)).toContain(id);
    expect(rulesOf(DEFAULT_SETTINGS)).not.toContain(id);
    expect(rulesOf({ ...TAINT, taint: 'os=windows:PreferNoSchedule' })).not.toContain(id);
    expect(rulesOf(TAINT, [id, 'pod/host-pid'])).toEqual(['pod/host-pid', id]);
  });
});

/** The documents that the command writes. */
async function documents(args: readonly string[]) {
  const { code, stdout, stderr } = await kubewin(['policy', '--mutate', ...args], { cwd: folderWith({}) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

describe('kubewin policy --mutate', () => {
  test.each([
    ['1.34', 'v1beta1'],
    ['1.35', 'v1beta1'],
    ['1.36', 'v1'],
  ])('writes policies for Kubernetes %s', async (release, version) => {
    const [policy, binding, ...others] = await documents(['--rules=pod', `--kubernetes-version=${release}`]);
    expect(others).toEqual([]);
    const head = { apiVersion: `admissionregistration.k8s.io/${version}`, metadata: { name: 'kubewin-mutate-pod' } };
    expect(policy).toMatchObject({
      ...head,
      kind: 'MutatingAdmissionPolicy',
      spec: { failurePolicy: 'Ignore', reinvocationPolicy: 'IfNeeded', mutations: [{ patchType: 'JSONPatch' }] },
    });
    expect(binding).toMatchObject({
      ...head,
      kind: 'MutatingAdmissionPolicyBinding',
      spec: { policyName: 'kubewin-mutate-pod' },
    });
    const names = policy.spec.matchConditions.map(({ name }: { name: string }) => name);
    expect(names).toContain('no-controller-owns-the-object');
  });

  test('changes new Pods and Jobs only, because existing ones are immutable', async () => {
    const [policy] = await documents(['--rules=pod']);
    const rules: { operations: string[]; resources: string[] }[] = policy.spec.matchConstraints.resourceRules;
    const updated = rules.filter(({ operations }) => operations.includes('UPDATE')).flatMap((rule) => rule.resources);
    const created = rules.flatMap(({ resources }) => resources);
    expect(created.filter((name) => !updated.includes(name))).toEqual(['pods', 'jobs']);
    expect(updated).toContain('deployments');
    expect(created).not.toContain('pods/ephemeralcontainers');
  });

  test('has the exceptions of other policies', async () => {
    const [configMap, policy, binding] = await documents(['--rules=pod', '--params=platform/kubewin']);
    const [, other] = parseAllDocuments(
      (await kubewin(['policy', '--rules=pod/host-pid'], { cwd: folderWith({}) })).stdout,
    ).map((document) => document.toJS());
    expect(configMap.kind).toBe('ConfigMap');
    expect(policy.spec.paramKind).toEqual({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(binding.spec.paramRef.parameterNotFoundAction).toBe('Allow');
    expect(binding.spec.matchResources).toEqual(other.spec.matchResources);
  });

  test.each([
    [['--kubernetes-version=1.33'], 'MutatingAdmissionPolicies require Kubernetes 1.34'],
    [['--action=warn'], 'Use either `--mutate` or `--action`, not both.'],
    [['--rules=volumes/nfs'], 'No policy can make fixes of these rules with these settings.'],
  ])('fails for %j', async (args, message) => {
    const { code, stdout, stderr } = await kubewin(['policy', '--mutate', ...args], { cwd: folderWith({}) });
    expect(stderr).toContain(`kubewin: ${message}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('says which feature gate older releases need', async () => {
    const head = async (release: string) =>
      (await kubewin(['policy', '--mutate', `--kubernetes-version=${release}`], { cwd: folderWith({}) })).stdout;
    expect(await head('1.35')).toContain('# Before Kubernetes 1.36, the API server requires --feature-gates=Mutating');
    expect(await head('1.36')).not.toContain('feature-gates');
  });
});
