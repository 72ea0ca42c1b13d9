import { message, type Rule } from '../../lint/rule.ts';
import { changeOsName, OPERATING_SYSTEMS } from '../../rule-kit/operating-system.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'os/not-an-object',
  code: 'KW1084',
  title: 'spec.os as a string',
  gate: 'any',
  since: '0.2',
  pod: {
    watches: ['spec.os'],
    check(field, { pod, report }) {
      const text = field.string;
      if (text === undefined) return;
      const intended = intendedOs(pod);
      report({
        at: field.valueSpan,
        message: message('`os: {0}` {effect}: `os` is an object with the field `name`.', text),
        fixes: (intended === undefined ? OPERATING_SYSTEMS : [intended.os]).map((os) => changeOsName(pod, os)),
      });
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      onDecoding: true,
      seen: 'cannot unmarshal string into Go struct field PodSpec.spec.os of type v1.PodOS',
    },
    { effect: 'ignored', result: 'kubectl rejects it as an unknown field, and other clients drop it.' },
  ],
  why: `\`os\` is an object, and the operating system is the value of its field \`name\`. Kubernetes 1.23 and later
cannot decode a string there, and reject the whole object. Write \`name: windows\` or \`name: linux\` below \`os\`.`,
  sources: [
    docs.podOs,
    code('kubernetes/kubernetes staging/src/k8s.io/api/core/v1/types.go PodSpec, PodOS'),
    {
      title: 'GitHub: kubernetes/kubernetes pull request 104693, "Add pod os field"',
      url: 'https://github.com/kubernetes/kubernetes/pull/104693',
    },
  ],
} satisfies Rule;
