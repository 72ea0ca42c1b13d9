import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';
import { productOf, SERVER_2022 } from '../../windows/builds.ts';
import { podTitle } from '../../windows/selected-pods.ts';

export default {
  id: 'service/session-affinity-os',
  code: 'KW1190',
  title: 'Session affinity before Windows Server 2022',
  gate: 'object',
  objects: [
    proxiedService(['spec.sessionAffinity'], (field, { pods }) => {
      const oldPod = pods.find(isOnOldNodes);
      const build = oldPod?.hostBuilds?.at(-1);
      if (field.string !== 'ClientIP' || oldPod === undefined || build === undefined) return undefined;
      return {
        at: field.valueSpan,
        message: message(
          '`sessionAffinity: ClientIP` requires Windows Server 2022 or later, but {0} runs on {1}.',
          podTitle(oldPod),
          productOf(build),
        ),
      };
    }),
  ],
  outcomes: [
    {
      effect: 'differs',
      since: '1.20',
      result: 'Older nodes distribute the connections of a client across all pods.',
    },
  ],
  why: `The Host Networking Service supports session affinity in Windows Server 2022 and later. On older nodes,
kube-proxy logs that session affinity is not supported and continues without it.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

function isOnOldNodes({ hostBuilds }: PodFact): boolean {
  return hostBuilds?.every((build) => build < SERVER_2022) ?? false;
}
