import { isOff, outcomeOf } from '../effect.ts';
import type { Workload } from '../engine/report.ts';
import type { Gate, Rule } from '../rule.ts';
import { appliesTo, type RuleSet } from '../rule-set/rule-set.ts';
import type { Settings } from '../settings/settings.ts';
import { formsOf } from './workload.ts';

/** Why a rule on pods reports nothing. */
export type Silence =
  /** It looked at the pod. */
  | 'checked'
  /** None of its fields is set. */
  | 'not set'
  /** It has no effect to report in this release, with this runtime and this certainty. */
  | 'no effect'
  | 'off'
  | 'off by default'
  /** It is for pods of another verdict. */
  | Exclude<Gate, 'any' | 'object'>;

/** The rules on pods that found nothing in a workload, by reason and in their own order; `found` are the others. */
export function silentRules(
  workload: Workload,
  found: ReadonlySet<string>,
  rules: RuleSet,
  settings: Settings,
): ReadonlyMap<Silence, readonly Rule[]> {
  const asked = rulesAsked(workload, rules);
  const silent = new Map<Silence, Rule[]>();
  for (const rule of rules.rules) {
    if (rule.pod === undefined || found.has(rule.id)) continue;
    const reason = silenceOf(rule, workload, asked, settings);
    silent.set(reason, [...(silent.get(reason) ?? []), rule]);
  }
  return silent;
}

function silenceOf(rule: Rule, { verdict }: Workload, asked: ReadonlySet<Rule>, settings: Settings): Silence {
  if (isOff(rule, settings)) return rule.offByDefault ? 'off by default' : 'off';
  if (!appliesTo(rule, verdict) && rule.gate !== 'any' && rule.gate !== 'object') return rule.gate;
  const hasEffect = rule.outcomes.some((row) => outcomeOf(rule, row.case, verdict.certainty, settings) !== undefined);
  if (!hasEffect) return 'no effect';
  return asked.has(rule) ? 'checked' : 'not set';
}

/** The rules of which a field is set. */
function rulesAsked(workload: Workload, { pods }: RuleSet): ReadonlySet<Rule> {
  const asked = new Set<Rule>();
  for (const { spec, metadata } of formsOf(workload)) {
    for (const [key, root] of [['spec', spec] as const, ['metadata', metadata] as const]) {
      if (root === undefined) continue;
      pods()
        .under(key)
        ?.walk(root, (_, checks) => {
          for (const { rule } of checks) asked.add(rule);
        });
    }
  }
  return asked;
}
