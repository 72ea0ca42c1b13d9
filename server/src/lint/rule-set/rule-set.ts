import type { Facts, Location } from '../../kubernetes/facts.ts';
import { isCertainlyWindows, type Verdict } from '../../windows/verdict.ts';
import { PatternTree } from '../pattern.ts';
import type { Gate, ObjectCheck, PodCheck, Rule } from '../rule.ts';
import type { Settings, Severity } from '../settings/settings.ts';
import { lazily } from './lazily.ts';
import { type RelevantWords, relevantWords } from './relevance.ts';

/** A set of rules, ready to be asked. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  /** Those on pods: all of them, or those that have a say on pods of a verdict. */
  readonly pods: (verdict?: Verdict) => PodRules;
  /** Those of them that have something against pods because they declare Windows. */
  readonly declared: () => PodRules;
  readonly objects: ReadonlyMap<string, PatternTree<{ readonly rule: Rule; readonly check: ObjectCheck }>>;
  /** What a document must hold for rules that need no evidence of Windows. */
  readonly words: RelevantWords;
}

/** Rules on pods by the fields that they watch. */
export type PodRules = PatternTree<{ readonly rule: Rule; readonly check: PodCheck }>;

/** What a document is looked at with. The same document and context give the same report. */
export interface LintContext {
  readonly rules: RuleSet;
  readonly settings: Settings;
  readonly facts: Facts;
  /** The document that is looked at, as the facts name it; undefined where they cannot speak of it. */
  readonly at?: Pick<Location, 'uri' | 'document'>;
  /** Of which findings fixes are made: all of them where nothing is said. Safe ones always are. */
  readonly fixable?: readonly Severity[] | undefined;
  /** The URI of the folder of the chart that the document is a template of. */
  readonly chart?: string | undefined;
  /** Told of a rule that throws; the others go on. In tests it throws. */
  readonly onRuleError: (rule: Rule, error: unknown) => void;
}

/** Sorts rules by the fields that they watch; to be made once. */
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
        trees.get(key) ?? podTree(gates === undefined ? rules : rules.filter((one) => gates.includes(one.gate)));
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

/** Whether a rule has a say on pods of this verdict. */
export function appliesTo({ gate }: Rule, verdict: Verdict): boolean {
  return gatesFor(verdict).includes(gate);
}

function gatesFor(verdict: Verdict): readonly Gate[] {
  if (isCertainlyWindows(verdict)) return ['windows', 'guessed', 'any'];
  if (verdict.os === 'windows') return ['guessed', 'any'];
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

/** Objects are asked about by this key: `apps/Deployment`, `/Service`. */
export function objectKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
