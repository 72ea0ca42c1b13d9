import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { changeOsName } from '../../rule-kit/operating-system.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'os/windows-options-on-linux-pod',
  code: 'KW1087',
  title: 'windowsOptions in a pod with os.name: linux',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions'),
    check(field, { pod, verdict, report }) {
      const name = pod.spec.at('os', 'name');
      if (name?.string !== 'linux' || !field.isMapping) return;
      const hasOtherWindowsEvidence = verdict.evidence.some(
        ({ says, kind }) => says === 'windows' && kind !== 'windowsOptions',
      );
      // Windows settings are never removed without review.
      const remove: Fix = { ...removal(field), safety: 'review' };
      const change = changeOsName(pod, 'windows');
      report({
        at: field.span,
        message: message('`windowsOptions` {effect}: `os.name` is `linux`.'),
        related: [{ at: name.wholeSpan, message: 'os.name is set here' }],
        fixes: hasOtherWindowsEvidence ? [change, remove] : [remove, change],
      });
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.24', seen: 'windows options cannot be set for a linux pod' }],
  why: `\`windowsOptions\` contains settings that exist only on Windows: user names, GMSA and HostProcess. With
\`os.name: linux\`, the API server rejects it in the pod and in every container, even if it is empty. Remove the
options, or change \`os.name\` to \`windows\`.`,
  sources: [docs.podOs, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateLinux')],
} satisfies Rule;
