import { isObjectName } from '../../kubernetes/object.ts';
import type { Pod } from '../../kubernetes/pod.ts';
import { type Change, type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hasGmsa } from '../../windows/gmsa.ts';

/** The end of the key, after `pod` or `<name>.container`. */
const ANNOTATION = /\.alpha\.windows\.kubernetes\.io\/gmsa-credential-spec(-name)?$/;

export default {
  id: 'gmsa/alpha-annotations',
  code: 'KW1030',
  title: 'Alpha GMSA annotations',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['pod', '*.container'].map(
      (owner) => `metadata.annotations[${owner}.alpha.windows.kubernetes.io/gmsa-credential-spec*]`,
    ),
    check(field, context) {
      const key = String(field.key);
      const match = ANNOTATION.exec(key);
      // The key alone decides, so the value may be written by a template.
      if (match === null || field.outline === undefined) return;
      const owner = key.slice(0, match.index);
      const name = owner === 'pod' ? undefined : owner.slice(0, -'.container'.length);
      context.report({
        at: field.span,
        ...(hasField(name, context.pod) ? { case: '`windowsOptions` also sets a GMSA' } : {}),
        message: message('This GMSA annotation {effect}: only Kubernetes 1.14 and 1.15 read `{0}`.', key),
        fixes: () => fixes(field, name, match[1] !== undefined, context),
      });
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
  why: `While GMSA support was an alpha feature, pod annotations configured it. In Kubernetes 1.16 and later, the name
of the GMSACredentialSpec is set in \`securityContext.windowsOptions.gmsaCredentialSpecName\` of the pod or a container.
Move the name there and remove the annotation.`,
  sources: [docs.gmsa, code('kubernetes/kubernetes pkg/kubelet/kuberuntime/kuberuntime_container_windows.go (1.14)')],
} satisfies Rule;

/** Whether the named container, or any container if no name is given, has a GMSA from a field. */
function hasField(name: string | undefined, pod: Pod): boolean {
  return pod.containers.some((container) => (name === undefined || container.name === name) && hasGmsa(pod, container));
}

function fixes(field: Field, name: string | undefined, isName: boolean, { pod, verdict }: PodContext): Fix[] {
  const container = pod.containers.find((candidate) => candidate.name === name);
  const target = name === undefined ? pod.spec : container?.field;
  const options = target?.at('securityContext', 'windowsOptions');
  // The API server rejects windowsOptions on a pod that declares Linux.
  const canMove = options?.get('gmsaCredentialSpecName') === undefined && verdict.os !== 'linux';
  if (!isName || !field.string || target === undefined || !canMove) return [removal(field, [], !hasField(name, pod))];
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
