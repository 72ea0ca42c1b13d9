import { isObjectName } from '../../kubernetes/object.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { type Change, type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { hasGmsa } from '../../windows/gmsa.ts';

const ANNOTATION =
  /^(?:pod\.|(?<container>.+)\.container\.)alpha\.windows\.kubernetes\.io\/gmsa-credential-spec(?<name>-name)?$/;

export default {
  id: 'gmsa/alpha-annotations',
  title: 'GMSA annotations of the alpha releases',
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
        ...(hasField(match.groups?.['container'], context.pod) ? { case: 'a field names an account, too' } : {}),
        message: message('Kubernetes reads the annotation `{0}` in 1.14 and 1.15 only.', key),
        fixes: () => fixes(field, match.groups ?? {}, context),
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      case: 'a field names an account, too',
      since: '1.16',
      result: 'It is ignored, and the account in `windowsOptions` counts.',
    },
    { effect: 'ignored', since: '1.16', result: 'It is ignored, and the pod runs without the account.' },
  ],
  why: `GMSA began with annotations of the pod. Since 1.16 the names stand in
\`securityContext.windowsOptions.gmsaCredentialSpecName\`, of the pod or of a container.`,
  sources: [docs.gmsa, code('kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_container_windows.go (1.14)')],
} satisfies Rule;

/** Whether a field gives the container or, without a name, some container of the pod an account. */
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
  // The API server refuses windowsOptions on a pod that declares Linux.
  const isOpen = options?.get('gmsaCredentialSpecName') === undefined && verdict.os !== 'linux';
  if (!isName || !field.string || target === undefined || !isOpen) return [removal(field)];
  // The webhook does not look at other containers, and the API server refuses what is no name of an object.
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
