import type { Facts } from '../../kubernetes/questions.ts';
import { tolerates } from '../../kubernetes/toleration.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { tolerate } from '../../rule-kit/tolerate.ts';
import { nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';
import { PROVIDERS } from '../../windows/providers.ts';
import type { Workload } from '../engine/report.ts';
import type { Fix } from '../rule.ts';
import { fitsPod } from '../rule-set/fits-pod.ts';
import type { Settings } from '../settings/settings.ts';
import { taintOf } from '../settings/settings.ts';

/**
 * Additions to a Windows pod so that it is scheduled on the intended nodes: node selector, Windows build, toleration. They
 * do not fix findings, because only users know the build and the taint of their nodes.
 */
export function podActions({ pod, verdict, uses = [] }: Workload, settings: Settings, facts: Facts): Fix[] {
  // With Kustomize, another file may be the right place, or may already contain them.
  if (verdict.os !== 'windows' || uses.length > 0) return [];
  const { nodes, isUndetermined, runtimeClass } = nodeConstraint(pod, facts);
  const hasSelector = pod.spec.at('nodeSelector', OS_LABEL) !== undefined;
  const taint = taintOf(settings.taint);
  const isTolerated = taint === undefined || tolerates(pod, taint) || hasTolerations(runtimeClass);
  const fixes = [
    ...(nodes === 'both' && !isUndetermined && !hasSelector ? [selectOs(pod, 'windows')] : []),
    ...(isUndetermined ? [] : selectBuilds(pod, { settings, facts })),
    ...(isTolerated ? [] : [tolerate(pod, taint)]),
  ];
  return fixes.filter((fix) => fitsPod(fix, pod));
}

/** Whether a Windows pod does not tolerate any known taint of Windows nodes, and the setting `taint` is not set. */
export function needsTaint({ pod, verdict, uses = [] }: Workload, settings: Settings, facts: Facts): boolean {
  if (settings.taint !== 'none' || verdict.os !== 'windows' || uses.length > 0) return false;
  const taints = PROVIDERS.flatMap(({ taint }) => taint ?? []);
  const isTolerated = taints.some((taint) => tolerates(pod, taint));
  const canTolerate = taints.some((taint) => fitsPod(tolerate(pod, taint), pod));
  return canTolerate && !isTolerated && !hasTolerations(nodeConstraint(pod, facts).runtimeClass);
}

function hasTolerations(runtimeClass: { readonly tolerations: readonly unknown[] } | undefined): boolean {
  return (runtimeClass?.tolerations.length ?? 0) > 0;
}
