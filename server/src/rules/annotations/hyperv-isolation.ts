import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

const KEY = 'experimental.windows.kubernetes.io/isolation-type';

export default {
  id: 'annotations/hyperv-isolation',
  title: 'Annotation for Hyper-V isolation',
  gate: 'any',
  pod: {
    watches: [`metadata.annotations[${KEY}]`],
    *check(field) {
      if (field.string === undefined) return;
      yield {
        at: field.span,
        message: message('The annotation `{0}` belongs to an experiment that ended with Kubernetes 1.20.', KEY),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      until: '1.20',
      result: 'Kubelets read it with Docker and the feature gate `HyperVContainer` only.',
    },
    { effect: 'ignored', since: '1.21', result: 'No kubelet reads it.' },
  ],
  why: `Up to 1.20 the annotation could ask for a container in a virtual machine of its own, with Docker as the runtime, one
container in the pod and the alpha gate \`HyperVContainer\` switched on. The gate is gone, and Kubernetes has nothing
official in its place: Windows containers share the kernel of their node.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
