import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'run-as-non-root/before-1-20',
  code: 'KW1117',
  title: 'runAsNonRoot before Kubernetes 1.20',
  gate: 'windows',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    check(field, { settings, report }) {
      if (field.boolean !== true) return;
      report({
        at: field.span,
        message: message(
          '`runAsNonRoot` {effect}: Kubernetes {0} checks numeric user IDs on Windows.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.19',
      doubtful: true,
      result: 'If the image sets a user name, the container is not created; otherwise, it starts unprotected.',
      seen: 'image has non-numeric user',
    },
  ],
  why: `Before 1.20, the kubelet checks \`runAsNonRoot\` as on Linux: the user ID must be a number other than 0. It
does not create a container whose Windows image sets a user by name, but it starts any image without a user. Remove
the field, or change the setting \`kubewin.kubernetesVersion\` if your cluster is newer.

In 1.20 and later, it compares user names on Windows.`,
  sources: [docs.windowsIntro, code('kubernetes/kubernetes pull request 92355')],
} satisfies Rule;
