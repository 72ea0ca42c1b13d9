import type { PodFact } from '../../kubernetes/facts.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { proxiedService } from '../../rule-kit/windows-selectors.ts';
import { podTitle } from '../../windows/selected-pods.ts';

/** The limit of the first Windows Server 2019 builds. */
const MAX_BACKENDS = 64;

export default {
  id: 'service/too-many-backends',
  code: 'KW1192',
  title: 'Service with more than 64 Windows pods',
  gate: 'object',
  objects: [
    proxiedService(['spec.selector'], (field, { pods }) => {
      const count = podCount(pods);
      if (count <= MAX_BACKENDS) return undefined;
      return { at: field.span, message: message('This Service selects {0} Windows pods.', String(count)) };
    }),
  ],
  outcomes: [
    {
      effect: 'advice',
      result: `Windows nodes without recent updates support at most ${MAX_BACKENDS} endpoints for a Service.`,
    },
  ],
  why: `The first builds of Windows Server 2019 support at most 64 endpoints for a Service. Updates have raised this
limit: on Amazon EKS, it is 1024 in build 17763.2746 and later. Keep your Windows nodes up to date.`,
  sources: [docs.windowsNetworking],
} satisfies Rule;

/** Counts the largest variant of each workload; a workload without `replicas` has one pod. */
function podCount(pods: readonly PodFact[]): number {
  const cached = COUNTS.get(pods);
  if (cached !== undefined) return cached;
  const counts = new Map<string, number>();
  for (const pod of pods) {
    const title = podTitle(pod);
    counts.set(title, Math.max(counts.get(title) ?? 0, pod.replicas ?? 1));
  }
  const count = [...counts.values()].reduce((sum, pods) => sum + pods, 0);
  COUNTS.set(pods, count);
  return count;
}

/** Counts by list of pods, because many Services may select the same pods. */
const COUNTS = new WeakMap<readonly PodFact[], number>();
