import { expect, test } from 'vitest';
import { selectedFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import type { Safety } from '../../server/src/lint/rule.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../server/src/lint/settings/settings.ts';
import { lintText, reportOf } from '../lint-text.ts';

interface Case {
  readonly spec: string;
  /** The safety of the first fix of each finding of the rules below; none without a finding. */
  readonly safeties: readonly Safety[];
  readonly settings?: Partial<Settings>;
}

const SELECTOR = 'nodeSelector: { kubernetes.io/os: windows }';
const IIS = 'mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022';
const HARDENED = `
  ${SELECTOR}
  securityContext: { runAsNonRoot: true, windowsOptions: { runAsUserName: ContainerUser } }
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }`;
const containers = (image: string, more = '') => `
  containers:
    - name: web
      image: ${image}
${more}`;
const WEB = containers('registry.example/web:1.0');
const UNMASKED = containers('registry.example/web:1.0', '      securityContext: { procMount: Unmasked }');

const OBSERVED = [
  'pod/host-pid',
  'pod/host-users',
  'pod/host-network',
  'pod/resources',
  'security-context/capabilities',
  'volumes/empty-dir-memory',
  'os/field-too-new',
];

test.each<[what: string, Case]>([
  ['a pod that declares Windows', { spec: `os: { name: windows }\n  hostPID: true${WEB}`, safeties: ['safe'] }],
  ['a pod that selects Windows nodes', { spec: `${SELECTOR}\n  hostPID: true${WEB}`, safeties: ['ineffective'] }],
  ['a pod with an image for Windows only', { spec: `hostPID: true${containers(IIS)}`, safeties: ['review'] }],
  [
    'a pod that declares Windows and selects Linux nodes',
    {
      spec: `os: { name: windows }\n  nodeSelector: { kubernetes.io/os: linux }\n  hostPID: true${WEB}`,
      safeties: ['review'],
    },
  ],
  ['a Linux pod', { spec: `nodeSelector: { kubernetes.io/os: linux }\n  hostPID: true${WEB}`, safeties: [] }],
  // Something depends on the field.
  [
    'the limits of a pod',
    { spec: `os: { name: windows }\n  resources: { limits: { cpu: 1 } }${WEB}`, safeties: ['review'] },
  ],
  ['no limits', { spec: `os: { name: windows }\n  resources: {}${WEB}`, safeties: ['safe'] }],
  ['the DNS settings of a pod', { spec: `${SELECTOR}\n  hostNetwork: true${WEB}`, safeties: ['review'] }],
  [
    'the limit for ephemeral storage',
    { spec: `${SELECTOR}\n  volumes: [{ name: a, emptyDir: { medium: Memory } }]${WEB}`, safeties: ['review'] },
  ],
  [
    'the operating system after an upgrade',
    { spec: `os: { name: windows }${WEB}`, safeties: ['review'], settings: { kubernetesVersion: '1.23' } },
  ],
  // Admission depends on the field.
  [
    'capabilities of a pod that `restricted` denies anyway',
    {
      spec: `${SELECTOR}${containers('registry.example/web:1.0', '      securityContext: { capabilities: { drop: [ALL] } }')}`,
      safeties: ['ineffective'],
    },
  ],
  ['capabilities without a seccomp profile', { spec: HARDENED, safeties: ['ineffective'] }],
  [
    'capabilities of a pod that `restricted` admits',
    {
      spec: HARDENED.replace('runAsNonRoot: true,', 'runAsNonRoot: true, seccompProfile: { type: RuntimeDefault },'),
      safeties: ['review'],
    },
  ],
  [
    'a user namespace in place of runAsNonRoot',
    {
      spec: `hostUsers: false${HARDENED}`.replace('runAsNonRoot: true,', 'seccompProfile: { type: RuntimeDefault },'),
      safeties: ['review', 'review'],
    },
  ],
  ['a user namespace', { spec: `${SELECTOR}\n  hostUsers: false${WEB}`, safeties: ['ineffective'] }],
  ['a user namespace for procMount', { spec: `${SELECTOR}\n  hostUsers: false${UNMASKED}`, safeties: ['ineffective'] }],
])('the best fix for %s', (_, { spec, safeties, settings }) => {
  const text = `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  ${spec.trim()}\n`;
  const found = lintText(text, { ...DEFAULT_SETTINGS, ...settings }).filter(({ rule }) => OBSERVED.includes(rule));
  expect(found.map(({ fixes }) => fixes[0]?.safety)).toEqual(safeties);
});

test('the API server allows `procMount: Unmasked` only with `hostUsers: false`, so both are removed', () => {
  const text = `apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  ${SELECTOR}\n  hostUsers: false${UNMASKED}\n`;
  const [found] = lintText(text).filter(({ rule }) => rule === 'pod/host-users');
  expect(found?.fixes[0]?.changes.map(({ kind, path }) => [kind, path.at(-1)])).toEqual([
    ['remove', 'hostUsers'],
    ['remove', 'procMount'],
  ]);
});

/** Two pods in one document; the second one is for Linux. */
const SHARED = `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      containers:
        - { name: web, image: registry.example/web:1.0, securityContext: &own { runAsGroup: 1000 } }
  - apiVersion: v1
    kind: Pod
    metadata: { name: linux }
    spec:
      nodeSelector: { kubernetes.io/os: linux }
      containers:
        - { name: web, image: registry.example/web:1.0, securityContext: *own }
`;

test('a field that a Linux pod shares through an anchor is not removed', () => {
  const removalsIn = (text: string) =>
    reportOf(text).documents.flatMap(({ report, findings }) =>
      selectedFixes(report.document, findings, { safeties: ['safe', 'ineffective'] }),
    );
  expect(removalsIn(SHARED)).toEqual([]);
  const apart = SHARED.replace('&own ', '').replace('*own', '{ runAsGroup: 1000 }');
  expect(removalsIn(apart)).toHaveLength(1);
});
