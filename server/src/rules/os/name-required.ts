import { canDeclareWindows } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { changeOsName, declareOs } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'os/name-required',
  code: 'KW1083',
  title: 'spec.os without a name',
  gate: 'any',
  pod: {
    watches: ['spec.os', 'spec.os.name'],
    check(field, { pod, verdict, report }) {
      const os = pod.spec.get('os');
      const name = os?.get('name');
      if (os === undefined || field !== (name ?? os)) return;
      const isMissing = name === undefined ? os.isMapping && !pod.partial : name.string === '';
      if (!isMissing) return;
      const systems =
        verdict.os === 'windows' || verdict.os === 'linux' ? [verdict.os] : (['windows', 'linux'] as const);
      const choices = systems.filter((os) => os === 'linux' || canDeclareWindows(pod));
      report({
        at: name?.valueSpan ?? os.span,
        field: [...os.path, 'name'],
        message: message(name === undefined ? '`os` {effect}: `name` is missing.' : '`os` {effect}: `name` is empty.'),
        fixes: choices.map((os) => (name === undefined ? declareOs(pod, os) : changeOsName(pod, os))),
      });
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.24', seen: 'os.name: Required value' }],
  why: `\`name\` is the only field of \`os\` and is required: \`windows\` or \`linux\`. Without it, the API server
does not check the pod's fields for either operating system, so you may see more errors after you set it. The name
does not select a node; use the node selector for that.`,
  sources: [docs.podOs, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateOS')],
} satisfies Rule;
