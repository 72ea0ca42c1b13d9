import type { Expressions } from '../expression.ts';

export const SERVICE: Expressions<'service'> = {
  'service/sctp': { when: 'value == "SCTP"' },
};
