import { isOff, outcomeOf } from '../effect.ts';
import type { Workload } from '../engine/report.ts';
import type { Gate, Rule } from '../rule.ts';
import { appliesTo, type RuleSet } from '../rule-set/rule-set.ts';
import type { Settings } from '../settings/settings.ts';
import { formsOf } from './workload.ts';

/** Why a rule on pods reports nothing. */
export type Silence =
  /** It checked a field of the pod. */
  | 'checked'
  /** None of its fields is set. */
  | 'not set'
  /** No outcome applies in this release, with this runtime and this certainty. */
  | 'no effect'
  | 'off'
  | 'off by default'
  /** It applies to pods with another verdict. */
  | Exclude<Gate, 'any' | 'object'>;

/** The rules on pods without findings in a workload, by reason, in their order. `found` are the IDs of the others. */
export function silentRules(
  workload: Workload,
  found: ReadonlySet<string>,
  rules: RuleSet,
  settings: Settings,
): ReadonlyMap<Silence, readonly Rule[]> {
  const withField = rulesWithField(workload, rules);
  const silent = new Map<Silence, Rule[]>();
  for (const rule of rules.rules) {
    if (rule.pod === undefined || found.has(rule.id)) continue;
    const reason = silenceOf(rule, workload, withField, settings);
    silent.set(reason, [...(silent.get(reason) ?? []), rule]);
  }
  return silent;
}

function silenceOf(rule: Rule, { verdict }: Workload, withField: ReadonlySet<Rule>, settings: Settings): Silence {
  if (isOff(rule, settings)) return rule.offByDefault ? 'off by default' : 'off';
  if (!appliesTo(rule, verdict) && rule.gate !== 'any' && rule.gate !== 'object') return rule.gate;
  const hasEffect = rule.outcomes.some((row) => outcomeOf(rule, row.case, verdict.certainty, settings) !== undefined);
  if (!hasEffect) return 'no effect';
  return withField.has(rule) ? 'checked' : 'not set';
}

/** The rules that watch a field that is set. */
function rulesWithField(workload: Workload, { pods }: RuleSet): ReadonlySet<Rule> {
  const withField = new Set<Rule>();
  for (const { spec, metadata } of formsOf(workload)) {
    for (const [key, root] of [['spec', spec] as const, ['metadata', metadata] as const]) {
      if (root === undefined) continue;
      pods()
        .under(key)
        ?.walk(root, (_, checks) => {
          for (const { rule } of checks) withField.add(rule);
        });
    }
  }
  return withField;
}
