import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { changeOsName } from '../../lint/operating-system.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { intendedOs } from '../../windows/verdict.ts';

const NAMES = ['windows', 'linux'] as const;

export default {
  id: 'os/name-invalid',
  title: 'spec.os.name is not exactly linux or windows',
  gate: 'any',
  pod: {
    watches: ['spec.os.name'],
    *check(field, { pod }) {
      const name = field.string;
      const intended = intendedOs(pod);
      if (name === undefined || isPlaceholder(name) || intended?.exact) return;
      yield {
        at: field.valueSpan,
        // The API server reports a wrong name on `os` itself.
        field: [...pod.spec.path, 'os'],
        message: message('`os.name` is `{0}`, but only `windows` and `linux` in lower case are accepted.', name),
        fixes: (intended === undefined ? NAMES : [intended.os]).map((os) => changeOsName(pod, os)),
      };
    },
  },
  outcomes: [
    { effect: 'rejected', since: '1.24', seen: 'Unsupported value: "Windows": supported values: "linux", "windows"' },
  ],
  why: `\`os.name\` takes two words, \`windows\` and \`linux\`, exactly so written. It tells the API server and the kubelet which
fields fit the pod; it does not choose a node. While the name is wrong, the server checks the pod for neither system.`,
  sources: [docs.podOs, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateOS')],
} satisfies Rule;
