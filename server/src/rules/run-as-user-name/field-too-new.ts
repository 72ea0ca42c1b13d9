import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'run-as-user-name/field-too-new',
  code: 'KW1125',
  title: 'runAsUserName before Kubernetes 1.17',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    check(field, { settings, report }) {
      if (field.string === undefined) return;
      report({
        at: field.span,
        message: message(
          '`runAsUserName` {effect} in Kubernetes {0}: it is enabled by default in 1.17 and later.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field, [], true)],
      });
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      until: '1.16',
      result: 'The API server drops it, and the container runs as the user of its image.',
    },
  ],
  why: `Kubernetes 1.16 introduced the field behind the feature gate \`WindowsRunAsUserName\`. The gate is enabled by
default in 1.17 and later, and the field is stable in 1.18 and later. For an older cluster, set the user when you
build the image.

If your cluster is newer, change the setting \`kubewin.kubernetesVersion\`.`,
  sources: [docs.runAsUserName],
} satisfies Rule;
