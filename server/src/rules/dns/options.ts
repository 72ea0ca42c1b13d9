import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'dns/options',
  title: 'DNS resolver options on a Windows pod',
  gate: 'windows',
  pod: {
    watches: ['spec.dnsConfig.options'],
    *check(field) {
      const names = field.items().flatMap((option) => option.get('name')?.string ?? []);
      if (names.length === 0) return;
      yield {
        at: field.span,
        message: message(
          'The Windows resolver does not support DNS options such as {0}.',
          names.map((name) => `\`${name}\``).join(', '),
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      doubtful: true,
      result: 'They have no effect unless the network plug-in uses them.',
    },
  ],
  why: `On Linux, these options are written to \`/etc/resolv.conf\`. Windows does not have this file: it stores DNS
servers and suffixes in the registry. \`ndots\` cannot have an effect at all, because Windows uses only one suffix.`,
  sources: [docs.windowsNetworking, docs.dns],
  examples: [
    {
      name: 'Options that reduce lookups on Linux',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      dnsConfig:
        nameservers: [10.0.0.10]
        options:
#       ^^^^^^^ ignored
          - name: ndots
            value: "1"
          - name: single-request-reopen
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Remove `options`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      dnsConfig:
        nameservers: [10.0.0.10]
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Name servers only',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  dnsConfig:
    nameservers: [10.0.0.10]
    options: []
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
