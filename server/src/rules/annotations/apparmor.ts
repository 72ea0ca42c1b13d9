import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

export default {
  id: 'annotations/apparmor',
  code: 'KW1001',
  title: 'AppArmor annotation on a Windows pod',
  gate: 'windows',
  pod: {
    watches: [`metadata.annotations[${PREFIX}*]`],
    check(field, { report }) {
      if (field.text === undefined) return;
      report({
        at: field.span,
        message: message(
          'The AppArmor annotation for container `{0}` {effect}: Windows does not support AppArmor.',
          String(field.key).slice(PREFIX.length),
        ),
        fixes: [removal(field)],
      });
    },
  },
  removesField: true,
  outcomes: [{ effect: 'ignored' }],
  why: `AppArmor is a Linux kernel security module, and the kubelet checks its annotations only on Linux nodes. On a
Windows node, the annotation has no effect, whatever its value. Remove it.`,
  sources: [docs.appArmor, code('kubernetes/kubernetes pkg/kubelet/kubelet.go')],
} satisfies Rule;
