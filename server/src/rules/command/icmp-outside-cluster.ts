import { type Field, type Fix, message, type Problem, type Rule } from '../../lint/rule.ts';
import {
  COMMANDS,
  type CommandLine,
  commandLine,
  programName,
  spanWithin,
  type Word,
} from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

/** Shells whose arguments are command lines in one string. */
const SHELLS: readonly string[] = ['cmd', 'powershell', 'pwsh', 'sh', 'bash'];

export default {
  id: 'command/icmp-outside-cluster',
  title: 'ping to a host outside the cluster',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    *check(list, { pod, settings }) {
      const line = commandLine(pod, list);
      // HostProcess containers use the network of their node.
      if (line === undefined || isInHostProcess(pod, settings.kubernetesVersion, list)) return;
      for (const { at, field, target } of pings(line, settings.clusterDomain)) {
        yield {
          at,
          field: field.path,
          message: message('`ping` to `{0}` leaves the pod network and gets no reply.', target),
          fixes: curl(list, line, target),
        };
      }
    },
  },
  outcomes: [{ effect: 'differs', result: 'Windows nodes translate addresses for TCP and UDP, but not for ICMP.' }],
  why: `Traffic from a Windows pod to a host outside the cluster requires address translation (NAT). Windows supports it
for TCP and UDP, but not for ICMP, which \`ping\` uses. Inside the pod network, \`ping\` works. To test a connection to
the outside, use \`curl.exe\`, or \`Test-NetConnection\` with a port.`,
  sources: [docs.windowsNetworking],
  examples: [
    {
      name: 'Probe and script',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: watch
spec:
  selector:
    matchLabels: { app: watch }
  template:
    metadata:
      labels: { app: watch }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: watch
          image: registry.example/watch:1.0
          livenessProbe:
            exec:
              command: [ping, -n, "1", www.example.com]
#                       ^^^^ differs
          command: [powershell, -Command, "while ($true) { ping.exe -n 1 8.8.8.8; Start-Sleep 60 }"]
#                                                          ^^^^^^^^^^^^^^^^^^^^^ differs
`,
      fixed: {
        'Run `curl.exe -sS www.example.com` instead': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: watch
spec:
  selector:
    matchLabels: { app: watch }
  template:
    metadata:
      labels: { app: watch }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: watch
          image: registry.example/watch:1.0
          livenessProbe:
            exec:
              command: [curl.exe, '-sS', www.example.com]
          command: [powershell, -Command, "while ($true) { ping.exe -n 1 8.8.8.8; Start-Sleep 60 }"]
`,
      },
    },
    {
      name: 'Other commands of a container',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: watch
spec:
  os: { name: windows }
  containers:
    - name: watch
      image: registry.example/watch:1.0
      args: [cmd, /c, ping -t 1.1.1.1]
#                     ^^^^^^^^^^^^^^^ differs
      readinessProbe: { exec: { command: [cmd, /c, ping, example.org] } }
#                                                  ^^^^ differs
      startupProbe: { exec: { command: [cmd, /c, ping example.org -n 1] } }
#                                                ^^^^^^^^^^^^^^^^^^^^^ differs
      lifecycle:
        postStart: { exec: { command: [ping, 2001:db8::1] } }
#                                      ^^^^ differs
        preStop: { exec: { command: [ping, "-n", "5", 9.9.9.9] } }
#                                    ^^^^ differs
`,
    },
    {
      name: 'Country domains and names of any depth',
      settings: { clusterDomain: 'corp.example.net' },
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: watch
spec:
  os: { name: windows }
  containers:
    - name: watch
      image: registry.example/watch:1.0
      command: [ping, example.de]
#               ^^^^ differs
    - name: store
      image: registry.example/store:1.0
      command: [ping, www.contoso.shop]
#               ^^^^ differs
    - name: service
      image: registry.example/service:1.0
      command: [ping, web.shop.svc.corp.example.net]
`,
    },
    {
      name: 'Cluster addresses, the container itself, and variables',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: watch
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: watch
      image: registry.example/watch:1.0
      command: [ping, -t, localhost]
    - name: wait
      image: registry.example/wait:1.0
      args: [cmd, /c, "ping -n 60 127.0.0.1 > nul"]
    - name: peer
      image: registry.example/peer:1.0
      command: [ping, 10.244.1.7]
    - name: service
      image: registry.example/service:1.0
      command: [ping, web.shop.svc.cluster.local]
    - name: short
      image: registry.example/short:1.0
      command: [cmd, /c, ping web.shop & ping web.db & ping web.shop.svc & ping db-0.db.shop]
    - name: near
      image: registry.example/near:1.0
      command: [ping, host.docker.internal]
    - name: target
      image: registry.example/target:1.0
      command: [powershell, -Command, ping $env:TARGET]
    - name: text
      image: registry.example/text:1.0
      args: [--say, ping pong.example.com]
---
apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  containers:
    - name: agent
      image: registry.example/agent:1.0
      command: [ping, -t, 8.8.8.8]
`,
    },
  ],
} satisfies Rule;

/** `ping` with its arguments, where a command begins. */
const PING = /(?<=(?:^|[;&|({\r\n"']|\/c)\s*)ping(?:\.exe)?(?:[ \t]+[^\s;&|<>(){}"']+)+/gi;

interface Ping {
  readonly at: Problem['at'];
  readonly field: Field;
  readonly target: string;
}

/** The pings to outside hosts, by the program itself or in a shell script. */
function pings({ words, program }: CommandLine, clusterDomain: string): Ping[] {
  if (program === undefined) return [];
  const index = words.findIndex(({ field }) => field === program.field);
  if (programName(program.text) === 'ping') {
    const text = words
      .slice(index)
      .map((word) => word.text)
      .join(' ');
    const target = outsideTarget(text, clusterDomain);
    return target === undefined ? [] : [{ at: program.field.valueSpan, field: program.field, target }];
  }
  const [shell] = words;
  if (shell === undefined || !SHELLS.includes(programName(shell.text))) return [];
  return words.slice(1).flatMap((word) => pingsIn(word, clusterDomain));
}

function pingsIn({ field, text }: Word, clusterDomain: string): Ping[] {
  return [...text.matchAll(PING)].flatMap(([found]) => {
    const target = outsideTarget(found, clusterDomain);
    return target === undefined ? [] : [{ at: spanWithin(field, found), field, target }];
  });
}

/** The host that `ping` is run with, if it is certainly outside the cluster and the machine. */
function outsideTarget(text: string, clusterDomain: string): string | undefined {
  const [, ...args] = text.split(/\s+/);
  const target = args.find((one) => /^\w[\w.:-]*[.:][\w.:-]*$/.test(one));
  return target !== undefined && isOutside(target, clusterDomain) ? target : undefined;
}

/** Top-level domains of names in the cluster and in private networks. */
const PRIVATE_ENDING = /^(?:svc|alt|arpa|home|internal|invalid|lan|local|localhost|test)$/;

/** Public top-level domains besides those of countries; others may also be namespaces. */
const INTERNET_ENDING = /^(?:biz|com|edu|gov|info|int|mil|net|org|xn--[a-z\d-]+)$/;

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A pod of a StatefulSet with its Service and perhaps its namespace: `db-0.db.shop`. */
const POD_NAME = /^[^.]+-\d+(?:\.[^.]+){1,2}$/;

/** Whether a name of two labels has a public top-level domain; the second label may be a namespace (`web.shop`). */
function isInternetEnding(ending: string): boolean {
  const isCountry = /^[a-z]{2}$/.test(ending) && COUNTRIES.of(ending.toUpperCase()) !== undefined;
  // These two are common names of deployment stages.
  return INTERNET_ENDING.test(ending) || (isCountry && ending !== 'ci' && ending !== 'qa');
}

/** Private addresses may be those of pods. */
function isOutside(host: string, clusterDomain: string): boolean {
  if (host.includes(':')) return /^[23][\da-f]{3}:/i.test(host);
  if (!/^[\d.]+$/.test(host)) {
    const name = host.toLowerCase().replace(/\.$/, '');
    const labels = name.split('.');
    const ending = labels.at(-1) ?? '';
    if (!/^(?:[a-z]+|xn--[a-z\d-]+)$/.test(ending) || PRIVATE_ENDING.test(ending)) return false;
    if (`.${name}`.endsWith(`.${clusterDomain.toLowerCase()}`) || POD_NAME.test(name)) return false;
    return labels.length > 2 || (labels.length === 2 && isInternetEnding(ending));
  }
  const [first = 0, second = 0, ...others] = host.split('.').map(Number);
  const isPrivate =
    [0, 10, 127].includes(first) ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168);
  return others.length === 2 && !isPrivate;
}

/** Requests a page from the host instead, if the command line is only this program. */
function curl(list: Field, { words, program }: CommandLine, target: string): Fix[] {
  if (program?.field !== words[0]?.field || words.length !== list.items().length || target.includes(':')) return [];
  if (programName(words[0]?.text ?? '') !== 'ping') return [];
  return [
    {
      title: `Run \`curl.exe -sS ${target}\` instead`,
      safety: 'review',
      changes: [{ kind: 'replace', path: list.path, value: ['curl.exe', '-sS', target] }],
    },
  ];
}
