import type { Location } from '../../kubernetes/facts.ts';
import type { Facts } from '../../kubernetes/questions.ts';
import type { Verdict } from '../../windows/verdict.ts';
import { PatternTree } from '../pattern.ts';
import type { Gate, ObjectCheck, PodCheck, Rule } from '../rule.ts';
import type { FailedOwnRule } from '../settings/own-rules.ts';
import type { CheckSettings, Severity } from '../settings/settings.ts';
import { lazily } from './lazily.ts';
import { type RelevantWords, relevantWords } from './relevance.ts';

/** Rules, indexed by what they apply to. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  /** The rules on pods: all of them, or those that apply to a verdict. */
  readonly pods: (verdict?: Verdict) => PodRules;
  /** The rules with outcomes that apply only to pods that declare Windows. */
  readonly declared: () => PodRules;
  readonly objects: ReadonlyMap<string, PatternTree<{ readonly rule: Rule; readonly check: ObjectCheck }>>;
  readonly words: RelevantWords;
}

/** Rules on pods by the fields that they watch. */
export type PodRules = PatternTree<{ readonly rule: Rule; readonly check: PodCheck }>;

/** What a report depends on, besides the document. */
export interface LintContext {
  readonly rules: RuleSet;
  readonly settings: CheckSettings;
  readonly facts: Facts;
  /** The location of the document in the facts; undefined if the facts do not contain it. */
  readonly at?: Pick<Location, 'uri' | 'document'>;
  /** The severities of findings that get fixes; by default, all of them. Safe fixes are always created. */
  readonly fixable?: readonly Severity[] | undefined;
  /** The URI of the folder of the chart that the document is a template of. */
  readonly chart?: string | undefined;
  /** Called when a rule throws; the other rules continue. In tests it throws. */
  readonly onRuleError: (rule: Rule, error: unknown) => void;
  /** Called when a rule of users cannot be evaluated. */
  readonly onFailedOwnRule?: (failed: FailedOwnRule) => void;
}

/** Indexes rules by the fields that they watch. */
export function ruleSet(rules: readonly Rule[]): RuleSet {
  const objects = new Map<string, PatternTree<{ rule: Rule; check: ObjectCheck }>>();
  for (const rule of rules) {
    for (const check of rule.objects ?? []) {
      const key = objectKey(check.group, check.kind);
      const tree = objects.get(key) ?? new PatternTree();
      objects.set(key, tree);
      for (const pattern of check.watches) tree.add(pattern, { rule, check });
    }
  }
  const trees = new Map<string, PodRules>();
  return {
    rules,
    pods: (verdict) => {
      const gates = verdict && gatesFor(verdict);
      const key = String(gates);
      const tree =
        trees.get(key) ?? podTree(gates === undefined ? rules : rules.filter((rule) => gates.includes(rule.gate)));
      trees.set(key, tree);
      return tree;
    },
    declared: lazily(() =>
      podTree(
        rules.filter(({ gate, outcomes }) => {
          return gate !== 'linux' && outcomes.some(({ certainty }) => certainty === 'declared');
        }),
      ),
    ),
    objects,
    words: relevantWords(rules),
  };
}

/** Whether a rule applies to pods with this verdict. */
export function appliesTo({ gate }: Rule, verdict: Verdict): boolean {
  return gatesFor(verdict).includes(gate);
}

function gatesFor(verdict: Verdict): readonly Gate[] {
  if (verdict.os === 'windows')
    return verdict.certainty === 'guessed' ? ['guessed', 'any'] : ['windows', 'guessed', 'any'];
  return verdict.os === 'linux' ? ['linux', 'any'] : ['any'];
}

function podTree(rules: readonly Rule[]): PodRules {
  const tree: PodRules = new PatternTree();
  for (const rule of rules) {
    const check = rule.pod;
    for (const pattern of check?.watches ?? []) if (check) tree.add(pattern, { rule, check });
  }
  return tree;
}

/** The key of a kind of object in `RuleSet.objects`: `apps/Deployment`, `/Service`. */
export function objectKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
