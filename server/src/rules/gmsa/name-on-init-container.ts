import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Change, type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const NAME = ['securityContext', 'windowsOptions', 'gmsaCredentialSpecName'] as const;

export default {
  id: 'gmsa/name-on-init-container',
  title: 'gmsaCredentialSpecName on an init or ephemeral container',
  gate: 'guessed',
  pod: {
    watches: ['initContainers', 'ephemeralContainers'].map((list) => `spec.${list}[*].${NAME.join('.')}`),
    *check(field, context) {
      if (field.string === undefined || isPlaceholder(field.string)) return;
      // Next to the contents, the name is not needed.
      if (field.parent?.get('gmsaCredentialSpec') !== undefined) return;
      yield {
        at: field.span,
        message: message(
          '`gmsaCredentialSpecName` {effect}: the GMSA webhook does not read it in `{0}`.',
          listOf(field),
        ),
        fixes: () => fixes(field, context),
      };
    },
  },
  outcomes: [{ effect: 'ignored', since: '1.16', result: 'The container does not get a GMSA of its own.' }],
  why: `Windows receives the contents of a GMSACredentialSpec, not its name: the GMSA webhook of the cluster adds the
contents to the pod. The webhook reads the \`securityContext\` of the pod and of its \`containers\` only. Set the name
on the pod, which also covers init containers.`,
  sources: [
    docs.gmsa,
    code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go iterateOverWindowsSecurityOptions'),
  ],
  examples: [
    {
      name: 'Init container with its own GMSA',
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
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
          securityContext:
            windowsOptions:
              gmsaCredentialSpecName: web
#             ^^^^^^^^^^^^^^^^^^^^^^ ignored
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Move `gmsaCredentialSpecName` to the pod': `apiVersion: apps/v1
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
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
      initContainers:
        - name: prepare
          image: registry.example/prepare:1.0
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Name also set on the pod',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web
  containers:
    - name: web
      image: registry.example/web:1.0
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      securityContext:
        windowsOptions: { gmsaCredentialSpecName: web, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
#                         ^^^^^^^^^^^^^^^^^^^^^^ ignored
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      securityContext:
        windowsOptions: { gmsaCredentialSpecName: prepare }
#                         ^^^^^^^^^^^^^^^^^^^^^^ ignored
`,
      fixed: {
        'Remove `gmsaCredentialSpecName`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web
  containers:
    - name: web
      image: registry.example/web:1.0
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      securityContext:
        windowsOptions: { runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      securityContext:
        windowsOptions: { gmsaCredentialSpecName: prepare }
`,
      },
    },
    {
      name: 'Places that the webhook reads',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
    - name: migrate
      image: registry.example/migrate:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: migrate
          gmsaCredentialSpec: '{ "CmsPlugins": ["ActiveDirectory"], "DomainJoinConfig": {}, "ActiveDirectoryConfig": {} }'
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web-admin
`,
    },
  ],
} satisfies Rule;

/** Never overwrites another name that is set on the pod. */
function fixes(field: Field, { pod }: PodContext): Fix[] {
  const name = field.string;
  const ofPod = pod.spec.at(...NAME)?.string;
  if (name === undefined || (ofPod !== undefined && ofPod !== name)) return [];
  if (ofPod === name) return [removal(field)];
  const changes: Change[] = [
    { kind: 'remove', path: field.path },
    { kind: 'insert', path: [...pod.spec.path, ...NAME], value: name, place: { before: listOf(field) } },
  ];
  return [{ title: 'Move `gmsaCredentialSpecName` to the pod', safety: 'review', changes }];
}

/** The list of containers that the field is in. */
function listOf(field: Field): string {
  return String(field.path[field.path.length - NAME.length - 2]);
}
