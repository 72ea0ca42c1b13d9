import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { POD } from '../../server/src/policy/expressions/pod.ts';
import { leaves } from '../../server/src/policy/pod-system.ts';
import { CLOUD_OS_LABELS } from '../../server/src/windows/providers.ts';
import { folderWith, kubewin } from '../cli/kubewin.ts';
import { written } from './subjects.ts';

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

  test('depend on the release and the runtime', () => {
    expect(rulesOf({ kubernetesVersion: '1.33' })).not.toContain('volumes/empty-dir-mode');
    expect(rulesOf({ containerRuntime: 'docker' }, ['host-process'])).toContain('host-process/container-runtime');
    expect(rulesOf({}, ['host-process'])).not.toContain('host-process/container-runtime');
  });
});

describe('kubewin policy', () => {
  test.each([
    ['warn', 'Warn', 'Ignore'],
    ['audit', 'Audit', 'Ignore'],
    ['deny', 'Deny', 'Fail'],
  ])('writes policies with --action %s', async (action, validation, onFailure) => {
    const { code, stdout, stderr } = await kubewin(['policy', '--action', action, '--rules=volumes/nfs,pod/host-pid'], {
      cwd: folderWith({}),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const documents = parseAllDocuments(stdout).map((document) => document.toJS());
    expect(documents.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ValidatingAdmissionPolicy kubewin-pod',
      'ValidatingAdmissionPolicyBinding kubewin-pod',
      'ValidatingAdmissionPolicy kubewin-volumes',
      'ValidatingAdmissionPolicyBinding kubewin-volumes',
    ]);
    expect(documents[0].spec.failurePolicy).toBe(onFailure);
    expect(documents[1].spec).toEqual({ policyName: 'kubewin-pod', validationActions: [validation] });
    expect(documents[0].spec.validations[0].message).toMatch(/^hostPID on a Windows pod\. .*\. \(pod\/host-pid\)$/);
  });

  test('takes the codes of rules', async () => {
    const write = (rules: string) => kubewin(['policy', `--rules=${rules}`], { cwd: folderWith({}) });
    expect(await write('KW1103,volumes')).toEqual(await write('pod/host-pid,volumes'));
  });

  test.each([
    [['--action=block'], 'Invalid value for `--action`: `block`. It must be `warn`, `deny` or `audit`.'],
    [['--format=json'], 'Invalid value for `--format`: `json`. It must be `yaml`.'],
    [['--rules=volumes/nsf'], 'There is no rule and no category `volumes/nsf`. Did you mean `volumes/nfs`?'],
    [['--rules=KW9999'], 'There is no rule and no category `KW9999`.'],
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
