import { containerAround } from '../../kubernetes/pod.ts';
import { quantityOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inLastingContainers } from '../../rule-kit/field-patterns.ts';
import { t } from '../../text/localize.ts';
import { DIRECTX_RESOURCES } from '../../windows/pod-evidence.ts';

const NVIDIA = 'nvidia.com/gpu';
const [DIRECTX = ''] = DIRECTX_RESOURCES;
const AMOUNTS = ['requests', 'limits'];

export default {
  id: 'resources/nvidia-gpu',
  code: 'KW1116',
  title: 'nvidia.com/gpu on a Windows pod',
  since: '0.1',
  gate: 'windows',
  pod: {
    watches: inLastingContainers(...AMOUNTS.map((amounts) => `resources.${amounts}[${NVIDIA}]`)),
    check(field, { pod, report }) {
      const amount = quantityOf(field);
      const container = containerAround(pod, field);
      if (amount === undefined || amount <= 0 || container === undefined) return;
      const lists = AMOUNTS.flatMap((amounts) => container.field.at('resources', amounts) ?? []);
      const hasDirectX = lists.some((list) => DIRECTX_RESOURCES.some((name) => list.get(name) !== undefined));
      report({
        at: field.span,
        message: message(
          '`{0}` of container `{1}` {effect}: the NVIDIA device plugin runs only on Linux nodes.',
          NVIDIA,
          container.name ?? '?',
        ),
        fixes: hasDirectX
          ? []
          : [
              {
                title: t`Request \`${DIRECTX}\` instead`,
                safety: 'review',
                // The API server requires requests and limits of such a resource to be equal.
                changes: lists.flatMap((list) => {
                  const requested = list.get(NVIDIA);
                  return requested === undefined ? [] : [{ kind: 'rename', path: requested.path, key: DIRECTX }];
                }),
              },
            ],
      });
    },
  },
  outcomes: [{ effect: 'fails', phrase: 'keeps the pod Pending', seen: 'Insufficient nvidia.com/gpu' }],
  why: `Nodes offer \`nvidia.com/gpu\` through the device plugin of NVIDIA, which exists only for Linux. Windows
containers use a GPU through DirectX, and the DirectX device plugin offers it as \`microsoft.com/directx\`. Install
this plugin on the Windows nodes, and request \`microsoft.com/directx\`.

Frameworks that need CUDA require Linux nodes.`,
  sources: [
    {
      title: 'Microsoft: Use Windows GPUs on Azure Kubernetes Service',
      url: 'https://learn.microsoft.com/en-us/azure/aks/use-windows-gpu',
    },
    {
      title: 'Microsoft: GPU acceleration in Windows containers',
      url: 'https://learn.microsoft.com/en-us/virtualization/windowscontainers/deploy-containers/gpu-acceleration',
    },
  ],
} satisfies Rule;
