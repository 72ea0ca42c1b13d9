import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'host-process/pod-container-mismatch',
  code: 'KW1053',
  title: 'Conflicting hostProcess values in a pod',
  gate: 'any',
  pod: {
    watches: inContainers('securityContext.windowsOptions.hostProcess'),
    check(field, { pod, report }) {
      const ofPod = pod.spec.at('securityContext', 'windowsOptions', 'hostProcess');
      const value = ofPod?.boolean;
      if (ofPod === undefined || value === undefined || field.boolean !== !value) return;
      const change: Fix = {
        title: t`Change \`hostProcess\` to \`${value}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value }],
      };
      report({
        at: field.span,
        message: message('`hostProcess: {1}` contradicts `hostProcess: {0}` on the pod.', `${value}`, `${!value}`),
        related: [{ at: ofPod.wholeSpan, message: 'Value of the pod' }],
        fixes: [change, { ...removal(field), safety: 'review' }],
      });
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      seen: 'pod hostProcess value must be identical if both are specified, was true',
    },
  ],
  why: `You can set \`hostProcess\` in the security context of the pod or of its containers. If both are set, they
must be equal, regardless of \`os.name\`. Set it only for the pod.

A container without a value inherits the value of the pod.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsHostProcessPod'),
  ],
} satisfies Rule;
