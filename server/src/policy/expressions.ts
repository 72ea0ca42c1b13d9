import type { Settings } from '../lint/settings.ts';
import type { Condition } from './conditions.ts';

/** A rule in CEL: what its definition does not say as data. `variables.…` are those of `policies.ts`. */
export interface Expression {
  /** A condition on the `value` of the fields that the rule watches; without one it is enough that one of them is set. */
  readonly when?: string;
  /** Where the condition is not one on the watched fields: one on the pod, or on each container or volume. */
  readonly instead?: readonly Omit<Condition, 'list'>[];
  /** The cases of its outcomes, each with its condition; the first that fits counts. */
  readonly cases?: readonly (readonly [name: string, test: string])[];
}

/** What depends on the release or on another setting is a function of the settings. */
type Entry = Expression | ((settings: Settings) => Expression);

const NO_EFFECT = 'the value does not enable anything';
const harmless = (test: string): Pick<Expression, 'cases'> => ({ cases: [[NO_EFFECT, test]] });

/** The rules that a policy can express, by their ids. */
export const EXPRESSIONS: Readonly<Record<string, Entry>> = {
  'pod/host-pid': { when: 'value' },
  'pod/host-ipc': { when: 'value' },
  'pod/host-users': harmless('value'),
  'pod/share-process-namespace': harmless('!value'),
  'security-context/allow-privilege-escalation': harmless('!value'),
  'security-context/app-armor-profile': harmless('value.?type.orValue("") == "Unconfined"'),
  'security-context/capabilities': harmless('size(value.?add.orValue([])) == 0 && size(value.?drop.orValue([])) == 0'),
  'security-context/fs-group': {},
  'security-context/fs-group-change-policy': {},
  'security-context/privileged': harmless('!value'),
  'security-context/proc-mount': harmless('value == "Default"'),
  'security-context/read-only-root-filesystem': harmless('!value'),
  'security-context/run-as-group': {},
  'security-context/se-linux-change-policy': {},
  'security-context/se-linux-options': harmless('size(value) == 0'),
  'security-context/seccomp-profile': harmless('value.?type.orValue("") == "Unconfined"'),
  'security-context/supplemental-groups': harmless('size(value) == 0'),
  'security-context/supplemental-groups-policy': {
    cases: [
      [NO_EFFECT, 'value == "Merge"'],
      ['the policy is `Strict`', 'value == "Strict"'],
    ],
  },
  'volumes/cephfs': {},
  'volumes/nfs': {},
};

/** The expression of a rule with these settings; undefined for a rule that no policy can express. */
export function expressionOf(id: string, settings: Settings): Expression | undefined {
  const entry = Object.hasOwn(EXPRESSIONS, id) ? EXPRESSIONS[id] : undefined;
  return typeof entry === 'function' ? entry(settings) : entry;
}
