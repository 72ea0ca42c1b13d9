import { message, type Rule } from '../../lint/rule.ts';

/** https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os */
const WINDOWS_2019 = 'the value is `Windows2019`';
const WINDOWS_2022 = 'the value is `Windows2022`';
const WINDOWS_2025 = 'the value is `Windows2025`';
const ANNUAL = 'the value is `WindowsAnnual`';

const CASES: ReadonlyMap<string, string> = new Map([
  ['Windows2019', WINDOWS_2019],
  ['Windows2022', WINDOWS_2022],
  ['Windows2025', WINDOWS_2025],
  ['WindowsAnnual', ANNUAL],
]);

const OLDER_POOLS = 'The pod runs only on node pools with an older release.';

export default {
  id: 'scheduling/os-sku-unavailable',
  title: 'AKS os-sku that the Kubernetes release does not have',
  since: '0.1',
  gate: 'windows',
  pod: {
    watches: ['spec.nodeSelector[kubernetes.azure.com/os-sku]'],
    *check(field, { settings }) {
      const value = field.string ?? '';
      const problemCase = CASES.get(value);
      if (problemCase === undefined) return;
      yield {
        at: field.valueSpan,
        case: problemCase,
        message:
          problemCase === ANNUAL
            ? message('`os-sku: {0}` selects nodes of a channel that AKS has retired.', value)
            : message(
                '`os-sku: {0}` selects nodes that AKS does not offer with Kubernetes {1}.',
                value,
                settings.kubernetesVersion,
              ),
      };
    },
  },
  outcomes: [
    { effect: 'unsupported', case: WINDOWS_2019, since: '1.33', result: OLDER_POOLS },
    { effect: 'unsupported', case: WINDOWS_2022, since: '1.37', result: OLDER_POOLS },
    {
      effect: 'unsupported',
      case: WINDOWS_2025,
      until: '1.31',
      result: 'AKS has Windows Server 2025 from Kubernetes 1.32 on.',
    },
    { effect: 'unsupported', case: ANNUAL, result: 'The pod stays Pending once there are no such nodes.' },
  ],
  why: `AKS offers each Windows release only with some Kubernetes releases. Build the images for the next Windows
release, then select it with \`kubernetes.azure.com/os-sku\`.

Windows Server 2019 is available up to 1.32, Windows Server 2022 up to 1.36, and Windows Server 2025 from 1.32 on. The
Annual Channel was retired on 2026-05-15. Node pools can be a few releases older than the control plane.`,
  sources: [
    {
      title: 'Microsoft: Upgrade the OS version of AKS Windows workloads',
      url: 'https://learn.microsoft.com/en-us/azure/aks/upgrade-windows-os',
    },
  ],
} satisfies Rule;
