import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/hyper-v',
  title: 'RuntimeClass with Hyper-V isolation',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['handler'],
      *check(field, { object }) {
        const handler = field.string ?? '';
        // There are Linux runtimes with a hypervisor too.
        const isHyperV = /hyper-?v(?!isor)/i.test(handler) || (/hypervisor/i.test(handler) && isForWindows(object));
        if (!isHyperV) return;
        yield { at: field.valueSpan, message: message('The handler `{0}` stands for Hyper-V isolation.', handler) };
      },
    },
  ],
  outcomes: [
    {
      effect: 'differs',
      result: 'Kubernetes supports process isolation only; containerd may run such pods all the same.',
    },
  ],
  why: `With Hyper-V isolation each pod has a small virtual machine and a kernel of its own, so that images of other Windows builds
run too. Kubernetes does not support it: what containerd makes of it is an experiment, and features may be missing.`,
  sources: [docs.windowsIntro, code('microsoft/hcsshim')],
} satisfies Rule;
