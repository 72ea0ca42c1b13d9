import type { Pod } from '../kubernetes/pod.ts';
import { agreed, type Verdict, verdict } from '../windows/verdict.ts';
import type { Directive } from './directive.ts';
import { evidenceHere, type Use, usesOf } from './kustomize-use.ts';
import type { LintContext } from './rule-set.ts';

/** What a pod is taken for: a directive in the document and what Kustomize makes of the pod included. */
export function verdictOf(pod: Pod, directives: readonly Directive[], context: VerdictContext): Verdict {
  const uses = usesOf(pod, context);
  return verdictOver(pod, uses, verdictsOf(pod, uses, directives, context), directives, context);
}

type VerdictContext = Pick<LintContext, 'settings' | 'facts' | 'at' | 'chart'>;

/** What each use of a pod is taken for, with evidence in the pod that Kustomize makes. */
export function verdictsOf(
  pod: Pod,
  uses: readonly Use[],
  directives: readonly Directive[],
  context: VerdictContext,
): readonly Verdict[] {
  return uses.map((use) => verdictAlone(use.pod ?? pod, pod, directives, context));
}

/** What all uses of a pod agree on, with evidence where it is written. */
export function verdictOver(
  pod: Pod,
  uses: readonly Use[],
  verdicts: readonly Verdict[],
  directives: readonly Directive[],
  context: VerdictContext,
): Verdict {
  const [first, ...others] = uses.flatMap((use, i) => {
    const verdict = verdicts[i];
    return verdict === undefined ? [] : [verdictHere(verdict, use, pod)];
  });
  return first === undefined ? verdictAlone(pod, pod, directives, context) : agreed(first, others);
}

export function verdictHere(verdict: Verdict, use: Use, pod: Pod): Verdict {
  return { ...verdict, evidence: verdict.evidence.flatMap((one) => evidenceHere(one, use, pod)) };
}

/** What a pod is taken for by itself; the directives are those of the pod that is written in the document. */
export function verdictAlone(
  pod: Pod,
  written: Pod,
  directives: readonly Directive[],
  context: VerdictContext,
): Verdict {
  const directive = directives.find((one) => one.kind === 'os' && one.appliesTo(written));
  return verdict(pod, {
    version: context.settings.kubernetesVersion,
    facts: context.facts,
    images: context.settings,
    chart: context.chart,
    directive: directive?.kind === 'os' ? { os: directive.os, span: directive.span } : undefined,
  });
}

/** Whether nothing but Windows is possible: declared, or said by what the scheduler does. */
export function isCertainlyWindows({ os, certainty }: Verdict): boolean {
  return os === 'windows' && certainty !== 'guessed';
}
