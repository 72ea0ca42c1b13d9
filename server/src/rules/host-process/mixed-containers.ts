import { containerSpan, type Pod } from '../../kubernetes/pod.ts';
import { inSecurityContexts } from '../../lint/forbidden-field.ts';
import { type Change, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';
import { hostProcessOf } from '../../lint/whole-pod.ts';

export default {
  id: 'host-process/mixed-containers',
  title: 'HostProcess and ordinary containers in one pod',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    *check(field, { pod, once }) {
      const { extent, containers } = once(pod.spec, hostProcessOf);
      const isOpen = containers.some((one) => one.field !== undefined && one.field.boolean === undefined);
      if (extent !== 'some' || isOpen || pod.partial || field !== containers.find((one) => one.isHostProcess)?.field)
        return;
      yield {
        at: field.span,
        // The API server reports it on the pod spec itself.
        field: pod.spec.path,
        message: message('Only some of the pod’s containers are HostProcess containers.'),
        related: containers
          .filter((one) => !one.isHostProcess)
          .map(({ container }) => ({ at: containerSpan(container), message: 'An ordinary container' })),
        fixes: () => [{ title: 'Make the whole pod HostProcess', safety: 'review', changes: wholePod(pod) }],
      };
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      seen: 'If pod contains any hostProcess containers then all containers must be HostProcess containers',
    },
  ],
  why: `A HostProcess pod shares the network of its node, and an ordinary Windows container cannot. So the pod is one
as a whole or not at all, init containers included, whatever \`os.name\` says. \`hostProcess: true\` in the security context of
the pod makes all of its containers so; what has to stay ordinary belongs in a pod of its own.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsHostProcessPod'),
  ],
} satisfies Rule;

/** Says it once for the pod and nowhere else. */
function wholePod({ spec, containers }: Pod): Change[] {
  const path = ['securityContext', 'windowsOptions', 'hostProcess'];
  const ofPod = spec.at(...path);
  const own = containers.flatMap(({ field }) => field.at(...path) ?? []);
  return [
    ...(ofPod === undefined
      ? [{ kind: 'insert', path: [...spec.path, ...path], value: true, place: { before: 'containers' } } as const]
      : ofPod.boolean === true
        ? []
        : [{ kind: 'replace', path: ofPod.path, value: true } as const]),
    ...own.map((field) => ({ kind: 'remove', path: field.path }) as const),
  ];
}
