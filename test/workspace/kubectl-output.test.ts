import { describe, expect, test } from 'vitest';
import { type KubectlOutput, readCluster } from '../../server/src/workspace/kubectl-output.ts';

interface NodeParts {
  readonly os?: 'windows' | 'linux';
  readonly kubelet?: string;
  readonly runtime?: string;
  readonly kernel?: string;
  readonly taints?: readonly string[];
}

/** A Node in a list, as `kubectl get -o yaml` prints it. */
function node(name: string, { os = 'windows', kubelet = 'v1.34.3', runtime, kernel, taints = [] }: NodeParts): string {
  const list = taints.map((taint) => {
    const [, key, value, effect] = /^(.*)=(.*):(.*)$/.exec(taint) ?? [];
    return `\n    - effect: ${effect}\n      key: ${key}\n      value: ${value}`;
  });
  return `- apiVersion: v1
  kind: Node
  metadata:
    annotations:
      node.alpha.kubernetes.io/ttl: "0"
      volumes.example/driver: '{"csi.example":"${name}"}'
    labels:
      kubernetes.io/arch: amd64
      kubernetes.io/hostname: ${name}
      kubernetes.io/os: ${os}
    name: ${name}
    resourceVersion: "4711"
  spec:
    podCIDR: 10.244.1.0/24${list.length === 0 ? '' : `\n    taints:${list.join('')}`}
  status:
    conditions:
    - lastHeartbeatTime: "2027-01-12T08:00:00Z"
      message: kubelet is posting ready status
      status: "True"
      type: Ready
    images:
    - names:
      - registry.example/web@sha256:${'0'.repeat(64)}
      sizeBytes: 301
    nodeInfo:
      architecture: amd64
      containerRuntimeVersion: ${runtime ?? 'containerd://1.7.27'}
      kernelVersion: ${kernel ?? (os === 'windows' ? '10.0.20348.3692' : '6.8.0-60-generic')}
      kubeletVersion: ${kubelet}
      operatingSystem: ${os}
`;
}

const CLASS = `- apiVersion: node.k8s.io/v1
  handler: runhcs-wcow-process
  kind: RuntimeClass
  metadata:
    name: windows-2022
  scheduling:
    nodeSelector:
      kubernetes.io/os: windows
    tolerations:
    - effect: NoSchedule
      key: pool
      operator: Equal
      value: win
`;

const list = (...items: readonly string[]) =>
  `apiVersion: v1\nitems:${items.length === 0 ? ' []' : ''}\n${items.join('')}kind: List\nmetadata:\n  resourceVersion: ""\n`;
const printed = (stdout: string, stderr = '', code: number | null = stderr === '' ? 0 : 1): KubectlOutput => {
  return { code, stdout, stderr };
};
/** As `kubectl version -o json` prints it. */
const release = (gitVersion: string) =>
  printed(
    JSON.stringify({
      clientVersion: { major: '1', minor: '32', gitVersion: 'v1.32.4' },
      kustomizeVersion: 'v5.5.0',
      serverVersion: { major: '1', minor: '35+', gitVersion, platform: 'linux/amd64' },
    }),
  );
const forbidden = (kind: string, group = '') =>
  `Error from server (Forbidden): ${kind} is forbidden: User "dev" cannot list resource "${kind.split('.')[0]}" in API group "${group}" at the cluster scope\n`;

const POOL = ['pool=win:NoSchedule'];
const SERVER = release('v1.35.2-gke.100');
/** The settings as lines, with what they follow from. */
function lines(...[of, version]: Parameters<typeof readCluster>) {
  const { settings, nodes, notes } = readCluster(of, version);
  return { settings: settings.map(({ key, value, reason }) => `${key}: ${value} (${reason})`), nodes, notes };
}

describe('a cluster', () => {
  test('with nodes that agree determines all settings but the provider', () => {
    const items = [node('win-1', { taints: POOL }), node('win-2', { taints: POOL }), node('lin-1', { os: 'linux' })];
    expect(lines(printed(list(...items, CLASS)), SERVER)).toEqual({
      settings: [
        'kubernetesVersion: 1.35 (API server v1.35.2-gke.100, kubelets v1.34.3)',
        'containerRuntime: containerd-1.7 (containerd://1.7.27)',
        'taint: pool=win:NoSchedule (2 Windows nodes)',
        'mixedCluster: true (2 of 3 nodes run Windows)',
      ],
      nodes: '2 Windows nodes: Windows Server 2022',
      notes: [],
    });
  });

  test('with nodes that differ determines what they have in common, and the notes say what they have not', () => {
    const items = [
      node('win-1', { kubelet: 'v1.33.1', taints: POOL }),
      node('win-2', { kernel: '10.0.17763.7009', runtime: 'containerd://2.1.4' }),
      node('win-3', { kernel: '10.0.99999.1', runtime: 'cri-o://1.31.0', taints: [...POOL, 'gpu=a100:NoExecute'] }),
    ];
    expect(lines(printed(list(...items)), SERVER)).toEqual({
      settings: ['kubernetesVersion: 1.35 (API server v1.35.2-gke.100, kubelets v1.33.1, v1.34.3)'],
      nodes: '3 Windows nodes: Windows Server 2022 (1), Windows Server 2019 (1), build 99999 (1)',
      notes: [
        '`containerRuntime` does not follow from the Windows nodes: containerd://1.7.27, containerd://2.1.4, cri-o://1.31.0.',
        '`taint` does not follow from the Windows nodes: pool=win:NoSchedule, no taint, pool=win:NoSchedule + gpu=a100:NoExecute.',
      ],
    });
  });

  test('without Windows nodes has the taint that its RuntimeClasses for Windows tolerate', () => {
    expect(lines(printed(list(node('lin-1', { os: 'linux' }), CLASS)), SERVER)).toEqual({
      settings: [
        'kubernetesVersion: 1.35 (API server v1.35.2-gke.100, kubelets v1.34.3)',
        'taint: pool=win:NoSchedule (RuntimeClass windows-2022)',
      ],
      nodes: 'No Windows nodes',
      notes: [],
    });
    const others = [
      CLASS.replace('Equal\n      value: win', 'Exists'),
      CLASS.replace('value: win', 'value: other').replace('windows-2022', 'windows-2025'),
    ];
    for (const other of others) {
      expect(readCluster(printed(list(CLASS, other)), SERVER).settings.map(({ key }) => key)).toEqual([
        'kubernetesVersion',
      ]);
    }
  });

  test('with one node is read as well', () => {
    expect(lines(printed(list(node('win-1', {}))), SERVER).nodes).toBe('1 Windows node: Windows Server 2022');
  });

  test.each(['v1.99.0', 'v1.13.4'])('of an unknown release has none to offer: %s', (version) => {
    const { settings, notes } = readCluster(printed(list(node('win-1', {}))), release(version));
    expect(settings.map(({ key }) => key)).toEqual(['containerRuntime']);
    expect(notes).toEqual([`Kubernetes ${version} is not supported: Kubewin knows 1.14 to 1.37.`]);
  });

  test('has texts of any length and content, of which only a piece is shown', () => {
    const long = Array.from({ length: 5 }, (_, i) => node(`win-${i}`, { runtime: `"${'x'.repeat(500)}\\e[${i}m"` }));
    const [note = ''] = readCluster(printed(list(...long)), SERVER).notes;
    expect(note.length).toBeLessThan(400);
    expect(readCluster(printed(list()), release('v9.\u001b[31m\n9')).notes).toEqual([
      'Kubernetes v9. [31m 9 is not supported: Kubewin knows 1.14 to 1.37.',
    ]);
  });
});

describe('if kubectl fails', () => {
  test('a kind that may not be listed is named, and the rest counts', () => {
    const withoutNodes = printed(list(CLASS), forbidden('nodes'));
    expect(lines(withoutNodes, SERVER)).toEqual({
      settings: [
        'kubernetesVersion: 1.35 (API server v1.35.2-gke.100)',
        'taint: pool=win:NoSchedule (RuntimeClass windows-2022)',
      ],
      nodes: 'No nodes are known',
      notes: ['You are not allowed to list `nodes`, so nothing follows from them.'],
    });
    const neither = forbidden('nodes') + forbidden('runtimeclasses.node.k8s.io', 'node.k8s.io');
    expect(lines(printed(list(), neither), SERVER)).toEqual({
      settings: ['kubernetesVersion: 1.35 (API server v1.35.2-gke.100)'],
      nodes: 'No nodes are known',
      notes: [
        'You are not allowed to list `nodes`, so nothing follows from them.',
        'You are not allowed to list `runtimeclasses`, so nothing follows from them.',
      ],
    });
  });

  test('without a release of the API server, the newest kubelet determines it', () => {
    const nodes = printed(list(node('win-1', {}), node('win-2', { kubelet: 'v1.32.9' })));
    const client = printed(
      '{"clientVersion":{"gitVersion":"v1.32.4"}}',
      'Unable to connect to the server: net/http: TLS handshake timeout',
    );
    expect(lines(nodes, client)).toMatchObject({
      settings: [
        'kubernetesVersion: 1.34 (kubelets v1.34.3, v1.32.9)',
        'containerRuntime: containerd-1.7 (containerd://1.7.27)',
      ],
      notes: [
        'The release of the API server is unknown. Unable to connect to the server: net/http: TLS handshake timeout.',
      ],
    });
    expect(lines(nodes, undefined).notes).toEqual([]);
    expect(lines(nodes, printed('not JSON')).notes).toEqual(['The release of the API server is unknown.']);
    expect(lines(nodes, printed('{"serverVersion":{"gitVersion":7}}')).notes).toHaveLength(1);
  });

  test('half a list does not count', () => {
    const whole = list(node('win-1', {}), node('win-2', { taints: POOL }));
    for (const half of [whole.slice(0, whole.indexOf('win-2')), '<html>\n', ' \n']) {
      expect(lines(printed(half, '', null), SERVER)).toEqual({
        settings: ['kubernetesVersion: 1.35 (API server v1.35.2-gke.100)'],
        nodes: 'No nodes are known',
        notes: [
          ...(half.trim() === '' ? [] : ['The list of kubectl is incomplete, so it is not used.']),
          'kubectl was ended.',
        ],
      });
    }
    expect(lines(printed('apiVersion: v1\n'), SERVER).notes).toEqual([
      'The list of kubectl is incomplete, so it is not used.',
    ]);
  });

  test.each([
    [
      'E0112 08:00:01.3 4711 memcache.go:265] couldn\'t get current server API group list: Get "https://10.0.0.1"\nThe connection to the server 10.0.0.1 was refused - did you specify the right host or port?\n',
      'The connection to the server 10.0.0.1 was refused - did you specify the right host or port?',
    ],
    [
      'Unable to connect to the server: getting credentials: exec: executable login-helper not found\n\nIt looks like you are trying to use a client-go credential plugin that is not installed.\n',
      'Unable to connect to the server: getting credentials: exec: executable login-helper not found.',
    ],
    [
      'please log in\nerror: You must be logged in to the server (Unauthorized)\n',
      'error: You must be logged in to the server (Unauthorized).',
    ],
    ['login\u001b[0m failed\r\nsee above\r\n', 'login [0m failed.'],
  ])('its own message is shown in one sentence: %j', (stderr, sentence) => {
    expect(readCluster(printed('', stderr), undefined).notes).toEqual([sentence]);
  });

  test('a warning of a run that succeeds is not an error', () => {
    const skew =
      'WARNING: version difference between client (1.32) and server (1.35) exceeds the supported minor version skew of +/-1\n';
    const { notes } = readCluster(printed(list(node('win-1', {})), skew, 0), { ...SERVER, stderr: skew });
    expect(notes).toEqual([]);
  });
});
