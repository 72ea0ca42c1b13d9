import { describe, expect, test } from 'vitest';
import type { Location } from '../../server/src/kubernetes/facts.ts';
import { refactorings } from '../../server/src/lint/refactorings/refactorings.ts';
import type { Span } from '../../server/src/text/span.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';

type Files = Readonly<Record<string, string>>;

const LABEL = 'kubernetes.io/os';

interface Case {
  readonly name: string;
  readonly files: Files;
  /** By file: verdict and certainty of its one pod, and the first evidence as `text (file:line)`. */
  readonly verdicts?: Readonly<Record<string, string>>;
  /** `file:line rule`. */
  readonly found?: readonly string[];
}

const CONTAINERS = ['containers:', '- name: web', '  image: example.com/web:1'];
const HOST_PID = deployment('web', 'hostPID: true', ...CONTAINERS);
const SELECTS_WINDOWS = ['nodeSelector:', `  ${LABEL}: windows`];
const WINDOWS = deployment('web', ...SELECTS_WINDOWS);
const LINUX = deployment('web', 'nodeSelector:', `  ${LABEL}: linux`);
const IS_WINDOWS = `windows scheduled: ${LABEL}: windows`;

const PRIVILEGED = '  securityContext: { privileged: true }';
const BASE: Files = { 'base/kustomization.yaml': 'resources: [web.yaml]', 'base/web.yaml': HOST_PID };

/** An overlay of the base with one patch. */
function overlay(name: string, patch: string, ...lines: string[]): Files {
  const file = ['resources: [../base]', 'patches:', '- path: patch.yaml', ...lines].join('\n');
  return { [`${name}/kustomization.yaml`]: file, [`${name}/patch.yaml`]: patch };
}

/** A file of Kustomize beside the manifest of a pod with `hostPID`, and other files. */
function beside(file: readonly string[], others: Files = {}): Files {
  return { 'kustomization.yaml': ['resources: [web.yaml]', ...file].join('\n'), 'web.yaml': HOST_PID, ...others };
}

/** Where the node selector is in a manifest that `deployment` makes with nothing before it. */
const PATCH_LINE = 9;
const FOUND_IN_BASE = ['base/web.yaml:8 pod/host-pid'];
const FOUND = ['web.yaml:8 pod/host-pid'];

const GUESSED = deployment(
  'web',
  'containers:',
  '- name: web',
  '  image: registry.example/site:windowsservercore-ltsc2022',
);
const GUESS = 'windows guessed: image registry.example/site:windowsservercore-ltsc2022 (web.yaml:10)';
const MISSING = ['web.yaml:7 scheduling/missing-os-constraint'];

const DECLARED_WINDOWS = deployment('web', 'os: { name: windows }', ...SELECTS_WINDOWS, 'hostPID: true', ...CONTAINERS);
const USES_CONFIG = deployment(
  'web',
  ...SELECTS_WINDOWS,
  'containers:',
  '- { name: web, image: a, volumeMounts: [{ name: v, mountPath: /v }] }',
  'volumes: [{ name: v, configMap: { name: config } }]',
);
const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: config }\ndata: { A: x, a: y }';
const SELECTED = deployment('web', ...SELECTS_WINDOWS, ...CONTAINERS).replace(
  'template:',
  'template:\n    metadata: { labels: { app: web } }',
);
const service = (policy: string) =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  type: LoadBalancer\n  selector: { app: web }\n  ports: [{ port: 80 }]\n  externalTrafficPolicy: ${policy}`;

const JOINED: readonly Case[] = [
  {
    name: 'paths with backslashes, which Kustomize accepts on Windows',
    files: {
      ...BASE,
      'overlays/dev/kustomization.yaml':
        'resources: [..\\..\\base\\]\ncomponents: [..\\component]\npatches: [{ path: patches\\web.yaml }]',
      'overlays/dev/patches/web.yaml': WINDOWS,
      'overlays/component/kustomization.yaml':
        'kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\npatchesStrategicMerge: [".\\\\more.yaml"]',
      'overlays/component/more.yaml': deployment('web', 'hostIPC: true'),
    },
    verdicts: { 'base/web.yaml': `${IS_WINDOWS} (overlays/dev/patches/web.yaml:${PATCH_LINE})` },
    found: [...FOUND_IN_BASE, 'overlays/component/more.yaml:8 pod/host-ipc'],
  },
  {
    name: 'a patch whose kind and name are placeholders',
    files: beside(['patches: [{ path: patch.yaml, target: { name: web } }]'], {
      'patch.yaml': WINDOWS.replace('Deployment', 'DaemonSet').replace('name: web', 'name: any'),
    }),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (patch.yaml:9)` },
    found: FOUND,
  },
  {
    name: 'evidence in the object itself, when a patch changes other fields',
    files: {
      ...beside(['patches: [{ path: patch.yaml }]']),
      'web.yaml': DECLARED_WINDOWS,
      'patch.yaml': deployment('web', 'restartPolicy: Always'),
    },
    verdicts: { 'web.yaml': 'windows declared: os.name: windows (web.yaml:8)' },
    found: ['web.yaml:11 pod/host-pid'],
  },
  {
    name: 'a patch that may apply to an object leaves its other fields known',
    files: {
      ...beside(['patches: [{ path: patch.yaml, target: { labelSelector: os in (linux) } }]']),
      'web.yaml': DECLARED_WINDOWS,
      'patch.yaml': deployment('any', 'nodeSelector: { pool: blue }'),
    },
    verdicts: { 'web.yaml': 'windows declared: os.name: windows (web.yaml:8)' },
    found: ['web.yaml:11 pod/host-pid'],
  },
  {
    name: 'a ConfigMap that is in the same namespace only in the rendered objects',
    files: {
      'kustomization.yaml': 'resources: [web.yaml, config.yaml]\nnamespace: shop',
      'web.yaml': USES_CONFIG,
      'config.yaml': CONFIG.replace('{ name: config }', '{ name: config, namespace: other }'),
    },
    found: ['web.yaml:12 volumes/config-key-case-collision'],
  },
  {
    name: 'a namespace of the base, which an overlay with a prefix keeps',
    files: {
      'kustomization.yaml': 'resources: [base]\nnamePrefix: dev-',
      'base/kustomization.yaml': 'resources: [web.yaml, config.yaml]\nnamespace: shop',
      'base/web.yaml': USES_CONFIG,
      'base/config.yaml': CONFIG.replace('{ name: config }', '{ name: config, namespace: other }'),
    },
    found: ['base/web.yaml:12 volumes/config-key-case-collision'],
  },
  {
    name: 'a Service that a patch makes invalid on Windows',
    files: {
      'kustomization.yaml': 'resources: [web.yaml, service.yaml]\npatches: [{ path: patch.yaml }]',
      'web.yaml': SELECTED,
      'service.yaml': service('Cluster'),
      'patch.yaml': service('Local').replace(/ {2}(?:type|selector|ports).*\n/g, ''),
    },
    found: ['patch.yaml:5 service/external-traffic-policy-local'],
  },
  ...[
    '{ name: "mcr.microsoft.com/.*core", newTag: ltsc2019, digest: "sha256:ab" }',
    '{ name: example.com/web, newName: mcr.microsoft.com/windows/servercore, newTag: ltsc2019 }',
  ].map(
    (change, i): Case => ({
      name: `an image of another build: ${change}`,
      files: {
        ...beside([`images: [${change}]`]),
        'web.yaml': deployment(
          'web',
          'nodeSelector:',
          `  ${LABEL}: windows`,
          '  node.kubernetes.io/windows-build: "10.0.20348"',
          'containers:',
          `- { name: web, image: ${i === 0 ? 'mcr.microsoft.com/windows/servercore:ltsc2022' : 'example.com/web'} }`,
        ),
      },
      found: [
        'kustomization.yaml:2 container/base-image-without-command',
        'kustomization.yaml:2 image/base-image-end-of-support',
        'kustomization.yaml:2 image/build-mismatch-with-node',
      ],
    }),
  ),
  {
    name: 'a patch of an overlay makes the base and the patch Windows pods',
    files: { ...BASE, ...overlay('overlay', WINDOWS) },
    verdicts: {
      'base/web.yaml': `${IS_WINDOWS} (overlay/patch.yaml:${PATCH_LINE})`,
      'overlay/patch.yaml': `${IS_WINDOWS} (overlay/patch.yaml:${PATCH_LINE})`,
    },
    found: FOUND_IN_BASE,
  },
  {
    name: 'the base makes its patch a Windows pod, and the problem is in the patch',
    files: {
      ...BASE,
      'base/web.yaml': deployment('web', ...SELECTS_WINDOWS, ...CONTAINERS),
      ...overlay('overlay', deployment('web', 'hostPID: true')),
    },
    verdicts: { 'overlay/patch.yaml': `${IS_WINDOWS} (base/web.yaml:9)` },
    found: ['overlay/patch.yaml:8 pod/host-pid'],
  },
  {
    name: 'a patch over two levels, by the name that the intermediate level set',
    files: {
      ...BASE,
      'middle/kustomization.yaml': 'bases: [../base]\nnamePrefix: my-\nnameSuffix: -one',
      'overlay/kustomization.yaml': 'resources: [./../middle/]\npatchesStrategicMerge: [patch.yaml]',
      'overlay/patch.yaml': WINDOWS.replace('name: web', 'name: my-web-one'),
    },
    verdicts: { 'base/web.yaml': `${IS_WINDOWS} (overlay/patch.yaml:${PATCH_LINE})` },
    found: FOUND_IN_BASE,
  },
  {
    name: 'overlays for both systems leave the base unknown',
    files: { ...BASE, ...overlay('one', WINDOWS), ...overlay('two', LINUX) },
    verdicts: {
      'base/web.yaml': `either: ${LABEL}: windows (one/patch.yaml:9)`,
      'one/patch.yaml': `${IS_WINDOWS} (one/patch.yaml:9)`,
      'two/patch.yaml': `linux scheduled: ${LABEL}: linux (two/patch.yaml:9)`,
    },
  },
  {
    name: 'overlays for the same system determine it',
    files: { ...BASE, ...overlay('one', WINDOWS), ...overlay('two', deployment('web', 'os: { name: windows }')) },
    verdicts: { 'base/web.yaml': `${IS_WINDOWS} (one/patch.yaml:9)` },
    found: [...FOUND_IN_BASE, 'two/patch.yaml:8 scheduling/missing-os-constraint'],
  },
  {
    name: 'an overlay without evidence leaves the base unknown',
    files: { ...BASE, ...overlay('one', WINDOWS), 'two/kustomization.yaml': 'resources: [../base]' },
    verdicts: { 'base/web.yaml': `unknown: ${LABEL}: windows (one/patch.yaml:9)` },
  },
  {
    name: 'a Kustomize file is rendered by itself only if no other file uses it',
    files: { ...BASE, ...overlay('overlay', WINDOWS), 'alone/kustomization.yaml': 'resources: [../base/web.yaml]' },
    verdicts: { 'base/web.yaml': `unknown: ${LABEL}: windows (overlay/patch.yaml:9)` },
  },
  {
    name: 'a component',
    files: {
      ...BASE,
      'windows/kustomization.yml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{ path: patch.yaml, target: { kind: Deployment } }]',
      'windows/patch.yaml': WINDOWS.replace('name: web', 'name: any'),
      'overlay/kustomization.yaml': 'resources: [../base]\ncomponents: [../windows]',
    },
    verdicts: { 'base/web.yaml': `${IS_WINDOWS} (windows/patch.yaml:9)` },
    found: FOUND_IN_BASE,
  },
  {
    name: 'an inline patch in the Kustomize file',
    files: beside([
      'patches:',
      '- patch: |-',
      ...WINDOWS.trimEnd()
        .split('\n')
        .map((line) => `    ${line}`),
    ]),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (kustomization.yaml:3)` },
    found: FOUND,
  },
  {
    name: 'an inline strategic merge patch in the Kustomize file',
    files: beside([
      'patchesStrategicMerge:',
      '- |',
      ...WINDOWS.trimEnd()
        .split('\n')
        .map((line) => `  ${line}`),
    ]),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (kustomization.yaml:3)` },
    found: FOUND,
  },
  {
    name: 'a JSON patch in a file, for a pattern of names',
    files: beside(
      ['patches:', '- path: patch.json', '  target: { group: apps, version: v1, kind: Deploy.*, name: web|api }'],
      {
        'patch.json':
          '[{"op": "add", "path": "/spec/template/spec/nodeSelector", "value": {"kubernetes.io/os": "windows"}}]',
      },
    ),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (patch.json:1)` },
    found: FOUND,
  },
  {
    name: 'an inline JSON patch that replaces a label by its escaped name',
    files: {
      ...beside([
        'patchesJson6902:',
        '- target: { kind: Deployment, name: web }',
        '  patch: |',
        '    - op: replace',
        '      path: /spec/template/spec/nodeSelector/kubernetes.io~1os',
        '      value: windows',
      ]),
      'web.yaml': HOST_PID.replace('hostPID: true', `hostPID: true\n      nodeSelector: { ${LABEL}: linux }`),
    },
    verdicts: { 'web.yaml': `${IS_WINDOWS} (kustomization.yaml:4)` },
    found: FOUND,
  },
  {
    name: 'an image that Kustomize replaces',
    files: beside([
      'images:',
      '- name: example.com/web',
      '  newName: mcr.microsoft.com/windows/servercore',
      '  newTag: ltsc2022',
    ]),
    verdicts: {
      'web.yaml': 'windows image: image mcr.microsoft.com/windows/servercore:ltsc2022 (kustomization.yaml:5)',
    },
    found: [
      'kustomization.yaml:5 container/base-image-without-command',
      'kustomization.yaml:5 scheduling/missing-os-constraint',
      'web.yaml:8 pod/host-pid',
    ],
  },
  {
    name: 'a RuntimeClass that a patch names',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'patch.yaml': deployment('web', 'runtimeClassName: win'),
      'class.yaml': `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: { name: win }\nhandler: x\nscheduling: { nodeSelector: { ${LABEL}: windows } }`,
    }),
    verdicts: { 'web.yaml': `windows scheduled: RuntimeClass win selects ${LABEL}: windows (class.yaml:3)` },
    found: FOUND,
  },
  {
    name: 'a container that a patch makes HostProcess',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'patch.yaml': deployment(
        'web',
        'hostNetwork: true',
        'containers:',
        '- name: web',
        '  securityContext: { windowsOptions: { hostProcess: true, runAsUserName: "NT AUTHORITY\\\\SYSTEM" } }',
      ),
    }),
    verdicts: { 'web.yaml': 'windows scheduled: hostProcess: true (patch.yaml:11)' },
    found: ['patch.yaml:11 scheduling/missing-os-constraint', ...FOUND],
  },
  {
    name: 'a custom resource whose list of containers is replaced',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': rollout('hostPID: true', ...CONTAINERS, PRIVILEGED),
      'patch.yaml': rollout(...SELECTS_WINDOWS, ...CONTAINERS, PRIVILEGED),
    }),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (patch.yaml:9)`, 'patch.yaml': `${IS_WINDOWS} (patch.yaml:9)` },
    found: ['patch.yaml:13 security-context/privileged', ...FOUND],
  },
  {
    name: 'an item of a List',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${HOST_PID.trimEnd().replaceAll('\n', '\n  ')}`,
      'patch.yaml': WINDOWS,
    }),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (patch.yaml:9)` },
    found: ['web.yaml:11 pod/host-pid'],
  },
];

const OPTIONS = ['securityContext:', '  windowsOptions: { runAsUserName: ContainerUser }', ...CONTAINERS];
const HOST_PROCESS = [
  '  securityContext:',
  '    windowsOptions: { hostProcess: true, runAsUserName: "NT AUTHORITY\\\\SYSTEM" }',
];
const DECLARES_LINUX = deployment('web', 'os: { name: linux }');

/** What no file has by itself: base, patches, and where it is found. */
const TOGETHER: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  [
    'windowsOptions and `os.name: linux`',
    deployment('web', ...OPTIONS),
    [DECLARES_LINUX],
    ['base/web.yaml:9 os/windows-options-on-linux-pod'],
  ],
  [
    'the same conflict in two overlays',
    deployment('web', ...OPTIONS),
    [DECLARES_LINUX, DECLARES_LINUX],
    ['base/web.yaml:9 os/windows-options-on-linux-pod'],
  ],
  [
    'a conflict in one of two overlays',
    deployment('web', ...OPTIONS),
    [DECLARES_LINUX, WINDOWS],
    ['base/web.yaml:9 os/windows-options-on-linux-pod'],
  ],
  [
    '`os.name` in a patch and windowsOptions in the base, which the patch repeats',
    DECLARES_LINUX,
    [deployment('web', 'securityContext: { windowsOptions: {} }')],
    ['0/patch.yaml:8 os/windows-options-on-linux-pod'],
  ],
  [
    'a node selector that contradicts `os.name`',
    deployment('web', 'os: { name: windows }', ...CONTAINERS),
    [LINUX],
    ['base/web.yaml:8 os/conflicts-with-node-constraint'],
  ],
  [
    'a Windows build and the label of another system',
    deployment('web', `nodeSelector: { ${LABEL}: linux }`, ...CONTAINERS),
    [deployment('web', 'nodeSelector: { node.kubernetes.io/windows-build: "10.0.20348" }')],
    ['0/patch.yaml:8 scheduling/windows-build-with-linux'],
  ],
  [
    'node affinity that contradicts the node selector',
    deployment('web', ...SELECTS_WINDOWS, ...CONTAINERS),
    [deployment('web', ...requires('NotIn'))],
    ['base/web.yaml:9 scheduling/no-matching-node'],
  ],
  [
    'an image that contradicts `os.name`',
    deployment('web', ...SELECTS_WINDOWS, 'containers:', '- name: web', '  image: redis:7-alpine'),
    [deployment('web', 'os: { name: windows }')],
    ['base/web.yaml:12 os/conflicts-with-image'],
  ],
  [
    'an ordinary container next to a HostProcess container',
    deployment('web', 'hostNetwork: true', ...SELECTS_WINDOWS, ...CONTAINERS, ...HOST_PROCESS),
    [deployment('web', 'containers:', '- { name: agent, image: example.com/agent }')],
    ['base/web.yaml:15 host-process/mixed-containers', 'base/web.yaml:8 pod/host-network'],
  ],
  [
    'a conflict in each file by itself',
    deployment('web', 'os: { name: linux }', ...OPTIONS),
    [deployment('web', 'os: { name: linux }', 'securityContext: { windowsOptions: { hostProcess: false } }')],
    ['0/patch.yaml:9 os/windows-options-on-linux-pod', 'base/web.yaml:10 os/windows-options-on-linux-pod'],
  ],
];

const SILENT: readonly Case[] = [
  {
    name: 'an object that a patch deletes',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': DECLARED_WINDOWS,
      'patch.yaml': `$patch: delete\n${deployment('web')}`,
    }),
  },
  {
    name: 'a patch with an image for an unknown object',
    files: {
      'kustomization.yaml': 'resources: [https://example.com/base?ref=v1]\npatches: [{ path: patch.yaml }]',
      'patch.yaml': GUESSED,
    },
    verdicts: { 'patch.yaml': GUESS.replace('web.yaml', 'patch.yaml') },
  },
  {
    name: 'fields that a transformer may change',
    files: { ...beside(['transformers: [other.yaml]']), 'web.yaml': DECLARED_WINDOWS },
    verdicts: { 'web.yaml': 'windows guessed: os.name: windows (web.yaml:8)' },
  },
  ...[
    [
      'a replacement may set',
      [
        'replacements:',
        '- source: { kind: ConfigMap, name: os, fieldPath: data.os }',
        '  targets:',
        '  - select: { kind: Deployment }',
        `    fieldPaths: ["spec.template.spec.nodeSelector.[${LABEL}]", spec.template.spec.os.name]`,
      ],
    ],
    [
      'a patch may set',
      [
        'patches:',
        '- target: { labelSelector: os in (linux) }',
        `  patch: "[{ op: replace, path: /spec/template/spec/nodeSelector, value: {} }, { op: remove, path: /spec/template/spec/os }]"`,
      ],
    ],
    [
      'is moved away',
      [
        'patches:',
        '- target: { kind: Deployment }',
        '  patch: "[{ op: move, from: /spec/template/spec/nodeSelector, path: /spec/x }, { op: remove, path: /spec/template/spec/os }]"',
      ],
    ],
    [
      'becomes null',
      [
        'patches:',
        '- target: { kind: Deployment }',
        '  patch: "[{ op: add, path: /spec/template/spec/nodeSelector, value: null }, { op: replace, path: /spec/template/spec/os, value: null }]"',
      ],
    ],
  ].map(
    ([name, lines]): Case => ({
      name: `a node selector: ${name}`,
      files: { ...beside(lines as string[]), 'web.yaml': DECLARED_WINDOWS },
    }),
  ),
  {
    name: 'a container whose index changes in the merged list, where those of the patch come first',
    files: beside(
      [
        'patches:',
        '- path: patch.yaml',
        '- target: { kind: Deployment }',
        '  patch: "[{ op: remove, path: /spec/template/spec/containers/0/securityContext }]"',
      ],
      {
        'web.yaml': deployment(
          'web',
          ...SELECTS_WINDOWS,
          'containers:',
          '- { name: first, image: a }',
          ...CONTAINERS.slice(1),
          PRIVILEGED,
        ),
        'patch.yaml': deployment('web', 'containers:', '- { name: web, image: b }'),
      },
    ),
  },
  {
    name: 'objects in other namespaces',
    files: {
      'web/kustomization.yaml': 'resources: [web.yaml]\nnamespace: web',
      'web/web.yaml': USES_CONFIG,
      'other/kustomization.yaml': 'resources: [config.yaml]\nnamespace: other',
      'other/config.yaml': CONFIG,
    },
  },
  {
    name: 'a Service that a patch corrects',
    files: {
      ...beside(['patches: [{ path: patch.yaml }]'], {
        'patch.yaml': service('Cluster'),
        'service.yaml': service('Local'),
      }),
      'kustomization.yaml': 'resources: [web.yaml, service.yaml]\npatches: [{ path: patch.yaml }]',
      'web.yaml': SELECTED,
    },
  },
  {
    name: 'a field that the patch removes',
    files: { ...BASE, ...overlay('overlay', deployment('web', 'hostPID: null', ...SELECTS_WINDOWS)) },
    verdicts: { 'base/web.yaml': `${IS_WINDOWS} (overlay/patch.yaml:10)` },
  },
  {
    name: 'a field that the patch sets to another value',
    files: { ...BASE, ...overlay('overlay', deployment('web', 'hostPID: false', ...SELECTS_WINDOWS)) },
  },
  {
    name: 'a field that one of two overlays removes',
    files: {
      ...BASE,
      ...overlay('one', WINDOWS),
      ...overlay('two', deployment('web', 'hostPID:', ...SELECTS_WINDOWS)),
    },
    verdicts: { 'base/web.yaml': `${IS_WINDOWS} (one/patch.yaml:9)` },
  },
  {
    name: 'a field that a JSON patch removes',
    files: beside(
      [
        'patches:',
        '- path: patch.yaml',
        '- target: { kind: Deployment }',
        '  patch: "[{op: remove, path: /spec/template/spec/hostPID}]"',
      ],
      {
        'patch.yaml': WINDOWS,
      },
    ),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (patch.yaml:9)` },
  },
  {
    name: 'a container with a problem that the patch deletes',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': deployment(
        'web',
        ...CONTAINERS,
        '- name: agent',
        '  image: example.com/agent',
        '  securityContext: { privileged: true }',
      ),
      'patch.yaml': deployment('web', ...SELECTS_WINDOWS, 'containers:', '- { $patch: delete, name: agent }'),
    }),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (patch.yaml:9)` },
  },
  {
    name: 'containers of a custom resource, whose lists are replaced completely',
    files: beside(['patches: [{ path: patch.yaml }, { path: env.yaml }]'], {
      'web.yaml': rollout(
        'os: { name: windows }',
        ...SELECTS_WINDOWS,
        ...CONTAINERS,
        PRIVILEGED,
        '- name: agent',
        '  image: a',
        PRIVILEGED,
      ),
      'patch.yaml': rollout('containers:', '- { name: web, image: example.com/web:2 }'),
      'env.yaml': rollout('containers:', '- { name: web, image: example.com/web:3, env: [{ name: a, value: b }] }'),
    }),
    verdicts: { 'web.yaml': 'windows declared: os.name: windows (web.yaml:8)' },
  },
  {
    name: 'a pod of a custom resource that the patch leaves out',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': experiment(...SELECTS_WINDOWS, 'hostPID: true'),
      'patch.yaml': experiment('nodeSelector: {}'),
    }),
  },
  {
    name: 'a field of a custom resource that the patch removes',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': rollout(...SELECTS_WINDOWS, 'hostPID: true'),
      'patch.yaml': rollout('hostPID: null'),
    }),
    verdicts: { 'web.yaml': `${IS_WINDOWS} (web.yaml:9)` },
  },
  {
    name: 'a selector that the patch replaces completely',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': HOST_PID.replace('hostPID: true', `hostPID: true\n      nodeSelector: { ${LABEL}: windows }`),
      'patch.yaml': deployment('web', 'nodeSelector: { $patch: replace, pool: blue }'),
    }),
    verdicts: { 'web.yaml': 'unknown' },
  },
  {
    name: 'patches for other objects',
    files: {
      ...beside([
        'patches:',
        '- { path: patch.yaml, target: { kind: Deployment, name: we } }',
        '- { path: patch.yaml, target: { kind: StatefulSet } }',
        '- { path: other.yaml }',
      ]),
      'patch.yaml': WINDOWS,
      'other.yaml': WINDOWS.replace('name: web', 'name: other'),
    },
    verdicts: { 'web.yaml': 'unknown', 'other.yaml': `${IS_WINDOWS} (other.yaml:9)` },
  },
  {
    name: 'a target with a complex pattern, or with labels that are not in the manifest',
    files: {
      ...beside([
        'patches:',
        '- { path: patch.yaml, target: { name: "(w+e+b+)+" } }',
        '- { path: patch.yaml, target: { labelSelector: "os=windows" } }',
      ]),
      'patch.yaml': WINDOWS,
    },
    verdicts: { 'web.yaml': 'unknown' },
  },
  {
    name: 'a Kustomization of Flux',
    files: beside([], {
      'flux.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: { path: ./, patches: [{ path: patch.yaml }] }',
      'patch.yaml': WINDOWS,
    }),
    verdicts: { 'web.yaml': 'unknown' },
  },
];

const ABSENT: readonly Case[] = [
  {
    name: 'is missing if no patch adds it',
    files: {
      ...beside(['patches: [{ path: patch.yaml }]']),
      'web.yaml': GUESSED,
      'patch.yaml': deployment('web', 'priority: 1'),
    },
    verdicts: { 'web.yaml': GUESS },
    found: MISSING,
  },
  {
    name: 'is missing if Kustomize changes nothing',
    files: { ...beside([]), 'web.yaml': GUESSED },
    verdicts: { 'web.yaml': GUESS },
    found: MISSING,
  },
  {
    name: 'is not missing if a patch adds it',
    files: { ...beside(['patches: [{ path: patch.yaml }]']), 'web.yaml': GUESSED, 'patch.yaml': WINDOWS },
    verdicts: { 'web.yaml': `${IS_WINDOWS} (patch.yaml:9)` },
  },
  {
    name: 'is missing if the image is in a patch',
    files: {
      ...beside(['patches: [{ path: patch.yaml }]']),
      'web.yaml': deployment('web', 'containers:', '- { name: web, image: x }'),
      'patch.yaml': GUESSED,
    },
    verdicts: { 'patch.yaml': GUESS.replace('web.yaml', 'patch.yaml') },
    found: ['patch.yaml:10 scheduling/missing-os-constraint'],
  },
  ...[
    ['a remote component', 'components: [https://example.com/windows?ref=v1]'],
    ['a missing patch', 'patches: [{ path: patch.yaml }]'],
    ['a patch outside of the file system', 'patches: [{ path: ../../../../../patch.yaml }]'],
    ['an absolute path', 'patchesStrategicMerge: [/etc/patch.yaml]'],
    ['a transformer', 'transformers: [transformer.yaml]'],
    ['an unsupported pattern', `patches: [{ patch: ${JSON.stringify(WINDOWS)}, target: { name: "(w+)+" } }]`],
    [
      'a JSON patch that cannot be applied',
      'patches: [{ patch: "[{op: move, from: /a, path: /b}]", target: { kind: Deployment } }]',
    ],
  ].map(
    ([name = '', line = '']): Case => ({
      name: `may be in what cannot be read: ${name}`,
      files: { ...beside([line]), 'web.yaml': GUESSED },
      verdicts: { 'web.yaml': GUESS },
    }),
  ),
];

const loop = (name: string, other: string): Files => ({
  [`${name}/kustomization.yaml`]: `resources: [../${other}, web.yaml]\npatches: [{ path: patch.yaml }]`,
  [`${name}/web.yaml`]: HOST_PID,
  [`${name}/patch.yaml`]: WINDOWS,
});

const HOSTILE: readonly Case[] = [
  { name: 'a file that includes itself', files: loop('one', 'one'), verdicts: { 'one/web.yaml': 'unknown' } },
  {
    name: 'files that include each other, below another one',
    files: { ...loop('one', 'two'), ...loop('two', 'one'), 'kustomization.yaml': 'resources: [one]' },
    verdicts: { 'one/web.yaml': 'unknown' },
  },
  {
    name: 'levels that double the number of objects',
    files: Object.fromEntries(
      Array.from({ length: 25 }, (_, i) => [
        `${i}/kustomization.yaml`,
        i === 0
          ? `resources: [../web.yaml]\npatches: [{ path: ../patch.yaml }]`
          : `resources: [${`../${i - 1}, ./../${i - 1}`}]`,
      ]).concat([
        ['web.yaml', HOST_PID],
        ['patch.yaml', WINDOWS],
      ]),
    ),
    verdicts: { 'web.yaml': 'unknown' },
  },
  {
    name: 'slow patterns',
    files: beside([`patches: [{ path: patch.yaml, target: { name: "${'(a|a)'.repeat(60)}x" } }]`], {
      'web.yaml': HOST_PID.replace('name: web', `name: ${'a'.repeat(60)}`),
      'patch.yaml': WINDOWS,
    }),
    verdicts: { 'web.yaml': 'unknown' },
  },
  {
    name: 'values of invalid types',
    files: beside([
      'patches: { a: 1 }',
      'images: [1, { newTag: 2 }, { name: [] }]',
      'components: [[], {}, null, ""]',
      'patchesJson6902: [null, 3, { target: [] , patch: 5 }]',
      'patchesStrategicMerge: [{ a: 1 }]',
      'namePrefix: [1]',
    ]),
    verdicts: { 'web.yaml': 'unknown' },
  },
  {
    name: 'names of built-in properties',
    files: beside(['patches: [{ path: patch.yaml }]'], {
      'web.yaml': deployment('web', '__proto__: { hostPID: true }', 'constructor: 1', ...CONTAINERS),
      'patch.yaml': deployment('web', '__proto__: { hostPID: true, os: { name: windows } }', 'toString: null'),
    }),
    verdicts: { 'web.yaml': 'unknown' },
  },
];

describe('editing', () => {
  const files = {
    ...BASE,
    'base/other.yaml': HOST_PID.replace('name: web', 'name: other'),
    'base/kustomization.yaml': 'resources: [web.yaml, other.yaml]',
    ...overlay('overlay', WINDOWS),
    'apart.yaml': deployment('apart', 'hostPID: true', ...SELECTS_WINDOWS),
  };
  const OVERLAY = 'resources: [../base]\npatches:\n- path: patch.yaml';
  const APART = 'apart.yaml:8 pod/host-pid';

  test.each([
    ['a patch to another system', 'overlay/patch.yaml', LINUX, [APART], 0],
    [
      'a patch to another name',
      'overlay/patch.yaml',
      WINDOWS.replace('name: web', 'name: other'),
      [APART, 'base/other.yaml:8 pod/host-pid'],
      2,
    ],
    ['an overlay so that it has no patch', 'overlay/kustomization.yaml', 'resources: [../base]', [APART], 1],
    ['an overlay with a comment', 'overlay/kustomization.yaml', `${OVERLAY}\n# nothing`, [APART, ...FOUND_IN_BASE], 0],
    ['an unrelated file', 'apart.yaml', LINUX, FOUND_IN_BASE, 0],
  ])('%s rechecks only the pods that it changes', (_, path, text, expected, documents) => {
    const workspace = workspaceOf(files);
    expect(findings(workspace)).toEqual([APART, ...FOUND_IN_BASE]);
    const before = workspace.lintCount;
    workspace.setOnDisk(uriOf(path), text);
    expect(findings(workspace)).toEqual(expected);
    expect(workspace.lintCount - before).toBe(documents);
  });

  test('rechecks files when files are added and removed', () => {
    const workspace = workspaceOf(BASE);
    const inBase = () =>
      workspace.findings(uriOf('base/web.yaml'))?.documents.flatMap((document) => document.findings) ?? [];
    expect(inBase()).toEqual([]);
    for (const [path, text] of Object.entries(overlay('overlay', WINDOWS))) workspace.setOnDisk(uriOf(path), text);
    expect(inBase().map(({ rule }) => rule)).toContain('pod/host-pid');
    workspace.setOnDisk(uriOf('overlay/patch.yaml'), undefined);
    expect(inBase()).toEqual([]);
  });
});

describe('a base whose overlays are for different systems', () => {
  const FIELDS = ['hostPID: true', 'hostIPC: true', ...CONTAINERS];
  const DECLARED = deployment('web', 'os: { name: windows }', 'hostIPC: null', ...SELECTS_WINDOWS);
  const base: Files = { ...BASE, 'base/web.yaml': deployment('web', ...FIELDS), ...overlay('two', LINUX) };
  const refused = 'base/web.yaml:8 pod/host-pid';

  test.each([
    ['reports a rejection in one of them, without a fix', overlay('one', DECLARED), [refused]],
    [
      'reports a rejection in several overlays once',
      { ...overlay('one', DECLARED), ...overlay('three', DECLARED) },
      [refused],
    ],
    ['does not report ignored fields', overlay('one', WINDOWS), []],
    [
      'reports a rejection in an inline patch',
      {
        ...overlay('one', DECLARED),
        'base/web.yaml': deployment('web', ...CONTAINERS),
        'base/kustomization.yaml':
          'resources: [web.yaml]\npatches: [{ patch: "[{ op: add, path: /spec/template/spec/hostPID, value: true }]", target: { kind: Deployment } }]',
      },
      ['base/kustomization.yaml:2 pod/host-pid'],
    ],
    [
      'does not report the base for a guessed system',
      overlay('one', image('registry.example/site:windowsservercore-ltsc2022')),
      ['one/patch.yaml:10 scheduling/missing-os-constraint'],
    ],
  ])('%s', (_, files, expected) => {
    const workspace = workspaceOf({ ...base, ...files });
    expect(findings(workspace)).toEqual(expected);
    const found = workspace.report(uriOf('base/web.yaml'))?.documents.flatMap((document) => document.findings) ?? [];
    for (const { message, related, fixes } of found) {
      expect(message).toMatch(/ This is so in what `one\/kustomization\.yaml` makes of Deployment `web`\.$/);
      expect(fixes).toEqual([]);
      const places = related.map(({ at }) => placeOf(workspace, 'base/web.yaml', 0, at));
      expect(places).toEqual(['one/patch.yaml:8', 'one/kustomization.yaml:1']);
    }
  });
});

test('marks fixes in a base for review if Kustomize declares the system', () => {
  const declares = deployment('web', 'os: { name: windows }');
  const safeties = (files: Files) =>
    workspaceOf(files)
      .report(uriOf('base/web.yaml'))
      ?.documents.flatMap(({ findings }) => findings)
      .filter(({ rule }) => rule === 'pod/host-pid')
      .map(({ effect, fixes }) => [effect, ...fixes.map(({ safety }) => safety)]);
  const own = HOST_PID.replace('hostPID: true', 'hostPID: true\n      os: { name: windows }');
  expect(safeties({ ...BASE, ...overlay('overlay', declares) })).toEqual([['rejected', 'review', 'review']]);
  expect(safeties({ ...BASE, 'base/web.yaml': own, ...overlay('overlay', declares) })).toEqual([
    ['rejected', 'safe', 'review'],
  ]);
  // Without an effect only in what the file says itself, and in everything that is built from it.
  const selects = HOST_PID.replace('hostPID: true', 'hostPID: true\n      nodeSelector: { kubernetes.io/os: windows }');
  const replicas = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 2 }\n';
  const selectsLinux = deployment('web', 'nodeSelector: { kubernetes.io/os: linux }');
  const selectsWindows = deployment('web', 'nodeSelector: { kubernetes.io/os: windows }');
  const selecting = { ...BASE, 'base/web.yaml': selects };
  expect(safeties(selecting)).toEqual([['ignored', 'ineffective', 'review']]);
  expect(safeties({ ...selecting, ...overlay('one', replicas) })).toEqual([['ignored', 'ineffective', 'review']]);
  expect(safeties({ ...selecting, ...overlay('one', replicas), ...overlay('two', selectsLinux) })).toEqual([]);
  expect(safeties({ ...BASE, ...overlay('one', selectsWindows) })).toEqual([['ignored', 'review', 'review']]);
});

test('reports what is wrong in rendered objects', () => {
  const base = deployment(
    'web',
    'nodeSelector:',
    `  ${LABEL}: windows`,
    '  node.kubernetes.io/windows-build: "10.0.17763"',
    'containers:',
    '- { name: web, image: "registry.example/site:windowsservercore-ltsc2022" }',
  );
  const patch = deployment('web', 'nodeSelector: { node.kubernetes.io/windows-build: "10.0.26100" }');
  const both = { ...BASE, 'base/web.yaml': base, ...overlay('one', patch), ...overlay('two', patch) };
  expect(messages(both, 'image/build-mismatch-with-node').join()).toContain('Windows Server 2025');
  expect(messages(both, 'image/build-mismatch-with-node').join()).not.toMatch(/2019|This is so in/);
  const overlays = { ...both, ...overlay('two', deployment('web', 'priorityClassName: low')) };
  expect(messages(overlays, 'image/build-mismatch-with-node').join()).toMatch(
    /This is so in what `(?:one|two)\/kustom/,
  );
});

test('reports an error of one overlay if another overlay for Windows differs', () => {
  const files = {
    ...BASE,
    'base/web.yaml': DECLARED_WINDOWS,
    ...overlay('one', deployment('web', 'hostPID: null')),
    'two/kustomization.yaml': 'resources: [../base]',
  };
  expect(messages(files, 'pod/host-pid')).toEqual([expect.stringContaining('what `two/kustomization.yaml` makes')]);
});

describe('a change that solves a problem in the base but not in the rendered object', () => {
  const container = (...lines: string[]) => ['hostNetwork: true', 'containers:', '- name: web', '  image: a', ...lines];
  const HOST = [
    'os: { name: windows }',
    ...SELECTS_WINDOWS,
    'securityContext:',
    ...HOST_PROCESS.slice(1).map((line) => line.slice(2)),
  ];
  const files = {
    ...BASE,
    'base/web.yaml': deployment('web', ...container('  securityContext: { runAsUser: 0 }')),
    ...overlay('overlay', deployment('web', ...HOST)),
  };

  test('is not offered as a fix', () => {
    const titles = fixesOf(files, 'security-context/run-as-user').map(([title]) => title);
    expect(titles.join()).not.toContain('ContainerAdministrator');
    const mount = 'volumeMounts: [{ name: v, mountPath: /v';
    const bidirectional = {
      ...BASE,
      'base/web.yaml': deployment(
        'web',
        'os: { name: windows }',
        ...SELECTS_WINDOWS,
        ...container(PRIVILEGED, `  ${mount} }]`),
      ),
      ...overlay(
        'overlay',
        deployment('web', 'containers:', '- name: web', `  ${mount}, mountPropagation: Bidirectional }]`),
      ),
    };
    expect(fixesOf(bidirectional, 'security-context/privileged')).toEqual([]);
  });

  test('is not offered as a refactoring', () => {
    const workspace = workspaceOf(files);
    const [report] = workspace.report(uriOf('base/web.yaml'), true)?.documents.map((document) => document.report) ?? [];
    const [workload] = report?.workloads ?? [];
    if (report === undefined || workload === undefined) throw new Error('There is no pod.');
    const made = refactorings(workload, report, [report], workspace.lintContext(uriOf('base/web.yaml')));
    expect(made.map(({ title, ok }) => [title, ok])).toContainEqual(['Make ready for Windows', false]);
  });
});

describe('files that Kustomize merges', () => {
  test.each(JOINED)('$name', check);
});

describe('files that are wrong only together:', () => {
  test.each(TOGETHER)('%s', (_, base, patches, expected) => {
    const overlays = patches.map((patch, i) => overlay(String(i), patch));
    const workspace = workspaceOf(Object.assign({}, BASE, { 'base/web.yaml': base }, ...overlays));
    expect(findings(workspace).sort()).toEqual(expected);
  });

  test('names the other file and offers no fix', () => {
    const files = { ...BASE, 'base/web.yaml': deployment('web', ...OPTIONS), ...overlay('overlay', DECLARES_LINUX) };
    const workspace = workspaceOf(files);
    const found = workspace.report(uriOf('base/web.yaml'))?.documents.flatMap((document) => document.findings) ?? [];
    const told = found.map(({ effect, fixes, related }) => ({
      effect,
      fixes,
      places: related.map(({ at }) => placeOf(workspace, 'base/web.yaml', 0, at)),
    }));
    expect(told).toEqual([{ effect: 'rejected', fixes: [], places: ['overlay/patch.yaml:8'] }]);
  });

  test('treats values that another file leaves open as unknown', () => {
    const [base, patch] = [deployment('web', ...OPTIONS), overlay('overlay', DECLARES_LINUX, 'transformers: [a.yaml]')];
    expect(findings(workspaceOf({ ...BASE, 'base/web.yaml': base, ...patch }))).toEqual([]);
  });
});

describe('patches that are not manifests:', () => {
  const PLAIN = deployment('web', ...SELECTS_WINDOWS, ...CONTAINERS);
  const DECLARED = PLAIN.replace('nodeSelector', 'os: { name: windows }\n      nodeSelector');
  const inline = (text: string) => ['patches:', '- patch: |-', ...text.split('\n').map((line) => `    ${line}`)];
  const operation = (value: string) => `[{ op: add, path: /spec/template/spec/hostPID, value: ${value} }]`;
  const OTHER_IS_LINUX = {
    'kustomization.yaml': [
      'resources: [web.yaml, other.yaml]',
      'patches:',
      `- patch: "${operation('true')}"`,
      '  target: { kind: Deployment }',
    ].join('\n'),
    'other.yaml': deployment('other', `nodeSelector: { ${LABEL}: linux }`, ...CONTAINERS),
  };

  test.each<readonly [string, Files, readonly string[]]>([
    ['a manifest', beside(inline(deployment('web', 'hostPID: true'))), ['kustomization.yaml:3 pod/host-pid']],
    ['a value without effect', beside(inline(deployment('web', 'hostPID: false'))), []],
    [
      'a change of the operating system',
      beside(inline(LINUX.replace('nodeSelector', 'hostPID: true\n      nodeSelector'))),
      [],
    ],
    [
      'JSON patch operations',
      beside(['patches:', `- patch: "${operation('true')}"`, '  target: { kind: Deployment }']),
      ['kustomization.yaml:3 pod/host-pid'],
    ],
    [
      'JSON patch operations in a file',
      beside(['patches: [{ path: patch.yaml, target: { kind: Deployment } }]'], {
        'patch.yaml': '- op: add\n  path: /spec/template/spec/hostPID\n  value: true',
      }),
      ['patch.yaml:3 pod/host-pid'],
    ],
    [
      'a part of a value, in a file',
      beside(['patches: [{ path: patch.yaml, target: { kind: Deployment } }]'], {
        'patch.yaml':
          '- op: add\n  path: /spec/template/spec/securityContext\n  value:\n    fsGroup: 1\n    runAsUser: 1000',
      }),
      ['patch.yaml:4 security-context/fs-group', 'patch.yaml:5 security-context/run-as-user'],
    ],
    ['a patch for pods of both systems', OTHER_IS_LINUX, []],
    [
      'a patch for two pods of one system',
      { ...OTHER_IS_LINUX, 'other.yaml': PLAIN.replace('name: web', 'name: other') },
      ['kustomization.yaml:3 pod/host-pid'],
    ],
    [
      'a field that another patch removes from one of two pods',
      {
        'kustomization.yaml': [
          'resources: [web.yaml, other.yaml]',
          'patches:',
          '- { path: patch.yaml, target: { kind: Deployment } }',
          '- patch: "[{ op: remove, path: /spec/template/spec/securityContext/runAsUser }]"',
          '  target: { kind: Deployment, name: other }',
        ].join('\n'),
        'other.yaml': PLAIN.replace('name: web', 'name: other'),
        'patch.yaml':
          '- op: add\n  path: /spec/template/spec/securityContext\n  value:\n    fsGroup: 1\n    runAsUser: 1000',
      },
      ['patch.yaml:4 security-context/fs-group', 'patch.yaml:5 security-context/run-as-user'],
    ],
    [
      'an image',
      {
        ...beside(['images: [{ name: example.com/web, newName: redis, newTag: 7-alpine }]']),
        'web.yaml': DECLARED,
      },
      ['kustomization.yaml:2 os/conflicts-with-image'],
    ],
  ])('%s', (_, files, expected) => {
    const workspace = workspaceOf({ ...files, 'web.yaml': files['web.yaml'] === DECLARED ? DECLARED : PLAIN });
    expect(findings(workspace)).toEqual(expected);
  });
});

describe('a target selects', () => {
  const web = GUESSED.replace(
    'name: web',
    '{ name: web, labels: { app: web, tier: front }, annotations: { team: a } }',
  );

  test.each<[target: string, selects: 'yes' | 'maybe' | 'no']>([
    ['kind: Deployment', 'yes'],
    ['kind: deployment', 'no'],
    ['kind: Deploy', 'no'],
    ['kind: Deploy.*', 'yes'],
    ['group: apps', 'yes'],
    ['group: batch', 'no'],
    ['version: v1', 'yes'],
    ['version: v1beta1', 'no'],
    ['name: web', 'yes'],
    ['name: we', 'no'],
    ['name: eb', 'no'],
    ['name: ""', 'yes'],
    ['name: w.b', 'yes'],
    ['name: ^web$', 'yes'],
    ['name: api|web', 'yes'],
    ['name: api|w', 'no'],
    ['name: (api|web)', 'yes'],
    ['name: "(web"', 'maybe'],
    ['name: "web)"', 'maybe'],
    ['name: "[vw]eb"', 'maybe'],
    ['name: .*e.*', 'yes'],
    ['name: .*e.*b.*', 'maybe'],
    ['name: a|b|c|d|e|f|g|h|web', 'yes'],
    ['name: a|b|c|d|e|f|g|h|web|i', 'maybe'],
    ['namespace: default', 'yes'],
    ['namespace: shop', 'no'],
    ['labelSelector: app=web', 'yes'],
    ['labelSelector: app==web', 'yes'],
    ['labelSelector: " app = web , tier=front "', 'yes'],
    ['labelSelector: ""', 'yes'],
    // Another file may add labels.
    ['labelSelector: app=api', 'maybe'],
    ['labelSelector: "app=web,tier=back"', 'maybe'],
    ['labelSelector: app', 'maybe'],
    ['labelSelector: app!=api', 'maybe'],
    ['labelSelector: team=a', 'maybe'],
    ['labelSelector: toString=', 'maybe'],
    ['annotationSelector: team=a', 'yes'],
    ['annotationSelector: app=web', 'maybe'],
    ['kind: Deployment, name: api, labelSelector: app=api', 'no'],
    ['kind: Deployment, labelSelector: app=web', 'yes'],
  ])('by { %s }: %s', (target, selects) => {
    check({
      name: target,
      files: {
        ...beside([`patches: [{ path: patch.yaml, target: { ${target} } }]`]),
        'web.yaml': web,
        'patch.yaml': WINDOWS,
      },
      verdicts: { 'web.yaml': selects === 'yes' ? `${IS_WINDOWS} (patch.yaml:9)` : GUESS },
      found: selects === 'no' ? MISSING : [],
    });
  });
});

describe('reports nothing for', () => {
  test.each(SILENT)('$name', check);
});

describe('a reference outside of the base', () => {
  test.each(ABSENT)('$name', check);
});

describe('handles hostile input:', () => {
  test.each(HOSTILE)('$name', check);
});

function check({ files, verdicts = {}, found = [] }: Case): void {
  const workspace = workspaceOf(files);
  const read = Object.keys(verdicts).map((file) => [file, verdictIn(workspace, file)]);
  expect(Object.fromEntries(read)).toEqual(verdicts);
  expect(findings(workspace)).toEqual(found);
}

function workspaceOf(files: Files): Workspace {
  const workspace = testWorkspace();
  for (const [path, text] of Object.entries(files)) workspace.setOnDisk(uriOf(path), text);
  return workspace;
}

function uriOf(path: string): string {
  return `file:///repository/${path}`;
}

function found(files: Files, rule: string) {
  const documents = workspaceOf(files).report(uriOf('base/web.yaml'))?.documents ?? [];
  return documents.flatMap(({ findings }) => findings).filter((finding) => finding.rule === rule);
}

function messages(files: Files, rule: string): string[] {
  return found(files, rule).map(({ message }) => message);
}

function fixesOf(files: Files, rule: string): string[][] {
  return found(files, rule).flatMap(({ fixes }) => fixes.map(({ title, safety }) => [title, safety]));
}

/** Required node affinity for the label of Windows. */
function requires(operator: string): string[] {
  const expression = `{ key: ${LABEL}, operator: ${operator}, values: [windows] }`;
  const terms = `nodeSelectorTerms: [{ matchExpressions: [${expression}] }]`;
  return [`affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { ${terms} } } }`];
}

function deployment(name: string, ...spec: string[]): string {
  const lines = ['apiVersion: apps/v1', 'kind: Deployment', 'metadata:', `  name: ${name}`, 'spec:', '  template:'];
  return [...lines, '    spec:', ...spec.map((line) => `      ${line}`), ''].join('\n');
}

function image(name: string): string {
  return deployment('web', 'containers:', '- name: web', `  image: ${name}`);
}

function rollout(...spec: string[]): string {
  return deployment('web', ...spec)
    .replace('apps/v1', 'argoproj.io/v1alpha1')
    .replace('Deployment', 'Rollout');
}

/** A custom resource that holds a list of pods, with one. */
function experiment(...spec: string[]): string {
  return rollout(...spec)
    .replace('Rollout', 'Experiment')
    .replace('  template:\n    spec:', '  templates:\n  - template:\n     spec:');
}

/** `os certainty: evidence (file:line)` of the one pod in a file. */
function verdictIn(workspace: Workspace, path: string): string {
  const [document] = workspace.report(uriOf(path), true)?.documents ?? [];
  const [workload] = document?.report.workloads ?? [];
  if (document === undefined || workload === undefined) return 'no pod';
  const { os, certainty, evidence } = workload.verdict;
  const [first] = evidence;
  const because = first === undefined ? '' : `: ${first.text} (${placeOf(workspace, path, document.start, first.at)})`;
  return `${os}${certainty === null ? '' : ` ${certainty}`}${because}`;
}

function placeOf(workspace: Workspace, path: string, start: number, at: Span | Location): string {
  const uri = 'uri' in at ? at.uri : uriOf(path);
  const offset = 'uri' in at ? (workspace.locate(at)?.span.start ?? -1) : start + at.start;
  return `${uri.slice(uriOf('').length)}:${(workspace.file(uri)?.lines.positionAt(offset).line ?? -2) + 1}`;
}

/** Errors, warnings and information in all files, as `file:line rule`. */
function findings(workspace: Workspace): string[] {
  return workspace.uris().flatMap((uri) => {
    const report = workspace.report(uri);
    return (report?.documents ?? []).flatMap(({ start, findings }) =>
      findings
        .filter(({ severity }) => severity !== 'hint')
        .map(({ at, rule }) => `${placeOf(workspace, uri.slice(uriOf('').length), start, at)} ${rule}`),
    );
  });
}
