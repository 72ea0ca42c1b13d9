import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const KEY = 'experimental.windows.kubernetes.io/isolation-type';

export default {
  id: 'annotations/hyperv-isolation',
  code: 'KW1002',
  title: 'Hyper-V isolation annotation',
  gate: 'any',
  pod: {
    watches: [`metadata.annotations[${KEY}]`],
    check(field, { report }) {
      if (field.text === undefined) return;
      report({
        at: field.span,
        message: message('`{0}` {effect}: Kubernetes supported it only up to 1.20.', KEY),
        fixes: [removal(field)],
      });
    },
  },
  removesField: true,
  outcomes: [
    {
      effect: 'differs',
      until: '1.20',
      phrase: 'may have no effect',
      result: 'Hyper-V isolation requires Docker and the feature gate `HyperVContainer`.',
    },
    {
      effect: 'ignored',
      since: '1.21',
      result: 'For Hyper-V isolation, use a RuntimeClass with the handler `runhcs-wcow-hypervisor`.',
    },
  ],
  why: `Windows containers share the kernel of their node. Remove the annotation.

Before Kubernetes 1.21, the annotation requested Hyper-V isolation for a pod with one container. It required Docker
and the alpha feature gate \`HyperVContainer\`, which 1.21 removed without an official replacement.

The support of containerd for Hyper-V isolation is experimental. Configure the handler \`runhcs-wcow-hypervisor\` on the
nodes, and set \`runtimeClassName\` in the pod to a RuntimeClass with this handler.`,
  sources: [docs.windowsIntro, code('kubernetes-sigs/windows-testing helpers/helm/values-hyperv.yaml')],
} satisfies Rule;
