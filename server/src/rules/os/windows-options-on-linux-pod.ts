import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { changeOsName } from '../../lint/operating-system.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'os/windows-options-on-linux-pod',
  title: 'windowsOptions in a pod that declares Linux',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions'),
    *check(field, { pod, verdict }) {
      const name = pod.spec.at('os', 'name');
      if (name?.string !== 'linux' || !field.isMapping) return;
      const isWindowsAfterAll = verdict.evidence.some(
        ({ says, signal }) => says === 'windows' && signal !== 'windowsOptions',
      );
      // What someone wanted of Windows is never removed unasked.
      const remove: Fix = { ...removal(field), safety: 'review' };
      const change = changeOsName(pod, 'windows');
      yield {
        at: field.span,
        message: message('`windowsOptions` stands in a pod that declares Linux.'),
        related: [{ at: name.wholeSpan, message: 'Linux is declared here.' }],
        fixes: isWindowsAfterAll ? [change, remove] : [remove, change],
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.24', seen: 'windows options cannot be set for a linux pod' }],
  why: `\`windowsOptions\` holds what only Windows knows: user names, GMSA and HostProcess. A pod that declares
\`os.name: linux\` may not have it anywhere, not even empty. Either the options are left over, or the name is wrong.`,
  sources: [docs.podOs, code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateLinux')],
} satisfies Rule;
