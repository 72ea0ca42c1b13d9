import type { Change, Field, Fix } from '../lint/rule.ts';

/** The fix that removes a field; safe if the API server rejects it on the pod. */
export function removal(field: Field, also: readonly Change[] = []): Fix {
  return {
    title: `Remove \`${String(field.key)}\``,
    safety: 'safe',
    changes: [{ kind: 'remove', path: field.path }, ...also],
  };
}
