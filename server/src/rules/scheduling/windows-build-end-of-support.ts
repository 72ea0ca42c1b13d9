import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { buildOfLabel, hasEnded, SERVER_2019, windowsBuild } from '../../windows/builds.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';

export default {
  id: 'scheduling/windows-build-end-of-support',
  title: 'Windows build out of support',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[node.kubernetes.io/windows-build]'],
    *check(field, { pod, facts, settings }) {
      const build = windowsBuild(buildOfLabel(field.string ?? '') ?? 0);
      if (build?.label === undefined) return;
      const isOver = hasEnded(build, settings.date);
      if (!isOver && build.build !== SERVER_2019) return;
      // A virtual kubelet starts containers without a node; a placeholder or template may select one.
      const { isVirtual, isUndetermined } = nodeConstraint(pod, facts);
      if (isVirtual || isUndetermined) return;
      yield {
        at: field.valueSpan,
        case: isOver ? 'the build is no longer supported by Microsoft' : 'the build is Windows Server 2019',
        message: message('`{0}` selects nodes that are no longer supported: {1}.', build.label, build.product),
      };
    },
  },
  outcomes: [
    {
      effect: 'unsupported',
      case: 'the build is Windows Server 2019',
      since: '1.35',
      result: 'Kubernetes 1.35 and later support only Windows Server 2022 and 2025.',
    },
    {
      effect: 'unsupported',
      case: 'the build is no longer supported by Microsoft',
      since: '1.17',
      result: 'Microsoft no longer releases security updates for this build.',
    },
  ],
  why: `Nodes with a Windows release that Microsoft no longer supports get no security updates, and Kubernetes does
not test them. Move the pod to nodes with a supported release.

Kubernetes supports Windows Server 2022 (\`10.0.20348\`) and 2025 (\`10.0.26100\`), and up to 1.34 also Windows Server
2019 (\`10.0.17763\`).`,
  sources: [
    {
      title: 'Kubernetes documentation: Windows OS version support',
      url: 'https://kubernetes.io/docs/concepts/windows/intro/#windows-os-version-support',
    },
    docs.imageLifecycle,
  ],
} satisfies Rule;
