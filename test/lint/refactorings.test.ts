import { describe, expect, test } from 'vitest';
import type { Settings } from '../../server/src/lint/settings/settings.ts';
import { nodeConstraint } from '../../server/src/windows/node-constraint.ts';
import { offered, URI, wholeReport, workspaceOf } from './refactored.ts';

interface Case {
  readonly what: string;
  readonly settings?: Partial<Settings>;
  readonly others?: Readonly<Record<string, string>>;
  readonly before: string;
  readonly title: string;
  readonly after: string;
  readonly manualSteps?: readonly string[];
}

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
`;

const ANNOTATED = DEPLOYMENT.replace(
  '      labels:',
  '      annotations: { container.apparmor.security.beta.kubernetes.io/web: runtime/default }\n      labels:',
);

const pod = (spec: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
${spec}`;

const WEB = `  containers:
    - name: web
      image: registry.example/web:1.0
`;

/** Required node affinity with these terms; each term is a list of expressions. */
const affinity = (...terms: readonly (readonly string[])[]): string => `  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
${terms.map((term) => `          - matchExpressions:\n${term.map((expression) => `              - ${expression}\n`).join('')}`).join('')}`;

const AMD64 = '{ key: kubernetes.io/arch, operator: In, values: [amd64] }';
const IN_LINUX = '{ key: kubernetes.io/os, operator: In, values: [linux] }';
const IN_WINDOWS = '{ key: kubernetes.io/os, operator: In, values: [windows] }';

const NOT_IN = '{ key: kubernetes.io/os, operator: NotIn, values: [windows, darwin] }';

const preferred = (expression: string): string => `  affinity:
    nodeAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 1
          preference: { matchExpressions: [${expression}] }
`;
const indented = (spec: string): string => spec.replaceAll(/^(?=.)/gm, '    ');

const GAME_SERVER = (spec: string): string => `apiVersion: agones.dev/v1
kind: GameServer
metadata:
  name: web
spec:
  template:
    spec:
${indented(spec)}`;

const CHECK = 'Check that `registry.example/web:1.0` has a Windows variant.';

const TAINTED = { taint: 'upstream' };

describe('make ready for Windows', () => {
  test.each<Case>([
    {
      what: 'does not declare Windows where a controller adds Linux-only fields',
      before: GAME_SERVER(`  hostPID: true
${WEB}`),
      title: 'Make ready for Windows Server 2022',
      after: GAME_SERVER(`  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
${WEB}`),
      manualSteps: [CHECK],
    },
    {
      what: 'removes another system there',
      before: GAME_SERVER(`  os:
    name: linux
${WEB}`),
      title: 'Make ready for Windows Server 2022',
      after: GAME_SERVER(`  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
${WEB}`),
      manualSteps: [CHECK],
    },
    {
      what: 'makes an object of an os that is a string',
      before: pod(`  os: linux\n  nodeSelector: { kubernetes.io/os: linux }\n${WEB}`),
      title: 'Make ready for Windows',
      after: pod(`  os:\n    name: windows\n  nodeSelector: { kubernetes.io/os: windows }\n${WEB}`),
      manualSteps: [CHECK],
    },
    {
      what: 'turns a Linux pod into a Windows pod and lists manual steps',
      settings: TAINTED,
      before: pod(`  # They run on the old nodes.
  nodeSelector:
    beta.kubernetes.io/os: linux
  hostPID: true
  securityContext:
    runAsUser: 1000
    fsGroup: 2000
  initContainers:
    - name: prepare
      image: alpine:3.20
      command: [/bin/sh, -c, ls]
      securityContext:
        runAsUser: 0
${WEB}`),
      title: 'Make ready for Windows Server 2022',
      after: pod(`  os:
    name: windows
  # They run on the old nodes.
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
  tolerations:
    - key: os
      operator: Equal
      value: windows
      effect: NoSchedule
  securityContext:
    windowsOptions:
      runAsUserName: ContainerUser
  initContainers:
    - name: prepare
      image: alpine:3.20
      command: [/bin/sh, -c, ls]
      securityContext:
        windowsOptions:
          runAsUserName: ContainerAdministrator
${WEB}`),
      manualSteps: [
        '`initContainers[0].image`: This Linux image may prevent the pod from starting: it is used in a Windows pod.',
        '`initContainers[0].command[0]`: `/bin/sh` is a Linux program.',
        CHECK,
      ],
    },
    {
      what: 'writes node selector and tolerations above the containers',
      settings: TAINTED,
      before: pod(`  initContainers:
    - name: first
      image: registry.example/web:1.0-windowsservercore-ltsc2022
${WEB}`),
      title: 'Make ready for Windows Server 2022',
      after: pod(`  os:
    name: windows
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
  tolerations:
    - key: os
      operator: Equal
      value: windows
      effect: NoSchedule
  initContainers:
    - name: first
      image: registry.example/web:1.0-windowsservercore-ltsc2022
${WEB}`),
    },
    {
      what: 'does not set os.name before 1.24 and removes the same fields',
      settings: { kubernetesVersion: '1.20' },
      before: pod(`  hostIPC: true\n${WEB}`),
      title: 'Make ready for Windows',
      after: pod(`  nodeSelector:\n    kubernetes.io/os: windows\n${WEB}`),
      manualSteps: [CHECK],
    },
    {
      what: 'replaces both operating system labels',
      before: pod(`  nodeSelector: { kubernetes.io/os: linux, beta.kubernetes.io/os: linux }\n${WEB}`),
      title: 'Make ready for Windows',
      after: pod(`  os:\n    name: windows\n  nodeSelector: { kubernetes.io/os: windows }\n${WEB}`),
      manualSteps: [CHECK],
    },
    {
      what: 'lists programs and paths of Linux as manual steps',
      before: pod(`  containers:
    - name: web
      image: nginx:1.25
      command: [nginx]
      livenessProbe: { exec: { command: [cat, /tmp/healthy] } }
    - name: log
      image: busybox:1.36
      args: [tail, -f, /log]
  volumes:
    - { name: a, hostPath: { path: /opt/data } }
    - { name: b, hostPath: { path: /var/lib/agent } }
    - { name: c, hostPath: { path: /var/lib/kubelet } }
    - { name: d, hostPath: { path: 'C:\\data' } }
`),
      title: 'Make ready for Windows',
      after: pod(`  os:
    name: windows
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: nginx:1.25
      command: [nginx]
      livenessProbe: { exec: { command: [cat, /tmp/healthy] } }
    - name: log
      image: busybox:1.36
      args: [tail, -f, /log]
  volumes:
    - { name: a, hostPath: { path: /opt/data } }
    - { name: b, hostPath: { path: /var/lib/agent } }
    - { name: c, hostPath: { path: /var/lib/kubelet } }
    - { name: d, hostPath: { path: 'C:\\data' } }
`),
      manualSteps: [
        '`containers[0].image`: This Linux image may prevent the pod from starting: it is used in a Windows pod.',
        '`containers[1].image`: This Linux image may prevent the pod from starting: it is used in a Windows pod.',
        '`volumes[0].hostPath.path`: `/opt/data` in volume `a` is a Linux path: on a Windows node, it is `C:\\opt\\data`. If it is missing, containerd creates an empty directory.',
        '`containers[0].livenessProbe.exec.command[0]`: `cat` is a Linux program.',
        '`containers[1].args[0]`: `tail` is a Linux program.',
        '`volumes[1].hostPath.path`: `/var/lib/agent` is a path on Linux nodes.',
      ],
    },
    {
      what: 'changes preferences to Windows and lists a RuntimeClass and annotations for Linux',
      before: ANNOTATED + indented(`${preferred(IN_LINUX)}  runtimeClassName: gvisor\n${WEB}`),
      title: 'Make ready for Windows',
      after:
        ANNOTATED +
        indented(
          `  os:\n    name: windows\n${preferred(IN_WINDOWS)}  runtimeClassName: gvisor\n  nodeSelector:\n    kubernetes.io/os: windows\n${WEB}`,
        ),
      manualSteps: [
        '`metadata.annotations[container.apparmor.security.beta.kubernetes.io/web]`: The AppArmor annotation for container `web` has no effect: Windows does not support AppArmor.',
        '`runtimeClassName`: Check that RuntimeClass `gvisor` is for Windows.',
        CHECK,
      ],
    },
    {
      what: 'lists a preference with several values as a manual step',
      before: pod(preferred(NOT_IN) + WEB),
      title: 'Make ready for Windows',
      after: pod(
        `  os:\n    name: windows\n${preferred(NOT_IN)}  nodeSelector:\n    kubernetes.io/os: windows\n${WEB}`,
      ),
      manualSteps: [
        '`affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0]`: The pod prefers nodes that do not run Windows (`kubernetes.io/os NotIn [windows, darwin]`).',
        CHECK,
      ],
    },
    {
      what: 'adds no label if the affinity selects Windows nodes',
      before: pod(affinity([IN_WINDOWS]) + WEB),
      title: 'Make ready for Windows',
      after: pod(`  os:\n    name: windows\n${affinity([IN_WINDOWS])}${WEB}`),
    },
    {
      what: 'changes affinity for Linux to Windows in each term, with the current label',
      before: pod(
        affinity(
          [AMD64, IN_LINUX],
          [IN_LINUX.replace('kube', 'beta.kube')],
          [IN_LINUX.replace('kube', 'beta.kube'), IN_LINUX],
        ) + WEB,
      ),
      title: 'Make ready for Windows',
      after: pod(`  os:\n    name: windows\n${affinity([AMD64, IN_WINDOWS], [IN_WINDOWS], [IN_WINDOWS])}${WEB}`),
      manualSteps: [CHECK],
    },
    {
      what: 'changes affinity that excludes Windows',
      before: pod(affinity([IN_WINDOWS.replace(': In', ': NotIn')]) + WEB),
      title: 'Make ready for Windows',
      after: pod(`  os:\n    name: windows\n${affinity([IN_WINDOWS])}${WEB}`),
      manualSteps: [CHECK],
    },
    {
      what: 'keeps affinity that allows Windows nodes',
      before: pod(affinity([IN_LINUX], [IN_WINDOWS]) + WEB),
      title: 'Make ready for Windows',
      after: pod(
        `  os:\n    name: windows\n${affinity([IN_LINUX], [IN_WINDOWS])}  nodeSelector:\n    kubernetes.io/os: windows\n${WEB}`,
      ),
      manualSteps: [CHECK],
    },
    {
      what: 'keeps the accounts of HostProcess containers',
      before: pod(`  hostNetwork: true
  hostPID: true
  securityContext:
    runAsUser: 0
    windowsOptions:
      hostProcess: true
      runAsUserName: NT AUTHORITY\\SYSTEM
${WEB}`),
      title: 'Make ready for Windows',
      after: pod(`  os:
    name: windows
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: NT AUTHORITY\\SYSTEM
  nodeSelector:
    kubernetes.io/os: windows
${WEB}`),
    },
  ])('$what', (example) => void apply(example));

  test('offers each build if no image names one', () => {
    expect(ready(pod(WEB))).toEqual([
      'Make ready for Windows',
      'Make ready for Windows Server 2022',
      'Make ready for Windows Server 2025',
    ]);
    expect(ready(pod(WEB), { kubernetesVersion: '1.30' })).toContain('Make ready for Windows Server 2019');
    const old = pod(WEB.replace('1.0', '1.0-nanoserver-1809'));
    expect(ready(old, { kubernetesVersion: '1.34' })).toEqual(['Make ready for Windows Server 2019']);
    // A release that is out of support.
    expect(ready(old)).toEqual(['Make ready for Windows']);
    expect(ready(pod(WEB.replace('1.0', '1.0-nanoserver-1803')))).toEqual(['Make ready for Windows']);
  });

  test('offers a newer image first if the release is out of support', () => {
    const old = pod(WEB.replace('registry.example/web:1.0', 'mcr.microsoft.com/dotnet/runtime:8.0-nanoserver-1809'));
    const [first] = offered(workspaceOf(old));
    expect(first?.refactoring).toMatchObject({
      title: 'Make ready for Windows Server 2022 (updates the image)',
      manualSteps: [],
    });
    expect(first?.text).toContain("windows-build: '10.0.20348'");
    expect(first?.text).toContain('image: mcr.microsoft.com/dotnet/runtime:8.0-nanoserver-ltsc2022');
    expect(ready(old)).toEqual([
      'Make ready for Windows Server 2022 (updates the image)',
      'Make ready for Windows Server 2025 (updates the image)',
      'Make ready for Windows',
    ]);
    const both = old.replace(
      '  containers:\n',
      '  containers:\n    - name: log\n      image: a/log:servercore-ltsc2025\n',
    );
    expect(ready(both)[0]).toBe('Make ready for Windows Server 2025 (updates the image)');
    expect(ready(both)[1]).toBe('Make ready for Windows');
    expect(ready(old, { kubernetesVersion: '1.34' })[0]).toBe('Make ready for Windows Server 2019');
    expect(ready(old.replace('mcr.microsoft.com/dotnet/runtime', 'registry.example/web'))[0]).toBe(
      'Make ready for Windows',
    );
  });

  test('is not offered for a pod that is ready, and for patches', () => {
    const windows = pod(`  os: { name: windows }\n  nodeSelector: { kubernetes.io/os: windows }\n${WEB}`);
    expect(ready(windows)).toEqual([]);
    expect(titles(pod('  containers:\n    - name: web\n'))).toEqual([]);
  });

  test.each<[what: string, text: string, reason: string]>([
    [
      'affinity for Linux',
      pod(affinity([IN_LINUX.replace('[linux', '[linux, darwin')]) + WEB),
      'No Windows node would match this pod: kubernetes.io/os In [linux, darwin].',
    ],
    ['an alias', pod(`  securityContext: &s\n    runAsUser: 1\n${WEB}      securityContext: *s\n`), 'alias'],
    ['a broken document', `${pod(WEB)}  more: [\n`, 'The document has syntax errors.'],
    ['a template', pod(`  nodeSelector: { kubernetes.io/os: linux, pool: "{{ pool }}" }\n${WEB}`), 'template'],
    ['a template elsewhere', pod(`${WEB}      securityContext:\n        runAsUser: {{ .user }}\n`), 'template'],
  ])('is refused because of %s', (_, text, reason) => {
    const [first] = offered(workspaceOf(text));
    expect(first?.refactoring).toMatchObject({ title: 'Make ready for Windows', ok: false });
    expect(first?.refactoring.ok === false && first.refactoring.reason).toContain(reason);
  });

  test('is refused if Pod Security requires Linux fields on every pod', () => {
    const labels = (version: string) =>
      `{ pod-security.kubernetes.io/enforce: restricted, pod-security.kubernetes.io/enforce-version: ${version} }`;
    const namespace = (version: string) =>
      `apiVersion: v1\nkind: Namespace\nmetadata: { name: shop, labels: ${labels(version)} }\n`;
    const text = pod(WEB).replace('name: web\n', 'name: web\n  namespace: shop\n');
    const done = (version: string) =>
      offered(workspaceOf(text, {}, { 'shop.yaml': namespace(version) }))[0]?.refactoring.ok;
    expect([done('v1.24'), done('v1.25')]).toEqual([false, true]);
  });
});

describe('pin to Linux', () => {
  test('is refused if the pods that Kustomize builds need other changes', () => {
    const patch = pod('  nodeSelector:\n    disktype: ssd\n    kubernetes.io/os: linux\n');
    const others = {
      'kustomization.yaml': 'resources: [test.yaml]\npatches: [{ path: patch.yaml }]\n',
      'patch.yaml': patch,
    };
    const pinned = offered(workspaceOf(pod(WEB), {}, others)).find(
      ({ refactoring }) => refactoring.title === 'Pin to Linux',
    );
    expect(pinned?.refactoring).toEqual({
      title: 'Pin to Linux',
      ok: false,
      reason: 'The objects that Kustomize builds from this file need different changes.',
    });
  });

  test.each<Case>([
    {
      what: 'changes preferences to Linux and lists a RuntimeClass for Windows',
      before: pod(`  os:\n    name: linux\n${preferred(IN_WINDOWS)}  runtimeClassName: windows-2022\n${WEB}`),
      title: 'Pin to Linux',
      after: pod(
        `  os:\n    name: linux\n${preferred(IN_LINUX)}  runtimeClassName: windows-2022\n  nodeSelector:\n    kubernetes.io/os: linux\n${WEB}`,
      ),
      manualSteps: ['`runtimeClassName`: Check that RuntimeClass `windows-2022` is for Linux.'],
    },
    {
      what: 'pins a pod without evidence',
      before: pod(WEB),
      title: 'Pin to Linux',
      after: pod(`  os:\n    name: linux\n  nodeSelector:\n    kubernetes.io/os: linux\n${WEB}`),
    },
    {
      what: 'changes affinity for Windows to Linux',
      before: pod(
        `  os:\n    name: linux\n${affinity([IN_WINDOWS, AMD64], [IN_LINUX.replace(': In', ': NotIn')])}${WEB}`,
      ),
      title: 'Pin to Linux',
      after: pod(`  os:\n    name: linux\n${affinity([IN_LINUX, AMD64], [IN_LINUX])}${WEB}`),
    },
    {
      what: 'removes fields that only Windows supports',
      before: pod(`  os: { name: linux }
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
  tolerations:
    - { key: os, value: windows, effect: NoSchedule }
    - { key: node.kubernetes.io/windows-build, operator: Exists }
    - { key: windows, operator: Exists }
    - { key: dedicated, value: windows }
    - { key: maintenance-windows, operator: Exists }
    - { key: team, value: web, effect: NoSchedule }
  securityContext:
    windowsOptions: { runAsUserName: ContainerUser }
${WEB}      securityContext: { runAsNonRoot: true, windowsOptions: {} }
`),
      title: 'Pin to Linux',
      after: pod(`  os: { name: linux }
  nodeSelector:
    kubernetes.io/os: linux
  tolerations:
    - { key: maintenance-windows, operator: Exists }
    - { key: team, value: web, effect: NoSchedule }
${WEB}      securityContext: { runAsNonRoot: true }
`),
    },
    {
      what: 'removes the whole list if all tolerations are for Windows',
      before: pod(`  os: { name: linux }\n  tolerations: [{ key: os, value: Windows }]\n${WEB}`),
      title: 'Pin to Linux',
      after: pod(`  os: { name: linux }\n  nodeSelector:\n    kubernetes.io/os: linux\n${WEB}`),
    },
  ])('$what', (example) => void apply(example));

  const HOST_PROCESS = '  hostNetwork: true\n  securityContext: { windowsOptions: { hostProcess: true } }\n';
  test.each([
    ['a HostProcess pod', HOST_PROCESS + WEB],
    ['a HostProcess pod that declares Linux', `  os: { name: linux }\n${HOST_PROCESS}${WEB}`],
    ['a Windows pod', `  nodeSelector: { kubernetes.io/os: windows }\n${WEB}`],
    [
      'a pod whose image is for Windows',
      WEB.replace('registry.example/web:1.0', 'mcr.microsoft.com/windows/nanoserver:ltsc2022'),
    ],
  ])('is not offered for %s', (_, spec) => {
    expect(titles(pod(spec))).not.toContain('Pin to Linux');
  });
});

describe('a Windows twin', () => {
  const SPEC = `      # The shop.
      containers:
        - name: web
          image: registry.example/web:1.0
`;
  const TWIN = `${DEPLOYMENT.replaceAll(/(name|app): web/g, '$1: web-windows')}      os:
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
${SPEC}`;
  const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
`;

  test.each<Case>([
    {
      what: 'is added after the original, with its own labels',
      before: `# Copyright\n---\n${DEPLOYMENT}${SPEC}\n# How it is reached\n---\n${SERVICE}`,
      title: 'Add a Windows twin `web-windows`',
      after: `# Copyright\n---\n${DEPLOYMENT}${SPEC}---\n${TWIN}\n# How it is reached\n---\n${SERVICE}`,
      manualSteps: [
        CHECK,
        'Pin `web` to Linux: it can also be scheduled on Windows nodes.',
        'Service `web` selects `app: web`, so it does not include the twin.',
      ],
    },
    {
      what: 'replaces linux in names by windows',
      before: `${DEPLOYMENT.replace('name: web', 'name: web-linux').replaceAll('app: web', 'os: linux')}      nodeSelector:
        kubernetes.io/os: linux
${SPEC}`,
      title: 'Add a Windows twin `web-windows`',
      after: `${DEPLOYMENT.replace('name: web', 'name: web-linux').replaceAll('app: web', 'os: linux')}      nodeSelector:
        kubernetes.io/os: linux
${SPEC}---
${DEPLOYMENT.replace('name: web', 'name: web-windows').replaceAll('app: web', 'os: windows')}      os:
        name: windows
      nodeSelector:
        kubernetes.io/os: windows
${SPEC}`,
      manualSteps: [CHECK],
    },
    {
      what: 'has anti-affinity to its own pods, like the original',
      before: `${DEPLOYMENT}      topologySpreadConstraints:
        - labelSelector: { matchLabels: { app: web } }
${SPEC}`,
      title: 'Add a Windows twin `web-windows`',
      after: `${DEPLOYMENT}      topologySpreadConstraints:
        - labelSelector: { matchLabels: { app: web } }
${SPEC}---
${DEPLOYMENT.replaceAll(/(name|app): web/g, '$1: web-windows')}      os:
        name: windows
      topologySpreadConstraints:
        - labelSelector: { matchLabels: { app: web-windows } }
      nodeSelector:
        kubernetes.io/os: windows
${SPEC}`,
      manualSteps: [CHECK, 'Pin `web` to Linux: it can also be scheduled on Windows nodes.'],
    },
  ])('$what', (example) => void apply(example));

  test.each<[what: string, text: string, others?: Readonly<Record<string, string>>]>([
    ['a Windows workload', `${DEPLOYMENT}      nodeSelector: { kubernetes.io/os: windows }\n${SPEC}`],
    ['a StatefulSet', DEPLOYMENT.replace('Deployment', 'StatefulSet') + SPEC],
    ['a workload without a selector', DEPLOYMENT.replace('      app: web\n', '      - app: web\n') + SPEC],
    ['a label that is too long', DEPLOYMENT.replaceAll('app: web', `app: ${'w'.repeat(60)}`) + SPEC],
    ['a name that is too long', DEPLOYMENT.replace('name: web', `name: ${'w'.repeat(250)}`) + SPEC],
    ['a workload with a twin', DEPLOYMENT + SPEC, { 'twin.yaml': TWIN }],
    [
      'an item of a List',
      `apiVersion: v1\nkind: List\nitems:\n  - ${(DEPLOYMENT + SPEC).trim().replaceAll('\n', '\n    ')}\n`,
    ],
  ])('is not offered for %s', (_, text, others = {}) => {
    expect(titles(text, {}, others).filter((title) => title.startsWith('Add'))).toEqual([]);
  });

  test('is refused for JSON, with the reason', () => {
    const text = `{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}, "spec": {"selector": {"matchLabels":
      {"app": "web"}}, "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"containers": [{"image": "web"}]}}}}`;
    const twin = offered(workspaceOf(text)).find(({ refactoring }) => refactoring.title.startsWith('Add'));
    expect(twin?.refactoring).toEqual({
      title: 'Add a Windows twin `web-windows`',
      ok: false,
      reason: 'A twin can be added to YAML in block style only, not to JSON.',
    });
  });
});

describe('RuntimeClasses', () => {
  const WINDOWS = `  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
    disk: fast
  tolerations:
    - key: os
      operator: Equal
      value: windows
      effect: NoSchedule
`;
  const CLASS = `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2022
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    node.kubernetes.io/windows-build: '10.0.20348'
  tolerations:
    - key: os
      operator: Equal
      value: windows
      effect: NoSchedule
`;
  const MOVED = '  runtimeClassName: windows-2022\n  nodeSelector:\n    disk: fast\n';
  const OTHER = pod(WINDOWS + WEB).replace('name: web', 'name: other');

  test.each<Case>([
    {
      what: 'replaces labels and tolerations by a RuntimeClass of the workspace',
      others: { 'class.yaml': CLASS },
      before: pod(WINDOWS + WEB),
      title: 'Use RuntimeClass `windows-2022`',
      after: pod(MOVED + WEB),
    },
    {
      what: 'extracts labels and tolerations that several workloads of the file repeat',
      before: `${pod(WINDOWS + WEB)}---\n${OTHER}`,
      title: 'Extract RuntimeClass `windows-2022`',
      after: `${pod(MOVED + WEB)}---\n${OTHER.replace(WINDOWS, MOVED)}---\n${CLASS.replace(/(?<=tolerations:\n)(?: {4}.*\n)*/, (lines) => lines.replaceAll(/^ {2}/gm, ''))}`,
      manualSteps: ['Apply RuntimeClass `windows-2022` first: until it exists, pods that refer to it are rejected.'],
    },
    {
      what: 'uses the API version of an older release, and extracts only what is repeated',
      settings: { kubernetesVersion: '1.19' },
      others: { 'other.yaml': OTHER.replace(/ {2}tolerations:\n(?: {4}.*\n)*/, '').replace(/.*build.*\n/, '') },
      before: `${DEPLOYMENT}${`  nodeSelector:\n    kubernetes.io/os: windows\n${WEB}`.replaceAll(/^/gm, '    ').trimEnd()}\n`,
      title: 'Extract RuntimeClass `windows`',
      after: `${DEPLOYMENT}      runtimeClassName: windows
${WEB.replaceAll(/^/gm, '    ').trimEnd()}
---
apiVersion: node.k8s.io/v1beta1
kind: RuntimeClass
metadata:
  name: windows
handler: runhcs-wcow-process
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
`,
    },
  ])('$what', (example) => {
    const workspace = apply(example);
    const after = workspaceOf(example.after, example.settings, example.others);
    const [old, now] = [workspace, after].map((each) => {
      const workload = wholeReport(each).documents[0]?.report.workloads[0];
      if (workload === undefined) throw new Error('the first document is a workload');
      const { nodes, builds } = nodeConstraint(workload.pod, each.factsFor(URI));
      return { nodes, builds, os: workload.verdict.os, certainty: workload.verdict.certainty };
    });
    expect(now).toEqual(old);
  });

  test.each<[what: string, text: string, others: Readonly<Record<string, string>>]>([
    ['that has more labels', pod(WINDOWS.replace(/.*build.*\n/, '') + WEB), { 'class.yaml': CLASS }],
    [
      'that has more tolerations',
      pod(WINDOWS.replace('value: windows', 'value: linux') + WEB),
      { 'class.yaml': CLASS },
    ],
    ['of Hyper-V', pod(WINDOWS + WEB), { 'class.yaml': CLASS.replace('process', 'hypervisor') }],
    ['with overhead', pod(WINDOWS + WEB), { 'class.yaml': `${CLASS}overhead: { podFixed: { cpu: 1 } }\n` }],
    ['if the pod has another one', pod(`  runtimeClassName: other\n${WINDOWS}${WEB}`), { 'class.yaml': CLASS }],
    ['that only one workload would use', pod(WINDOWS + WEB), {}],
    [
      'whose name is taken',
      pod(WINDOWS + WEB),
      { 'c.yaml': CLASS.replace('handler: r', 'handler: x'), 'o.yaml': OTHER },
    ],
  ])('offers no RuntimeClass %s', (_, text, others) => {
    expect(titles(text, {}, others).filter((title) => /RuntimeClass/.test(title))).toEqual([]);
  });
});

/** Applies the refactoring with the title, and compares the result. */
function apply({ settings, others, before, title, after, manualSteps = [] }: Case): ReturnType<typeof workspaceOf> {
  const workspace = workspaceOf(before, settings, others);
  const found = offered(workspace).find(({ refactoring }) => refactoring.title === title);
  expect(found?.refactoring).toMatchObject({ ok: true });
  expect(found?.refactoring.ok && found.refactoring.manualSteps.map(({ message }) => message)).toEqual(manualSteps);
  expect(found?.text).toBe(after);
  return workspace;
}

/** The ways to make the workload ready for Windows. */
function ready(text: string, settings: Partial<Settings> = {}): string[] {
  return titles(text, settings).filter((title) => title.startsWith('Make ready'));
}

function titles(
  text: string,
  settings: Partial<Settings> = {},
  others: Readonly<Record<string, string>> = {},
): string[] {
  return offered(workspaceOf(text, settings, others)).map(({ refactoring }) => refactoring.title);
}
