import { inContainers, removal } from '../../lint/forbidden-field.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'host-process/pod-container-mismatch',
  title: 'Pod and container disagree about hostProcess',
  gate: 'any',
  pod: {
    watches: inContainers('securityContext.windowsOptions.hostProcess'),
    *check(field, { pod }) {
      const ofPod = pod.spec.at('securityContext', 'windowsOptions', 'hostProcess');
      const value = ofPod?.boolean;
      if (ofPod === undefined || value === undefined || field.boolean !== !value) return;
      const change: Fix = {
        title: `Change \`hostProcess\` to \`${value}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value }],
      };
      yield {
        at: field.span,
        message: message('The pod sets `hostProcess` to `{0}`, this container to `{1}`.', `${value}`, `${!value}`),
        related: [{ at: ofPod.wholeSpan, message: 'The value of the pod' }],
        fixes: [change, { ...removal(field), safety: 'review' }],
      };
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      seen: 'pod hostProcess value must be identical if both are specified, was true',
    },
  ],
  why: `\`hostProcess\` may stand in the security context of the pod or of its containers. A container without a value of its
own takes that of the pod; where both have one, the two have to be equal, whatever \`os.name\` says.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsHostProcessPod'),
  ],
} satisfies Rule;
