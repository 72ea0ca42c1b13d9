import { describe, expect, test } from 'vitest';
import { NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import type { ListedRule } from '../../server/src/lint/rule-set/rule-list.ts';
import { readConfig } from '../../server/src/lint/settings/config.ts';
import type { ClusterQuestion } from '../../server/src/lint/settings/new-config.ts';
import { SETTINGS } from '../../server/src/lint/settings/settings.ts';
import type { Information } from '../../server/src/lsp/information.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { SCHEDULED } from './manifests.ts';
import { TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';

describe('the list of rules has the severities', () => {
  async function states(settings: object, files = {}): Promise<string[]> {
    const client = await TestClient.start({ settings: { kubewin: settings }, files });
    const rules = await client.connection.sendRequest<ListedRule[]>('kubewin/rules', { uri: URI });
    return rules.map(({ id, state }) => `${id} ${state}`);
  }

  test.each([
    ['by default', {}, {}, ['os/name-invalid error', 'pod/host-pid error', 'security-context/privileged error']],
    [
      'of the editor settings',
      { rules: { pod: 'hint', 'security-context/privileged': 'off' } },
      {},
      ['os/name-invalid error', 'pod/host-pid hint', 'security-context/privileged off'],
    ],
    [
      'of a configuration file',
      { rules: { pod: 'hint' } },
      { 'file:///work/.kubewin.yaml': 'rules: { pod: off }\n' },
      ['os/name-invalid error', 'pod/host-pid off', 'security-context/privileged error'],
    ],
  ])('%s', async (_, settings, files, expected) => {
    expect(await states(settings, files)).toEqual(expected);
  });

  test('including rules that are off by default until a severity is set', async () => {
    const client = await TestClient.start({ server: { rules: RULES } });
    const rules = await client.connection.sendRequest<ListedRule[]>('kubewin/rules', { uri: URI });
    const off = rules.filter(({ state }) => state === 'off').map(({ id }) => id);
    expect(off).toEqual(RULES.filter(({ offByDefault }) => offByDefault).map(({ id }) => id));
    expect(rules).toContainEqual({
      id: 'pod/host-pid',
      code: 'KW1103',
      title: RULES.find(({ id }) => id === 'pod/host-pid')?.title,
      state: 'error',
    });
  });
});

describe('a new configuration file', () => {
  async function fileWith(answers: object): Promise<string> {
    const client = await TestClient.start();
    return client.connection.sendRequest('kubewin/newConfig', answers);
  }

  test('is valid for every choice, and the first choice is the default', async () => {
    const client = await TestClient.start();
    const questions = await client.connection.sendRequest<ClusterQuestion[]>('kubewin/clusterQuestions');
    expect(questions.map(({ key, choices }) => [key, choices[0]?.value])).toEqual([
      ['provider', 'unknown'],
      ['kubernetesVersion', NEWEST_VERSION],
      ['taint', 'auto'],
    ]);
    for (const { key, choices } of questions) {
      for (const { value } of choices) {
        const { settings, faults } = readConfig(await fileWith({ [key]: value }), RULES);
        expect([settings, faults]).toEqual([{ [key]: value }, []]);
      }
    }
  });

  test('explains its settings', async () => {
    const text = await fileWith({ kubernetesVersion: '1.30', taint: 'aks-local', mixedCluster: true });
    expect(text).toContain(`
# Kubernetes release of the cluster.
kubernetesVersion: 1.30

# Taint of the Windows nodes.
taint: "aks-local"

# The cluster has both Windows and Linux nodes, so Linux pods need a node selector too.
mixedCluster: true

# Turn rules off`);
    const { settings } = readConfig(text, RULES);
    expect(settings).toEqual({ kubernetesVersion: '1.30', taint: 'aks-local', mixedCluster: true });
  });

  test('has valid settings in its comments', async () => {
    const examples = (await fileWith({})).replace(/^# (?=\S+: |\S+:$|(?: |- )+\S)/gm, '');
    const { settings, overrides, faults } = readConfig(examples, RULES);
    expect([Object.keys(settings), overrides.length, faults]).toEqual([
      ['provider', 'kubernetesVersion', 'taint', 'rules', 'exclude'],
      1,
      [],
    ]);
  });

  test.each([{ taint: 'none\nrules: {}' }, { kubernetesVersion: 7 }, { other: 'x' }, {}])(
    'sets nothing for an invalid answer: %j',
    async (answers) => {
      expect(readConfig(await fileWith(answers), RULES).settings).toEqual({});
    },
  );
});

describe('diagnostic information', () => {
  /** The response to a client that sends all settings, as VS Code does. */
  async function information(settings: object, files = {}): Promise<Information> {
    const defaults = Object.entries(SETTINGS).map(([key, { default: ofServer, inVsCode = ofServer }]) => [
      key,
      inVsCode,
    ]);
    const kubewin = { ...Object.fromEntries(defaults), ...settings };
    const client = await TestClient.start({ settings: { kubewin }, files });
    await client.execute('none');
    return client.connection.sendRequest('kubewin/information', {});
  }

  test('has counts, and no settings with default values', async () => {
    expect(await information({ taint: 'none' }, { [URI]: SCHEDULED })).toEqual({
      counts: { folders: 1, files: 1, 'open files': 0, 'configuration files': 0, 'parsed documents': 1 },
      settings: [[]],
    });
  });

  test('has changed settings without names that users chose', async () => {
    const { settings } = await information({
      kubernetesVersion: '1.29',
      mixedCluster: true,
      taint: 'team=secret:NoSchedule',
      clusterDomain: 'secret.example',
      exclude: ['secret/'],
      windowsImages: ['secret.example/a', 'secret.example/b'],
      embeddedPods: { 'secret.example/Widget': ['spec'] },
      rules: { 'pod/host-pid': 'off', 'secret/rule': 'off' },
    });
    expect(settings).toEqual([
      [
        'kubernetesVersion: 1.29',
        'rules: pod/host-pid off',
        'exclude: 1 entry',
        'taint: key=value:effect',
        'mixedCluster: true',
        'windowsImages: 2 entries',
        'clusterDomain: set',
        'embeddedPods: 1 entry',
      ],
    ]);
  });

  test('includes settings of a configuration file', async () => {
    const { counts, settings } = await information({}, { 'file:///work/.kubewin.yaml': 'taint: aks\n' });
    expect([counts['configuration files'], settings]).toEqual([1, [['taint: aks']]]);
  });
});
