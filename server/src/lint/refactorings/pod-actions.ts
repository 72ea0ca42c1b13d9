import type { Facts } from '../../kubernetes/facts.ts';
import type { Taint } from '../../kubernetes/toleration.ts';
import { tolerates } from '../../kubernetes/toleration.ts';
import { selectBuilds } from '../../rule-kit/build-choices.ts';
import { selectOs } from '../../rule-kit/operating-system.ts';
import { tolerate } from '../../rule-kit/tolerate.ts';
import type { Span } from '../../text/span.ts';
import { nodeConstraint, OS_LABEL } from '../../windows/node-constraint.ts';
import { PROVIDERS } from '../../windows/providers.ts';
import { fitsPod } from '../fits-pod.ts';
import type { Workload } from '../report.ts';
import type { Field, Fix } from '../rule.ts';
import type { Settings } from '../settings.ts';
import { taintOf } from '../settings.ts';

/**
 * What can be put into a Windows pod so that it reaches the nodes that it is for: node selector,
 * Windows build, toleration. None of it fixes a finding; which build and which taint only people know.
 */
export function podActions({ pod, verdict, uses = [] }: Workload, settings: Settings, facts: Facts): Fix[] {
  // With Kustomize another file may be the one where it belongs, or have it already.
  if (verdict.os !== 'windows' || uses.length > 0) return [];
  const { leaves, open, runtimeClass } = nodeConstraint(pod, facts);
  const hasSelector = pod.spec.at('nodeSelector', OS_LABEL) !== undefined;
  const taints = settings.taint === 'none' ? offeredTaints() : [{ taint: taintOf(settings.taint), name: undefined }];
  const fixes = [
    ...(leaves === 'both' && !open && !hasSelector ? [selectOs(pod, 'windows')] : []),
    ...(open ? [] : selectBuilds(pod, { settings, facts })),
    ...taints.flatMap(({ taint, name }) =>
      taint === undefined || tolerates(pod, taint) || runtimeClass?.tolerations.length
        ? []
        : [tolerate(pod, taint, name)],
    ),
  ];
  return fixes.filter((fix) => fitsPod(fix, pod));
}

/** Where these actions are asked for: where a pod is meant as a whole, and at the images. */
export function podActionSpans(workload: Workload): Span[] {
  const images = workload.pod.containers.flatMap(({ field }) => field.get('image') ?? []);
  return [...podSpans(workload), ...ownSpans(images)];
}

/** Where a pod is meant as a whole: its kind, the key of its spec, and what steers the scheduler. */
export function podSpans({ pod: { object, spec } }: Workload): Span[] {
  const steering = ['os', 'nodeSelector', 'tolerations', 'runtimeClassName'].flatMap((key) => spec.get(key) ?? []);
  const kind = object.field.get('kind');
  return [...(kind === undefined ? [] : [kind.wholeSpan]), spec.span, ...ownSpans(steering)];
}

function ownSpans(fields: readonly Field[]): Span[] {
  return fields.filter((field) => !field.shared).map((field) => field.wholeSpan);
}

/** The taints of all providers, each once, with the names of those that use it. */
function offeredTaints(): { taint: Taint; name: string }[] {
  const byText = new Map<string, { taint: Taint; names: string[] }>();
  for (const { taint, name } of PROVIDERS) {
    if (taint === undefined) continue;
    const text = `${taint.key}=${taint.value}:${taint.effect}`;
    const known = byText.get(text) ?? { taint, names: [] };
    known.names.push(name);
    byText.set(text, known);
  }
  return [...byText.values()].map(({ taint, names }) => ({ taint, name: names.join(', ') }));
}
