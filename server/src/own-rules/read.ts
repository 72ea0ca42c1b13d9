import { OWN_RULE_KEYS, OWN_RULE_WORDS } from '../lint/settings/own-rule-keys.ts';
import { isOwnName, type OwnRule, type ReportOwnRule } from '../lint/settings/own-rules.ts';
import { LineIndex } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { didYouMean, nearest } from '../text/nearest.ts';
import type { Span } from '../text/span.ts';
import type { Field } from '../yaml/read/field.ts';
import { spanInScalar } from '../yaml/read/locate.ts';
import { CelFault } from './cel.ts';
import { checkCel, typesOf } from './types.ts';

/** How many rules a configuration file can define. */
export const MAX_OWN_RULES = 100;
/** In characters. */
export const MAX_EXPRESSION = 4_000;
/** In characters. */
const MAX_MESSAGE = 300;
/** A definition can name so many fields. */
const MAX_FIELDS = 20;

/** `spec.containers[*].image`, `spec.nodeSelector[kubernetes.io/os]`, `metadata.labels[app]`. */
const FIELD = /^(?:spec|metadata)(?:\.[A-Za-z]\w*|\[[-\w./*]+\])*$/;

/** Reads the rules that a configuration file defines. */
export function readOwnRules(
  defined: readonly (readonly [id: string, definition: Field])[],
  uri: string,
  report: ReportOwnRule,
): OwnRule[] {
  const tooMany = defined[MAX_OWN_RULES];
  if (tooMany !== undefined) report(tooMany[1].span, () => t`There are more than ${MAX_OWN_RULES} rules.`);
  return defined.slice(0, MAX_OWN_RULES).flatMap(([id, definition]) => {
    const rule = readOwnRule(id, definition, uri, report);
    if (rule === undefined) return [];
    const faults = faultsIn(rule);
    for (const { key, item, span, message } of faults) {
      const list = definition.get(key) ?? definition;
      const value = list.items()[item ?? 0] ?? list;
      report(span === undefined ? value.valueSpan : spanInScalar(value, span), () => message);
    }
    return faults.length === 0 ? rule : [];
  });
}

/** A fault in the condition of a rule or in one of its fields. */
interface OwnRuleFault {
  readonly key: 'when' | 'fields';
  /** The index of the field. */
  readonly item?: number;
  /** In the text of the condition. */
  readonly span?: Span;
  readonly message: string;
}

function faultsIn({ fields, when }: OwnRule): readonly OwnRuleFault[] {
  const faults = fields.flatMap((pattern, item): OwnRuleFault[] => {
    const found = typesOf(pattern);
    return 'fault' in found ? [{ key: 'fields', item, message: found.fault }] : [];
  });
  if (when === undefined || faults.length > 0) return faults;
  try {
    const type = checkCel(when, fields);
    if (type === 'bool' || type === 'dyn') return [];
    return [{ key: 'when', span: { start: 0, end: when.length }, message: t('The condition must be a boolean.') }];
  } catch (error) {
    if (!(error instanceof CelFault)) throw error;
    return [{ key: 'when', span: error.span, message: error.message }];
  }
}

/** Reads the definition of a rule; undefined if it is not complete. */
function readOwnRule(id: string, field: Field, uri: string, report: ReportOwnRule): OwnRule | undefined {
  const fault = (at: Field, message: () => string, isInSchema = true) => {
    report(at.valueSpan, message, { isInSchema });
    return undefined;
  };
  if (!isOwnName(id)) {
    report(
      field.span,
      () => t('The ID of a rule of your own is `own/` and a name in lower case, such as `own/registry`.'),
      {
        isInSchema: true,
      },
    );
    return undefined;
  }
  const keys = Object.keys(OWN_RULE_KEYS);
  for (const [key, { span }] of field.entries()) {
    if (keys.includes(key)) continue;
    report(span, () => t`A rule has no key \`${key}\`.` + didYouMean(key, keys), {
      replacement: nearest(key, keys),
      isInSchema: true,
    });
  }
  const text = (key: keyof typeof OWN_RULE_KEYS, max: number, isNeeded = false): string | undefined => {
    const found = field.get(key);
    if (found === undefined && isNeeded) report(field.span, () => t`\`${key}\` is missing.`, { isInSchema: true });
    if (found === undefined) return undefined;
    const value = found.string;
    if (value === undefined || value.trim() === '') return fault(found, () => t`\`${key}\` must be a text.`);
    if (value.length <= max) return value;
    return fault(found, () => t`\`${key}\` has more than ${max.toLocaleString('en-US')} characters.`, false);
  };
  const word = <T extends string>(key: 'severity' | 'gate', words: readonly [T, ...T[]]): T => {
    const found = field.get(key);
    const value = words.find((each) => each === found?.source);
    if (found !== undefined && value === undefined) {
      report(found.valueSpan, () => t`\`${key}\` must be one of these: ${words.join(', ')}.`, {
        replacement: nearest(found.source ?? '', words),
        isInSchema: true,
      });
    }
    return value ?? words[0];
  };
  const fields = fieldsOf(field.get('fields'), fault);
  const message = text('message', MAX_MESSAGE, true);
  const when = text('when', MAX_EXPRESSION, field.get('fields') === undefined);
  const docs = text('docs', MAX_EXPRESSION);
  if (docs !== undefined && !/^https?:\/\/\S+$/.test(docs)) {
    fault(field.get('docs') ?? field, () => t('`docs` must be an address that begins with `https://`.'));
  }
  const severity = word('severity', OWN_RULE_WORDS.severity);
  const gate = word('gate', OWN_RULE_WORDS.gate);
  const description = text('description', MAX_EXPRESSION) ?? '';
  const isConditionBroken = when === undefined && field.get('when') !== undefined;
  if (message === undefined || fields === undefined || isConditionBroken) return undefined;
  if (when === undefined && field.get('fields') === undefined) return undefined;
  const { start } = field.get('when')?.valueSpan ?? field.span;
  const place = { uri, start: new LineIndex(field.document.text).positionAt(start) };
  // The API server does not accept line breaks in messages.
  return { id, message: message.trim().replace(/\s+/g, ' '), fields, when, severity, gate, description, docs, place };
}

/** The fields that are checked; undefined if one of them is not valid. */
function fieldsOf(
  given: Field | undefined,
  fault: (at: Field, message: () => string) => undefined,
): readonly string[] | undefined {
  if (given === undefined) return ['spec'];
  const items = given.isSequence ? given.items() : [given];
  if (items.length === 0 || items.length > MAX_FIELDS) {
    return fault(given, () => t`\`fields\` must have 1 to ${MAX_FIELDS} fields.`);
  }
  const legal = items.filter((item) => {
    const { string } = item;
    const isLegal = string !== undefined && FIELD.test(string);
    if (!isLegal) fault(item, () => t('A field is a path such as `spec.containers[*].image`.'));
    return isLegal;
  });
  return legal.length === items.length ? legal.map((item) => item.string ?? '') : undefined;
}
