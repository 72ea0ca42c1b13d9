import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { buildOfLabel, windowsBuild } from '../../windows/builds.ts';

export default {
  id: 'scheduling/windows-build-end-of-support',
  title: 'Selected build out of support',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[node.kubernetes.io/windows-build]'],
    *check(field) {
      const build = windowsBuild(buildOfLabel(field.string ?? '') ?? 0);
      if (build === undefined || build.label === undefined || (!build.ended && build.build !== 17763)) return;
      yield {
        at: field.valueSpan,
        case: build.ended ? 'support of the build has ended' : 'the build is that of Windows Server 2019',
        message: message('`{0}` is {1}.', build.label, build.product),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      case: 'the build is that of Windows Server 2019',
      since: '1.35',
      result: 'Kubernetes supports Windows Server 2022 and 2025 nodes only since 1.35.',
    },
    {
      effect: 'differs',
      case: 'support of the build has ended',
      since: '1.17',
      result: 'Microsoft no longer supports that release.',
    },
  ],
  why: `Nodes of an ended release get no security updates, and Kubernetes does not test them any more. Supported today are Windows
Server 2022 (\`10.0.20348\`) and 2025 (\`10.0.26100\`); Windows Server 2019 (\`10.0.17763\`) left the list of Kubernetes with 1.35.`,
  sources: [
    {
      title: 'Kubernetes documentation: Windows OS version support',
      url: 'https://kubernetes.io/docs/concepts/windows/intro/#windows-os-version-support',
    },
    docs.imageLifecycle,
  ],
} satisfies Rule;
