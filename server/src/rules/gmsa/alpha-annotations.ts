import { isObjectName } from '../../kubernetes/object.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { type Change, type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hasGmsa } from '../../windows/gmsa.ts';

const ANNOTATION =
  /^(?:pod\.|(?<container>.+)\.container\.)alpha\.windows\.kubernetes\.io\/gmsa-credential-spec(?<name>-name)?$/;

export default {
  id: 'gmsa/alpha-annotations',
  title: 'Alpha GMSA annotations',
  gate: 'any',
  pod: {
    watches: ['pod', '*.container'].map(
      (owner) => `metadata.annotations[${owner}.alpha.windows.kubernetes.io/gmsa-credential-spec*]`,
    ),
    *check(field, context) {
      const key = String(field.key);
      const match = ANNOTATION.exec(key);
      if (match === null || field.string === undefined) return;
      yield {
        at: field.span,
        ...(hasField(match.groups?.['container'], context.pod) ? { case: '`windowsOptions` also sets a GMSA' } : {}),
        message: message('Annotation `{0}` {effect}: only Kubernetes 1.14 and 1.15 read it.', key),
        fixes: () => fixes(field, match.groups ?? {}, context),
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      case: '`windowsOptions` also sets a GMSA',
      since: '1.16',
      result: 'The GMSA in `windowsOptions` is used instead.',
    },
    { effect: 'ignored', since: '1.16', result: 'The GMSA is not applied.' },
  ],
  why: `GMSA support started with pod annotations. In Kubernetes 1.16 and later, the name of the GMSACredentialSpec is
set in \`securityContext.windowsOptions.gmsaCredentialSpecName\` of the pod or a container. Move the name there and
remove the annotation.`,
  sources: [docs.gmsa, code('kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_container_windows.go (1.14)')],
  examples: [
    {
      name: 'Annotation for the pod',
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
      annotations:
        pod.alpha.windows.kubernetes.io/gmsa-credential-spec-name: web
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Move the name to `windowsOptions`': `apiVersion: apps/v1
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
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Annotations for a container and with the credential spec itself',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    web.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: web
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    "pod.alpha.windows.kubernetes.io/gmsa-credential-spec": "{}"
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    team: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Move the name to `windowsOptions`': `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    "pod.alpha.windows.kubernetes.io/gmsa-credential-spec": "{}"
    team: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
`,
        'Remove `pod.alpha.windows.kubernetes.io/gmsa-credential-spec`': `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    web.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: web
    team: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Next to the field, for an init container, and with an account name',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    web.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: old
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    prepare.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: prepare
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
    log.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: gmsa-Log1$
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ignored
spec:
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
    - name: log
      image: registry.example/log:1.0
`,
      fixed: {
        'Remove `web.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name`': `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    prepare.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: prepare
    log.container.alpha.windows.kubernetes.io/gmsa-credential-spec-name: gmsa-Log1$
spec:
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
    - name: log
      image: registry.example/log:1.0
`,
      },
    },
    {
      name: 'A release that reads the annotations',
      version: '1.15',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations:
    pod.alpha.windows.kubernetes.io/gmsa-credential-spec-name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;

/** Whether the named container, or any container if no name is given, has a GMSA from a field. */
function hasField(name: string | undefined, pod: Pod): boolean {
  return pod.containers.some((one) => (name === undefined || one.name === name) && hasGmsa(pod, one));
}

function fixes(
  field: Field,
  { container: name, name: isName }: Readonly<Record<string, string | undefined>>,
  { pod, verdict }: PodContext,
): Fix[] {
  const container = pod.containers.find((one) => one.name === name);
  const target = name === undefined ? pod.spec : container?.field;
  const options = target?.at('securityContext', 'windowsOptions');
  // The API server rejects windowsOptions on a pod that declares Linux.
  const isOpen = options?.get('gmsaCredentialSpecName') === undefined && verdict.os !== 'linux';
  if (!isName || !field.string || target === undefined || !isOpen) return [removal(field)];
  // The webhook ignores other containers, and the API server rejects an invalid object name.
  if ((container?.list ?? 'containers') !== 'containers' || !isObjectName(field.string)) return [];
  const changes: Change[] = [
    { kind: 'remove', path: field.path },
    {
      kind: 'insert',
      path: [...target.path, 'securityContext', 'windowsOptions', 'gmsaCredentialSpecName'],
      value: field.string,
      ...(name === undefined ? { place: { before: 'containers' } } : {}),
    },
  ];
  return [{ title: 'Move the name to `windowsOptions`', safety: 'review', changes }];
}
