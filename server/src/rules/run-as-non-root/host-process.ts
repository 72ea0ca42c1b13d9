import type { Pod } from '../../kubernetes/pod.ts';
import { inSecurityContexts, removal } from '../../lint/forbidden-field.ts';
import { type Change, type Field, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { hostProcessOf } from '../../lint/whole-pod.ts';
import type { HostProcess } from '../../windows/host-process.ts';
import { contextsUnder } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-non-root/host-process',
  title: 'runAsNonRoot on a HostProcess container',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    *check(field, { pod, settings, once }) {
      if (field.boolean !== true) return;
      const found = contextsUnder(pod, settings.kubernetesVersion, field, 'runAsNonRoot').find(
        (one) => one.isHostProcess,
      );
      if (found === undefined) return;
      yield {
        at: field.span,
        message: message(
          'Container `{0}` is a HostProcess container and runs as an account of the node, which `runAsNonRoot` cannot judge.',
          found.container.name ?? '?',
        ),
        fixes: () => [removal(field, podsOwn(pod, once(pod.spec, hostProcessOf), field))],
      };
    },
  },
  outcomes: [{ effect: 'ignored', since: '1.22' }],
  why: `A HostProcess container runs as \`NT AUTHORITY\\SYSTEM\`, as another service account or as a member of a local group of
the node. The documentation wants \`runAsNonRoot\` absent or false there. The kubelet compares the name of the user with
\`ContainerAdministrator\` and with nothing else, so that even SYSTEM passes.`,
  sources: [docs.hostProcess],
} satisfies Rule;

/** The pod's own field, which counts for a container that has none any more; other containers may need it. */
function podsOwn(pod: Pod, { extent }: HostProcess, field: Field): Change[] {
  const own = pod.spec.at('securityContext', 'runAsNonRoot');
  if (own === undefined || own === field || own.boolean !== true || extent !== 'all') return [];
  return [{ kind: 'remove', path: own.path }];
}
