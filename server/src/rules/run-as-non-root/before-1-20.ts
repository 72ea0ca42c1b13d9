import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'run-as-non-root/before-1-20',
  title: 'runAsNonRoot before Kubernetes 1.20',
  gate: 'windows',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    *check(field, { settings }) {
      if (field.boolean !== true) return;
      yield {
        at: field.span,
        message: message(
          'In Kubernetes {0} the kubelet tests `runAsNonRoot` by numeric user ids, on Windows too.',
          settings.kubernetesVersion,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.19',
      doubtful: true,
      result: 'If the image names a user, the container is not created; otherwise it starts, and nothing is protected.',
      seen: 'image has non-numeric user',
    },
  ],
  why: `Up to Kubernetes 1.19 the kubelet used the Linux test for all nodes: it wants a numeric user id other than 0.
Windows images have users with names, which it refuses, and an image without one passes whatever it runs as. Since 1.20
it compares names on Windows. Which release the manifests are for is the setting \`kubewin.kubernetesVersion\`.`,
  sources: [docs.windowsIntro, code('kubernetes/kubernetes pull request 92355')],
} satisfies Rule;
