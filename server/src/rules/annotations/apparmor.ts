import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

const PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

export default {
  id: 'annotations/apparmor',
  title: 'AppArmor annotation on a Windows pod',
  gate: 'windows',
  pod: {
    watches: [`metadata.annotations[${PREFIX}*]`],
    *check(field) {
      if (field.string === undefined) return;
      yield {
        at: field.span,
        message: message(
          'AppArmor is a part of Linux, so this annotation gives container `{0}` no profile.',
          String(field.key).slice(PREFIX.length),
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'ignored' }],
  why: `The kubelet has its AppArmor check on Linux nodes only; on a Windows node the annotation is text that nobody reads,
whatever its value.`,
  sources: [docs.appArmor, code('kubernetes/kubernetes pkg/kubelet/kubelet.go')],
} satisfies Rule;
