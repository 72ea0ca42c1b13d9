import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/hyper-v',
  code: 'KW1136',
  title: 'RuntimeClass with Hyper-V isolation',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['handler'],
      check(field, { object, report }) {
        const handler = field.string ?? '';
        // Some Linux runtimes use a hypervisor, too.
        const isHyperV = /hyper-?v(?!isor)/i.test(handler) || (/hypervisor/i.test(handler) && isForWindows(object));
        if (!isHyperV) return;
        report({
          at: field.valueSpan,
          message: message('Handler `{0}` uses Hyper-V isolation, which Kubernetes does not support.', handler),
        });
      },
    },
  ],
  outcomes: [
    {
      effect: 'unsupported',
      result: 'The pods may still run, because containerd has experimental support.',
    },
  ],
  why: `With Hyper-V isolation, each pod runs in a small virtual machine with its own kernel, so images of other
Windows builds run, too. Kubernetes supports only process isolation. Use a handler with process isolation such as
\`runhcs-wcow-process\`.

The support for Hyper-V isolation in containerd is experimental, and features may be missing.`,
  sources: [docs.windowsIntro, code('microsoft/hcsshim')],
} satisfies Rule;
