import { containerSpan, type Pod } from '../../kubernetes/pod.ts';
import { type Change, type Field, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';

export default {
  id: 'host-process/mixed-containers',
  code: 'KW1050',
  title: 'HostProcess and ordinary containers in one pod',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.hostProcess'),
    check(field, { pod, once, report }) {
      if (pod.partial || field !== once(pod.spec, firstOfMixed)) return;
      const { containers } = once(pod.spec, hostProcessOf);
      report({
        at: field.span,
        // The API server reports the error on the pod spec itself.
        field: pod.spec.path,
        message: message('`hostProcess: true` must apply to all containers of the pod or to none.'),
        related: containers
          .filter((container) => !container.isHostProcess)
          .map(({ container }) => ({ at: containerSpan(container), message: 'Ordinary container' })),
        fixes: () => [{ title: 'Set `hostProcess: true` for the whole pod', safety: 'review', changes: wholePod(pod) }],
      });
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      since: '1.23',
      seen: 'If pod contains any hostProcess containers then all containers must be HostProcess containers',
    },
  ],
  why: `HostProcess containers share the network of the node, but ordinary Windows containers cannot. Therefore, all
containers of a pod, including init containers, must be HostProcess containers, or none of them, regardless of
\`os.name\`. Set \`hostProcess: true\` in the security context of the pod, and move ordinary containers to a separate
pod.`,
  sources: [
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindowsHostProcessPod'),
  ],
} satisfies Rule;

/** The field that makes the first container HostProcess, if others are certainly ordinary. */
function firstOfMixed(_: Field, { pod, once }: PodContext): Field | undefined {
  const { extent, containers } = once(pod.spec, hostProcessOf);
  const hasUnknown = containers.some(({ field }) => field !== undefined && field.boolean === undefined);
  return extent === 'some' && !hasUnknown ? containers.find(({ isHostProcess }) => isHostProcess)?.field : undefined;
}

/** Sets `hostProcess` on the pod and removes it from the containers. */
function wholePod({ spec, containers }: Pod): Change[] {
  const path = ['securityContext', 'windowsOptions', 'hostProcess'];
  const ofPod = spec.at(...path);
  const containerFields = containers.flatMap(({ field }) => field.at(...path) ?? []);
  return [
    ...(ofPod === undefined
      ? [{ kind: 'insert', path: [...spec.path, ...path], value: true, place: { before: 'containers' } } as const]
      : ofPod.boolean === true
        ? []
        : [{ kind: 'replace', path: ofPod.path, value: true } as const]),
    ...containerFields.map((field) => ({ kind: 'remove', path: field.path }) as const),
  ];
}
