// Writes the output of `kubectl get -A -o yaml` or `-o json` for a cluster of this size to standard output:
// node test/bench/cluster.mjs yaml|json <megabytes> [share of Windows pods, in percent]
const [format = 'yaml', size = '100', share = '1'] = process.argv.slice(2);
const wanted = Number(size) * 1_000_000;

const NODES = ['linux', 'linux', 'windows'].map((os, i) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { labels: { 'kubernetes.io/arch': 'amd64', 'kubernetes.io/os': os }, name: `${os}-${i}` },
  spec: os === 'windows' ? { taints: [{ effect: 'NoSchedule', key: 'os', value: 'windows' }] } : {},
  status: {
    images: Array.from({ length: 50 }, (_, image) => ({
      names: [`registry.example/image-${image}:1.0`],
      sizeBytes: 1e8,
    })),
    nodeInfo: {
      containerRuntimeVersion: 'containerd://1.7.13',
      kernelVersion: os === 'windows' ? '10.0.20348.2340' : '5.15.0-1057',
      kubeletVersion: 'v1.29.4',
      operatingSystem: os,
      osImage: os === 'windows' ? 'Windows Server 2022 Datacenter' : 'Ubuntu 22.04.4 LTS',
    },
  },
}));

function pod(i) {
  const isWindows = i % 100 < Number(share);
  const annotation = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `web-${i}` },
    note: 'x'.repeat(800),
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': `${annotation}\n` },
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { app: `web-${i % 500}` },
      name: `web-${i}`,
      namespace: `team-${i % 50}`,
    },
    spec: {
      containers: [
        {
          env: Array.from({ length: 20 }, (_, i) => ({ name: `SETTING_${i}`, value: `value "${i}" {of} [web]` })),
          image: `registry.example/team-${i % 50}/web:1.${i}`,
          name: 'web',
          ...(isWindows ? { securityContext: { privileged: true } } : {}),
        },
      ],
      nodeName: isWindows ? 'windows-2' : `linux-${i % 2}`,
      ...(isWindows ? { nodeSelector: { 'kubernetes.io/os': 'windows' } } : {}),
      tolerations: [
        { effect: 'NoExecute', key: 'node.kubernetes.io/not-ready', operator: 'Exists', tolerationSeconds: 300 },
      ],
    },
    status: {
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        lastProbeTime: null,
        lastTransitionTime: '2026-01-01T00:00:00Z',
        message: 'x'.repeat(100),
        status: 'True',
        type,
      })),
      phase: 'Running',
      podIP: '10.0.0.1',
    },
  };
}

function yaml(value, indentation) {
  const blanks = ' '.repeat(indentation);
  return Object.entries(value)
    .map(([key, item]) => {
      const name = /^[\w./-]+$/.test(key) ? key : JSON.stringify(key);
      if (Array.isArray(item)) {
        const items = item.map((element) =>
          typeof element === 'object'
            ? `${blanks}- ${yaml(element, indentation + 2).trimStart()}`
            : `${blanks}- ${element}\n`,
        );
        return `${blanks}${name}:\n${items.join('')}`;
      }
      if (typeof item === 'object' && item !== null) {
        return Object.keys(item).length === 0
          ? `${blanks}${name}: {}\n`
          : `${blanks}${name}:\n${yaml(item, indentation + 2)}`;
      }
      if (typeof item === 'string' && item.endsWith('\n')) return `${blanks}${name}: |\n${blanks}  ${item}`;
      return `${blanks}${name}: ${typeof item === 'string' && /["{:]/.test(item) ? `'${item}'` : item}\n`;
    })
    .join('');
}

let written = 0;
async function write(text) {
  written += text.length;
  if (!process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

const isJson = format === 'json';
const indented = (item) => JSON.stringify(item, null, 4).replace(/^/gm, '        ');
const textOf = (item) => (isJson ? indented(item) : `- ${yaml(item, 2).trimStart()}`);
await write(isJson ? '{\n    "apiVersion": "v1",\n    "items": [\n' : 'apiVersion: v1\nitems:\n');
// kubectl prints the kinds in the order of its arguments.
for (let i = 0; written < wanted; i++) await write(textOf(pod(i)) + (isJson ? ',\n' : ''));
await write(NODES.map(textOf).join(isJson ? ',\n' : ''));
await write(
  isJson
    ? '\n    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n'
    : 'kind: List\nmetadata:\n  resourceVersion: ""\n',
);
