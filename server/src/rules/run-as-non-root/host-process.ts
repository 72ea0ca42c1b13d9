import type { Pod } from '../../kubernetes/pod.ts';
import { type Change, type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import type { HostProcess } from '../../windows/host-process.ts';
import { contextsUnder } from '../../windows/merged-context.ts';

export default {
  id: 'run-as-non-root/host-process',
  code: 'KW1119',
  title: 'runAsNonRoot on a HostProcess container',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: inSecurityContexts('runAsNonRoot'),
    check(field, { pod, settings, once, report }) {
      if (field.boolean !== true) return;
      const affected = contextsUnder(pod, settings.kubernetesVersion, field, 'runAsNonRoot').find(
        (container) => container.isHostProcess,
      );
      if (affected === undefined) return;
      report({
        at: field.span,
        message: message(
          '`runAsNonRoot` {effect}: HostProcess container `{0}` runs as an account of the node.',
          affected.container.name ?? '?',
        ),
        fixes: () => {
          const hostProcess = once(pod.spec, hostProcessOf);
          return [removal(field, inheritedRemoval(pod, hostProcess, field), once(pod.spec, mayMatter))];
        },
      });
    },
  },
  outcomes: [{ effect: 'ignored', since: '1.22' }],
  why: `The Kubernetes documentation requires \`runAsNonRoot\` to be unset or \`false\`. The kubelet only compares the
user name with \`ContainerAdministrator\`, so even \`SYSTEM\` passes. Remove the field.

A HostProcess container runs as \`NT AUTHORITY\\SYSTEM\`, as another service account, or as a member of a local group
on the node.`,
  sources: [docs.hostProcess],
} satisfies Rule;

/** Whether ordinary containers may need the field, or the kubelet may reject a container because of it. */
function mayMatter(_: Field, { pod: { spec, containers, partial }, once }: PodContext): boolean {
  const { extent } = once(spec, hostProcessOf);
  const users = [spec, ...containers.map(({ field }) => field)].map(
    (owner) => owner.at('securityContext', 'windowsOptions', 'runAsUserName')?.string,
  );
  return partial || extent !== 'all' || users.some((user) => user?.toLowerCase() === 'containeradministrator');
}

/** Removes the field of the pod as well, which the container would inherit, if no ordinary container may need it. */
function inheritedRemoval(pod: Pod, { extent }: HostProcess, field: Field): Change[] {
  const ofPod = pod.spec.at('securityContext', 'runAsNonRoot');
  if (ofPod === undefined || ofPod === field || ofPod.boolean !== true || extent !== 'all') return [];
  return [{ kind: 'remove', path: ofPod.path }];
}
