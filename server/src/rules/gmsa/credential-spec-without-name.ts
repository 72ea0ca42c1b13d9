import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { credentialSpecChoices, isCredentialSpecUnknown } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/credential-spec-without-name',
  code: 'KW1036',
  title: 'gmsaCredentialSpec without gmsaCredentialSpecName',
  gate: 'guessed',
  pod: {
    // The webhook ignores other containers.
    watches: ['spec', 'spec.containers[*]'].map(
      (owner) => `${owner}.securityContext.windowsOptions.gmsaCredentialSpec`,
    ),
    check(field, { pod, facts, report }) {
      if (!field.string || isCredentialSpecUnknown(field.string)) return;
      if (pod.partial || field.parent?.get('gmsaCredentialSpecName') !== undefined) return;
      report({
        at: field.span,
        message: message('`gmsaCredentialSpec` is set without `gmsaCredentialSpecName`.'),
        fixes: credentialSpecChoices(facts).map((name) => ({
          title: t`Replace the contents with the name \`${name}\``,
          safety: 'review',
          changes: [
            { kind: 'remove', path: field.path },
            { kind: 'insert', path: [...field.path.slice(0, -1), 'gmsaCredentialSpecName'], value: name },
          ],
        })),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.16',
      doubtful: true,
      result: 'A cluster with the GMSA webhook denies the pod.',
      seen: 'has a cred spec set but does not define the name of the resource',
    },
  ],
  why: `The GMSA webhook checks whether the pod's service account may use a GMSACredentialSpec, and it needs the name
for that. Set \`gmsaCredentialSpecName\` and leave the contents out: the webhook copies them into the pod. Without the
webhook, the pod starts.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go validateCreateRequest')],
} satisfies Rule;
