import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { proxiedService } from '../../lint/windows-selectors.ts';
import { podTitle } from '../../windows/selected-pods.ts';

/** What the first releases of Windows Server 2019 could take. */
const MOST = 64;

export default {
  id: 'service/too-many-backends',
  title: 'More than 64 Windows pods behind a Service',
  gate: 'object',
  objects: [
    proxiedService(['spec.selector'], (field, { pods }) => {
      const count = podCount(pods);
      if (count <= MOST) return undefined;
      return { at: field.span, message: message('This Service leads to {0} Windows pods.', String(count)) };
    }),
  ],
  outcomes: [{ effect: 'advice', result: `Windows nodes without newer updates reach ${MOST} of them at most.` }],
  why: `The first builds of Windows Server 2019 take 64 destinations for a Service. Updates have raised that: on Amazon EKS it is
1024 from build 17763.2746 on.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

/** Of several variants of a workload the largest counts; without a say it makes one pod. */
function podCount(pods: readonly PodFact[]): number {
  const counts = new Map<string, number>();
  for (const pod of pods) {
    const title = podTitle(pod);
    counts.set(title, Math.max(counts.get(title) ?? 0, pod.replicas ?? 1));
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
