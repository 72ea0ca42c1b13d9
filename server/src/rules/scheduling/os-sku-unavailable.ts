import { message, type Rule } from '../../lint/rule.ts';
import { OS_SKUS, removalOf } from '../../windows/providers.ts';

const OLDER_POOLS = 'The pod runs only on node pools with an older release, which cannot scale from';

const REMOVED = 'the node images are removed';

export default {
  id: 'scheduling/os-sku-unavailable',
  code: 'KW1156',
  title: 'AKS os-sku that the Kubernetes release does not have',
  since: '0.1',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[kubernetes.azure.com/os-sku]'],
    check(field, { settings, report }) {
      const value = field.string ?? '';
      if (!OS_SKUS.has(value)) return;
      const removed = removalOf(value, settings.date);
      report({
        at: field.valueSpan,
        case: removed === undefined ? `the value is \`${value}\`` : REMOVED,
        message:
          removed !== undefined
            ? message('`os-sku: {0}` selects nodes whose images AKS removed on {1}.', value, removed)
            : value === 'WindowsAnnual'
              ? message('`os-sku: {0}` selects nodes of a channel that AKS has retired.', value)
              : message(
                  '`os-sku: {0}` selects nodes that AKS does not offer with Kubernetes {1}.',
                  value,
                  settings.kubernetesVersion,
                ),
      });
    },
  },
  outcomes: [
    {
      effect: 'unsupported',
      case: REMOVED,
      result: 'Node pools with it can neither scale nor be repaired by a new image.',
    },
    {
      effect: 'unsupported',
      case: 'the value is `Windows2019`',
      since: '1.33',
      result: `${OLDER_POOLS} 2027-04-01 on.`,
    },
    {
      effect: 'unsupported',
      case: 'the value is `Windows2022`',
      since: '1.37',
      result: `${OLDER_POOLS} 2029-06-30 on.`,
    },
    {
      effect: 'unsupported',
      case: 'the value is `Windows2025`',
      until: '1.31',
      result: 'AKS has Windows Server 2025 from Kubernetes 1.32 on.',
    },
    {
      effect: 'unsupported',
      case: 'the value is `WindowsAnnual`',
      result: 'Its node pools cannot scale from 2027-05-15 on.',
    },
  ],
  why: `AKS offers each Windows release only with some Kubernetes releases. Build the images for the next Windows
release, then select it with \`kubernetes.azure.com/os-sku\`.

Windows Server 2019 is available up to 1.32, Windows Server 2022 up to 1.36, and Windows Server 2025 from 1.32 on. The
Annual Channel was retired on 2026-05-15. Node pools can be a few releases older than the control plane.

AKS also removes the node images of retired releases: Windows Server 2019 on 2027-04-01, the Annual Channel on 2027-05-15,
and Windows Server 2022 on 2029-06-30. Such node pools can then neither scale nor be repaired by a new image. The setting \`kubewin.date\` names the day to compare with;
by default, it is today.`,
  sources: [
    {
      title: 'Microsoft: Upgrade the OS version of AKS Windows workloads',
      url: 'https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os',
    },
    {
      title: 'AKS release notes of 2026-06-19: Windows Server 2022 retirement has been extended',
      url: 'https://github.com/Azure/AKS/releases/tag/2026-06-19',
    },
    {
      title: 'AKS: Windows Server 2019 will be retired (Azure/AKS issue 4091)',
      url: 'https://github.com/Azure/AKS/issues/4091',
    },
    {
      title: 'AKS: Windows Server Annual Channel will be retired (Azure/AKS issue 5608)',
      url: 'https://github.com/Azure/AKS/issues/5608',
    },
  ],
} satisfies Rule;
