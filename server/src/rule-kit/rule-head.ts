import type { Rule } from '../lint/rule.ts';

/** What a factory of rules makes of a definition. */
type Body = Pick<Rule, 'gate' | 'pod' | 'objects' | 'removesField' | 'outcomes' | 'sources'>;

/** The properties that a factory passes on as they are: the definition of every rule may have them. */
export type RuleHead = Omit<Rule, keyof Body | 'own'>;

/** The keys of a head. The compiler requires an entry for each property. */
const KEYS: Readonly<Record<Exclude<keyof RuleHead, 'why'>, true>> = {
  id: true,
  code: true,
  title: true,
  formerIds: true,
  withoutEvidence: true,
  offByDefault: true,
  since: true,
};

/** A rule with the head of its definition. */
export function ruleOf(head: RuleHead, body: Body): Rule {
  const given = (Object.keys(KEYS) as (keyof typeof KEYS)[]).filter((key) => head[key] !== undefined);
  return {
    ...(Object.fromEntries(given.map((key) => [key, head[key]])) as Omit<RuleHead, 'why'>),
    ...body,
    // The bundle loads this text only when it is read.
    get why() {
      return head.why;
    },
  };
}
