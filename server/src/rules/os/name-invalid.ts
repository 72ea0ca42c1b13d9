import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { changeOsName, OPERATING_SYSTEMS } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/name-invalid',
  code: 'KW1081',
  title: 'Invalid spec.os.name',
  gate: 'any',
  pod: {
    watches: ['spec.os.name'],
    check(field, { pod, report }) {
      const name = field.string;
      const intended = intendedOs(pod);
      if (name === undefined || isPlaceholder(name) || intended?.exact) return;
      report({
        at: field.valueSpan,
        // The API server reports an invalid name on `os` itself.
        field: [...pod.spec.path, 'os'],
        message: message('`os.name: {0}` {effect}: the value must be `windows` or `linux`, in lower case.', name),
        fixes: (intended === undefined ? OPERATING_SYSTEMS : [intended.os]).map((os) => changeOsName(pod, os)),
      });
    },
  },
  outcomes: [
    { effect: 'rejected', since: '1.24', seen: 'Unsupported value: "Windows": supported values: "linux", "windows"' },
  ],
  why: `The value of \`os.name\` must be exactly \`windows\` or \`linux\`, in lower case. It tells the API server and
the kubelet which fields apply to the pod; it does not select a node. As long as the name is invalid, the API server
does not check the pod's fields for either operating system.`,
  sources: [docs.podOs, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateOS')],
} satisfies Rule;
