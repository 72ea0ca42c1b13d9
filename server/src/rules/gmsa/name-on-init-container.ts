import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { type Change, type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const INIT = 'the container is an init container';
const NAME = ['securityContext', 'windowsOptions', 'gmsaCredentialSpecName'] as const;

export default {
  id: 'gmsa/name-on-init-container',
  code: 'KW1039',
  title: 'gmsaCredentialSpecName on an init or ephemeral container',
  gate: 'guessed',
  pod: {
    watches: ['initContainers', 'ephemeralContainers'].map((list) => `spec.${list}[*].${NAME.join('.')}`),
    check(field, context) {
      if (field.string === undefined || isPlaceholder(field.string)) return;
      // With `gmsaCredentialSpec` set, the name is not needed.
      if (field.parent?.get('gmsaCredentialSpec') !== undefined) return;
      const list = listOf(field);
      context.report({
        at: field.span,
        ...(list === 'initContainers' ? { case: INIT } : {}),
        message:
          list === 'initContainers'
            ? message('`gmsaCredentialSpecName` {effect}: GMSA webhooks before 0.14 do not read it in `{0}`.', list)
            : message('`gmsaCredentialSpecName` {effect}: the GMSA webhook does not read it in `{0}`.', list),
        fixes: () => fixes(field, context),
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      since: '1.16',
      case: INIT,
      doubtful: true,
      result: 'With these, the container does not get a GMSA of its own.',
    },
    { effect: 'ignored', since: '1.16', result: 'The container does not get a GMSA of its own.' },
  ],
  why: `Windows receives the contents of a GMSACredentialSpec, not its name: the GMSA webhook of the cluster adds the
contents to the pod. The webhook reads the \`securityContext\` of the pod and of its \`containers\`, and from version
0.14 (September 2026) on that of \`initContainers\`. Set the name on the pod, which also covers init containers.`,
  sources: [
    docs.gmsa,
    {
      title: 'kubernetes-sigs/windows-gmsa pull request 179: init containers',
      url: 'https://github.com/kubernetes-sigs/windows-gmsa/pull/179',
    },
    code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go iterateOverWindowsSecurityOptions'),
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
