import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { namesOf } from '../../server/src/lint/settings/rule-names.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { POD } from '../../server/src/policy/expressions/pod.ts';
import { leaves } from '../../server/src/policy/pod-system.ts';
import { POLICY_SETTINGS } from '../../server/src/policy/policies.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { CLOUD_OS_LABELS } from '../../server/src/windows/providers.ts';
import { folderWith, kubewin } from '../cli/kubewin.ts';
import { withEveryRule, written } from './subjects.ts';

const rulesOf = (settings: Partial<Settings>, rules?: readonly string[]) =>
  written({ settings: { ...DEFAULT_SETTINGS, ...settings }, rules }).rules;

describe('the rules of policies', () => {
  test('are those with severity error and warning by default', () => {
    const rules = rulesOf({});
    expect(rules).toContain('security-context/privileged');
    expect(rules).toContain('volumes/nfs');
    // Information and advice.
    expect(rules).not.toContain('volumes/azure-disk');
    expect(rules).not.toContain('scheduling/beta-os-label');
  });

  test('are those of a category, and all that are named by ID', () => {
    const named = rulesOf({}, ['pod', 'scheduling/beta-os-label']);
    expect([...Object.keys(POD), 'scheduling/beta-os-label']).toEqual(expect.arrayContaining(named));
    expect(named).toEqual(expect.arrayContaining(['pod/host-aliases', 'pod/host-ipc', 'scheduling/beta-os-label']));
  });

  test('depend on the severities in the settings', () => {
    expect(rulesOf({ rules: { 'volumes/azure-disk': 'error', 'volumes/nfs': 'off', pod: 'off' } })).toContain(
      'volumes/azure-disk',
    );
    expect(rulesOf({ rules: { 'volumes/nfs': 'off' } })).not.toContain('volumes/nfs');
    expect(rulesOf({ rules: { pod: 'hint' } })).not.toContain('pod/host-pid');
    expect(rulesOf({ rules: { 'volumes/nfs': 'off' } }, ['volumes/nfs'])).toEqual([]);
  });

  test('are those with severity error if they are denied, and all that are named by ID', () => {
    const denied = (settings: Partial<Settings>, rules?: readonly string[]) =>
      written({ actions: ['deny'], settings: { ...DEFAULT_SETTINGS, ...settings }, rules }).rules;
    expect(denied({})).toContain('volumes/nfs');
    // It has no effect, or may prevent the pod from starting.
    expect(denied({})).not.toContain('pod/host-aliases');
    expect(denied({})).not.toContain('image/linux-image-on-windows');
    expect(denied({ rules: { 'volumes/azure-disk': 'error', 'volumes/nfs': 'warning' } }, ['volumes'])).toContain(
      'volumes/azure-disk',
    );
    expect(denied({ rules: { 'volumes/nfs': 'warning' } })).not.toContain('volumes/nfs');
    expect(denied({}, ['volumes/azure-disk'])).toEqual(['volumes/azure-disk']);
  });

  test('depend on the release and the runtime', () => {
    expect(rulesOf({ kubernetesVersion: '1.33' })).not.toContain('volumes/empty-dir-mode');
    expect(rulesOf({ containerRuntime: 'docker' }, ['host-process'])).toContain('host-process/container-runtime');
    expect(rulesOf({}, ['host-process'])).not.toContain('host-process/container-runtime');
  });
});

test('the settings of the command line are those that policies read', () => {
  const read = new Set<string | symbol>();
  const settings = new Proxy(withEveryRule(DEFAULT_SETTINGS), {
    get: (target, key) => {
      read.add(key);
      return Reflect.get(target, key);
    },
  });
  written({ settings });
  expect([...read].sort()).toEqual(POLICY_SETTINGS);
});

/** The documents that the command writes. */
async function documents(args: readonly string[]) {
  const { code, stdout, stderr } = await kubewin(['policy', ...args], { cwd: folderWith({}) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

const isPolicy = ({ kind }: { kind: string }) => kind === 'ValidatingAdmissionPolicy';
const resources = (policy: { spec: { matchConstraints: { resourceRules: { resources: string[] }[] } } }) =>
  policy.spec.matchConstraints.resourceRules.flatMap((rule) => rule.resources);

describe('kubewin policy', () => {
  test.each([
    ['warn', ['warn'], ['Warn'], 'Ignore'],
    ['audit', ['audit'], ['Audit'], 'Ignore'],
    ['audit,warn', ['warn-audit'], ['Warn', 'Audit'], 'Ignore'],
    ['deny', ['deny'], ['Deny'], 'Fail'],
  ])('writes policies with --action %s', async (action, [name], validationActions, failurePolicy) => {
    const [policy, binding, ...others] = await documents([`--action=${action}`, '--rules=volumes/nfs']);
    expect(others).toEqual([]);
    expect(policy).toMatchObject({
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: `kubewin-${name}-volumes-nfs` },
      spec: { failurePolicy },
    });
    expect(binding).toMatchObject({
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: `kubewin-${name}-volumes-nfs` },
      spec: { policyName: `kubewin-${name}-volumes-nfs`, validationActions },
    });
    expect(policy.spec.validations[0].messageExpression).toMatch(
      /^"NFS volume on a Windows node .*\. \(volumes\/nfs\)"$/,
    );
    expect(resources(policy)).toContain('pods/ephemeralcontainers');
  });

  test('denies nothing that a controller creates, and audits it with policies of their own', async () => {
    const all = (await documents(['--action=audit', '--action=deny', '--rules=pod'])).filter(isPolicy);
    expect(all.map(({ metadata }) => metadata.name)).toEqual(['kubewin-audit-pod', 'kubewin-deny-pod']);
    const conditions = all.map(({ spec }) => spec.matchConditions.map(({ name }: { name: string }) => name));
    expect(conditions[0]).not.toContain('no-controller-owns-the-object');
    expect(conditions[1]).toContain('no-controller-owns-the-object');
  });

  test('names policies by their actions and rules, each differently', async () => {
    const names = async (...args: string[]) =>
      (await documents(args)).filter(isPolicy).map(({ metadata }) => metadata.name);
    expect(await names()).toContain('kubewin-warn-volumes');
    expect(await names('--rules=volumes,volumes/azure-disk')).toEqual([
      'kubewin-warn-volumes',
      'kubewin-warn-volumes-azure-disk',
    ]);
    const units = [...new Set(RULES.flatMap(namesOf))].map((unit) => unit.replace('/', '-'));
    expect(new Set([...units, ...units.map((unit) => `${unit}-every-pod`)]).size).toBe(2 * units.length);
    expect(units.filter((unit) => /^(audit|deny|warn)-/.test(unit))).toEqual([]);
  });

  test('exempts labeled namespaces and objects, and by default the namespaces of the system', async () => {
    const exempt = { key: 'kubewin.dev/policy', operator: 'NotIn', values: ['exempt'] };
    const system = {
      key: 'kubernetes.io/metadata.name',
      operator: 'NotIn',
      values: ['kube-node-lease', 'kube-public', 'kube-system'],
    };
    const matched = async (...args: string[]) => (await documents(args))[1].spec.matchResources;
    expect(await matched()).toEqual({
      namespaceSelector: { matchExpressions: [system, exempt] },
      objectSelector: { matchExpressions: [exempt] },
    });
    expect(await matched('--system-namespaces', '--action=deny')).toEqual({
      namespaceSelector: { matchExpressions: [exempt] },
      objectSelector: { matchExpressions: [exempt] },
    });
  });

  test('reads exceptions from a ConfigMap', async () => {
    const [configMap, policy, binding] = await documents(['--params=platform/kubewin', '--rules=volumes/nfs']);
    expect(configMap).toMatchObject({ kind: 'ConfigMap', metadata: { namespace: 'platform', name: 'kubewin' } });
    // `kubectl apply` would change the data, and `-l app.kubernetes.io/managed-by=kubewin` must be able to leave it out.
    expect(configMap).not.toHaveProperty('data');
    expect(configMap.metadata).not.toHaveProperty('labels');
    expect(policy.spec.paramKind).toEqual({ apiVersion: 'v1', kind: 'ConfigMap' });
    expect(policy.spec.validations[0].expression).toMatch(
      /^\["all",("KW\d{4}",|"volumes\.nfs",)+"volumes"\]\.exists\(key, key in variables\.exempt\) \|\| \(/,
    );
    expect(binding.spec.paramRef).toEqual({
      namespace: 'platform',
      name: 'kubewin',
      parameterNotFoundAction: 'Allow',
    });
  });

  test('reads no ConfigMap by default', async () => {
    const { stdout } = await kubewin(['policy'], { cwd: folderWith({}) });
    expect(stdout).not.toMatch(/ConfigMap|params|variables\.exempt/);
  });

  test('takes the codes of rules', async () => {
    const write = (rules: string) => kubewin(['policy', `--rules=${rules}`], { cwd: folderWith({}) });
    expect(await write('KW1103,volumes')).toEqual(await write('pod/host-pid,volumes'));
  });

  test.each([
    [['--action=block'], 'Invalid value for `--action`: `block`. It must be `warn`, `deny` or `audit`.'],
    [['--action=deny,warn'], 'The API server does not allow `Deny` and `Warn` together'],
    [['--format=json'], 'Invalid value for `--format`: `json`. It must be `yaml`, `kyverno` or `gatekeeper`.'],
    [['--rules=volumes/nsf'], 'There is no rule and no category `volumes/nsf`. Did you mean `volumes/nfs`?'],
    [['--rules=KW9999'], 'There is no rule and no category `KW9999`.'],
    [['--exclude=charts/'], '`policy` has no option `--exclude`.'],
    [
      ['--params=kubewin'],
      'Invalid value for `--params`: `kubewin`. It must be the namespace and the name of a ConfigMap',
    ],
    [['--params=a/b/c'], 'Invalid value for `--params`: `a/b/c`.'],
    [['--params=A/b'], 'Invalid value for `--params`: `A/b`.'],
    [['--fix'], '`policy` has no option `--fix`.'],
    [['manifests/'], '`policy` does not take the argument `manifests/`.'],
    [['--kubernetes-version=1.29'], 'ValidatingAdmissionPolicies require Kubernetes 1.30'],
    [['--rules=yaml'], 'No policy can express these rules with these settings.'],
  ])('fails for %j', async (args, message) => {
    const { code, stdout, stderr } = await kubewin(['policy', ...args], { cwd: folderWith({}) });
    expect(stderr).toContain(`kubewin: ${message}`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('names the rules that it leaves out, and uses the configuration file', async () => {
    const cwd = folderWith({ '.kubewin.yaml': 'rules:\n  volumes/nfs: off\n' });
    const { stdout } = await kubewin(['policy'], { cwd });
    expect(stdout).toContain('# Rules that no policy can express:');
    expect(stdout).toContain('#     yaml/bare-drive-letter');
    expect(stdout).not.toContain('# volumes/nfs');
    expect((await kubewin(['policy', '--no-config'], { cwd })).stdout).toContain('# volumes/nfs');
    expect((await kubewin(['policy'], { cwd })).stdout).toBe(stdout);
  });

  test('fails for an invalid configuration file', async () => {
    const cwd = folderWith({ '.kubewin.yaml': 'rulez: 1\n' });
    const { code, stdout, stderr } = await kubewin(['policy'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^kubewin: \.kubewin\.yaml:1:1: Unknown setting `rulez`\./);
    expect((await kubewin(['policy', '--config=none.yaml'], { cwd })).stderr).toBe(
      'kubewin: none.yaml: No such file or folder.\n',
    );
  });
});

test.each(CLOUD_OS_LABELS)('policies know which values of $key Linux nodes can have', ({ key }) => {
  expect(leaves('linux', 'lists'), 'POSSIBLE in server/src/policy/pod-system.ts').toContain(`r.key == "${key}" ?`);
});
