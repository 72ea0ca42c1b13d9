import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'run-as-user-name/field-too-new',
  title: 'runAsUserName before Kubernetes 1.17',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.runAsUserName'),
    *check(field, { settings }) {
      if (field.string === undefined) return;
      yield {
        at: field.span,
        message: message(
          '`runAsUserName` is switched on from Kubernetes 1.17 on, and this manifest is for {0}.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'ignored',
      until: '1.16',
      result: 'It is dropped, and the container runs as the user of its image.',
    },
  ],
  why: `The field came with Kubernetes 1.16, behind the feature gate \`WindowsRunAsUserName\`, which is on by default since
1.17; it is stable since 1.18. For an older cluster set the user when the image is built. Which release the manifests
are for is the setting \`kubewin.kubernetesVersion\`.`,
  sources: [docs.runAsUserName],
} satisfies Rule;
