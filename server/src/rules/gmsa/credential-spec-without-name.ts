import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { credentialSpecChoices, isCredentialSpecOpen } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/credential-spec-without-name',
  title: 'gmsaCredentialSpec without gmsaCredentialSpecName',
  gate: 'guessed',
  pod: {
    // The webhook looks at no other containers.
    watches: ['spec', 'spec.containers[*]'].map(
      (owner) => `${owner}.securityContext.windowsOptions.gmsaCredentialSpec`,
    ),
    *check(field, { pod, facts }) {
      if (!field.string || isCredentialSpecOpen(field.string)) return;
      if (pod.partial || field.parent?.get('gmsaCredentialSpecName') !== undefined) return;
      yield {
        at: field.span,
        message: message('`gmsaCredentialSpec` stands here without `gmsaCredentialSpecName`.'),
        fixes: credentialSpecChoices(facts).map((name) => ({
          title: `Name \`${name}\` instead of the contents`,
          safety: 'review',
          changes: [
            { kind: 'remove', path: field.path },
            { kind: 'insert', path: [...field.path.slice(0, -1), 'gmsaCredentialSpecName'], value: name },
          ],
        })),
      };
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
  why: `The GMSA webhook checks that the service account of the pod may use a GMSACredentialSpec, and for that it needs the
name of one. Write \`gmsaCredentialSpecName\` and leave the contents to the webhook, which puts them in. Without the webhook
the pod starts.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go validateCreateRequest')],
} satisfies Rule;
