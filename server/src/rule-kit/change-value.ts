import type { Field, Fix } from '../lint/rule.ts';
import { t } from '../text/localize.ts';

/** Replaces the value of a field. */
export function changeValue(field: Field, value: string): Fix {
  return {
    title: t`Change \`${String(field.key)}\` to \`${value}\``,
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value }],
  };
}
