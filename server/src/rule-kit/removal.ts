import type { Change, Field, Fix } from '../lint/rule.ts';

/** The fix that removes a field; safe where the API server refuses it on the pod. */
export function removal(field: Field, also: readonly Change[] = []): Fix {
  return {
    title: `Remove \`${String(field.key)}\``,
    safety: 'safe',
    changes: [{ kind: 'remove', path: field.path }, ...also],
  };
}
