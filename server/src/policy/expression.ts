import type { Settings } from '../lint/settings/settings.ts';
import type { Condition } from './conditions.ts';

/** The CEL of a rule that does not follow from its definition. `variables.…` are defined in `variables.ts`. */
export interface Expression {
  /** A condition on the `value` of the watched fields; without it, one of them has to be set. */
  readonly when?: string;
  /** Conditions on the pod, or on each container, volume or image, in place of one on the watched fields. */
  readonly instead?: readonly (Omit<Condition, 'list'> & { readonly list?: string })[];
  /** The cases of the rule's outcomes, each with its condition; the first that fits decides. */
  readonly cases?: readonly (readonly [name: string, test: string])[];
}

/** An expression that depends on a setting is a function of the settings; it returns undefined if no policy can express the rule. */
type ExpressionOrMaker = Expression | ((settings: Settings) => Expression | undefined);

/** The expressions of the rules of a category, by rule ID. */
export type Expressions<Category extends string = string> = Readonly<
  Record<`${Category}/${string}`, ExpressionOrMaker>
>;

export const IS_SET = 'size(value) > 0';

export const NO_EFFECT = 'the value does not enable anything';
export const harmless = (test: string): Pick<Expression, 'cases'> => ({ cases: [[NO_EFFECT, test]] });

export const onPod = (test: string): Expression => ({ instead: [{ of: 'pod', test }] });
export const onContainer = (test: string): Expression => ({ instead: [{ of: 'container', test }] });
export const onImage = (test: string): Expression => ({ instead: [{ of: 'image', test }] });
