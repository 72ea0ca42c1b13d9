import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { type Change, type Field, type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

const NAME = ['securityContext', 'windowsOptions', 'gmsaCredentialSpecName'] as const;

export default {
  id: 'gmsa/name-on-init-container',
  title: 'gmsaCredentialSpecName on an init or ephemeral container',
  gate: 'guessed',
  pod: {
    watches: ['initContainers', 'ephemeralContainers'].map((list) => `spec.${list}[*].${NAME.join('.')}`),
    *check(field, context) {
      if (field.string === undefined || isPlaceholder(field.string)) return;
      // Beside the contents the name is not needed.
      if (field.parent?.get('gmsaCredentialSpec') !== undefined) return;
      yield {
        at: field.span,
        message: message(
          'The GMSA webhook reads `gmsaCredentialSpecName` of the pod and of its `containers` only, not of this one of the `{0}`.',
          listOf(field),
        ),
        fixes: () => fixes(field, context),
      };
    },
  },
  outcomes: [{ effect: 'ignored', since: '1.16', result: 'The container runs without the account.' }],
  why: `Windows gets the contents of a GMSACredentialSpec, never its name; the GMSA webhook of the cluster puts them in. It
looks at the pod's own \`securityContext\` and at those of \`containers\`. Set the name for the whole pod, then init
containers have it too.`,
  sources: [
    docs.gmsa,
    code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go iterateOverWindowsSecurityOptions'),
  ],
} satisfies Rule;

/** What the pod says already decides: another name there is not to be overwritten. */
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

/** The list of containers that the field stands in. */
function listOf(field: Field): string {
  return String(field.path[field.path.length - NAME.length - 2]);
}
