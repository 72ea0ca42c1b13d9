import type { Change, Field, Fix } from '../lint/rule.ts';
import { t } from '../text/localize.ts';

/** The fix that removes a field. It is safe if the API server rejects the field, unless the author's intention would be lost. */
export function removal(field: Field, also: readonly Change[] = [], losesIntention = false): Fix {
  return {
    title: t`Remove \`${String(field.key)}\``,
    safety: losesIntention ? 'review' : 'safe',
    changes: [{ kind: 'remove', path: field.path }, ...also],
  };
}
