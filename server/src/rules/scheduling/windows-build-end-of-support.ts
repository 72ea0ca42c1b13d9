import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { buildOfLabel, hasEnded, SERVER_2019, windowsBuild } from '../../windows/builds.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { lacksServer2019 } from '../../windows/providers.ts';

const OVER = 'the build is no longer supported by Microsoft';
const ON_AKS = 'the provider is AKS';
const SERVER_2019_BUILD = 'the build is Windows Server 2019';

export default {
  id: 'scheduling/windows-build-end-of-support',
  code: 'KW1160',
  title: 'Windows build out of support',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[node.kubernetes.io/windows-build]'],
    check(field, { pod, facts, settings, report }) {
      const build = windowsBuild(buildOfLabel(field.string ?? '') ?? 0);
      if (build?.label === undefined) return;
      const isOver = hasEnded(build, settings.date);
      if (!isOver && build.build !== SERVER_2019) return;
      // A virtual kubelet starts containers without a node; a placeholder or template may select one.
      const { isVirtual, isUndetermined } = nodeConstraint(pod, facts);
      if (isVirtual || isUndetermined) return;
      report({
        at: field.valueSpan,
        case: isOver ? OVER : lacksServer2019(settings) ? ON_AKS : SERVER_2019_BUILD,
        message: message('`{0}` selects nodes that are no longer supported: {1}.', build.label, build.product),
      });
    },
  },
  outcomes: [
    {
      effect: 'unsupported',
      case: ON_AKS,
      since: '1.33',
      result: 'On AKS, only node pools of Kubernetes 1.32 and earlier have Windows Server 2019.',
    },
    {
      effect: 'unsupported',
      case: SERVER_2019_BUILD,
      since: '1.35',
      result: 'Kubernetes 1.35 and later support only Windows Server 2022 and 2025.',
    },
    {
      effect: 'unsupported',
      case: OVER,
      since: '1.17',
      result: 'Microsoft no longer releases security updates for this build.',
    },
  ],
  why: `Nodes with a Windows release that Microsoft no longer supports get no security updates, and Kubernetes does
not test them. Move the pod to nodes with a supported release.

Kubernetes supports Windows Server 2022 (\`10.0.20348\`) and 2025 (\`10.0.26100\`), and up to 1.34 also Windows Server
2019 (\`10.0.17763\`). AKS has no such nodes in Kubernetes 1.33 and later: they are reported if \`kubewin.provider\` is \`aks\`.`,
  sources: [
    {
      title: 'Kubernetes documentation: Windows OS version support',
      url: 'https://kubernetes.io/docs/concepts/windows/intro/#windows-os-version-support',
    },
    docs.imageLifecycle,
    {
      title: 'AKS release notes of 2026-05-29: Windows Server 2019 retired',
      url: 'https://github.com/Azure/AKS/releases/tag/2026-05-29',
    },
  ],
} satisfies Rule;
