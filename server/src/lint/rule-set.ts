import type { Facts, Place } from '../kubernetes/facts.ts';
import { lazily } from './lazily.ts';
import { PatternTree } from './pattern.ts';
import { type RelevantWords, relevantWords } from './relevance.ts';
import type { ObjectCheck, PodCheck, Rule } from './rule.ts';
import type { Settings, Severity } from './settings.ts';

/** A set of rules, ready to be asked. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly pods: PatternTree<{ readonly rule: Rule; readonly check: PodCheck }>;
  /** Those of them that have something against pods because they declare Windows. */
  readonly declared: () => RuleSet['pods'];
  readonly objects: ReadonlyMap<string, PatternTree<{ readonly rule: Rule; readonly check: ObjectCheck }>>;
  /** What a document must hold for rules that need no sign of Windows. */
  readonly words: RelevantWords;
}

/** What a document is looked at with. The same document and context give the same report. */
export interface LintContext {
  readonly rules: RuleSet;
  readonly settings: Settings;
  readonly facts: Facts;
  /** The document that is looked at, as the facts name it; undefined where they cannot speak of it. */
  readonly at?: Pick<Place, 'uri' | 'document'>;
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
  return {
    rules,
    pods: podTree(rules),
    declared: lazily(() =>
      podTree(rules.filter(({ outcomes }) => outcomes.some(({ certainty }) => certainty === 'declared'))),
    ),
    objects,
    words: relevantWords(rules),
  };
}

function podTree(rules: readonly Rule[]): RuleSet['pods'] {
  const tree: RuleSet['pods'] = new PatternTree();
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
