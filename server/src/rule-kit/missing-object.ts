import { nameKey } from '../kubernetes/fact-keys.ts';
import type { NamedKind } from '../kubernetes/name-occurrences.ts';
import { isPlaceholder } from '../kubernetes/placeholder.ts';
import { defineDerivation, derived, type Facts, keyed, ofKind } from '../kubernetes/questions.ts';
import { type Field, message, type Report } from '../lint/rule.ts';
import { withoutTypo } from '../text/nearest.ts';
import { changeValue } from './change-value.ts';

/**
 * Reports the name of an object that is not in the workspace while one with nearly the same name is. An object whose name
 * resembles no other is probably created elsewhere.
 */
export function checkName(field: Field, kind: NamedKind, facts: Facts, namespace: string | null, report: Report): void {
  const name = field.string;
  if (name === undefined || isPlaceholder(name)) return;
  // Most objects exist: ask for all others only if this one does not.
  if (facts.ask(keyed(kind, nameKey(name))).length > 0) return;
  const meant = facts.ask(derived(intendedName, { kind, name, namespace }));
  if (meant === null) return;
  report({
    at: field.valueSpan,
    message: message('No {0} `{1}` here. Did you mean `{2}`?', kind, name, meant),
    fixes: [changeValue(field, meant)],
  });
}

/** The object that was probably meant; null if there is none, or if a template determines the name of one. */
const intendedName = defineDerivation(
  'rule-kit/missing-object intendedName',
  (facts, { kind, name, namespace }: { kind: NamedKind; name: string; namespace: string | null }): string | null => {
    const objects = facts.ask(ofKind(kind));
    if (objects.some((object) => isPlaceholder(object.name))) return null;
    const names = objects.filter((object) => object.namespace === namespace).map((object) => object.name);
    return withoutTypo(name, names) ?? null;
  },
);
