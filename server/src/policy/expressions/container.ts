import { type Expressions, IS_SET } from '../expression.ts';

export const CONTAINER: Expressions<'container'> = {
  'container/resize-policy': { when: IS_SET },
  'container/stop-signal-needs-os': { when: '!has(variables.spec.os)' },
  'container/stop-signal-unsupported': { when: '!(value in ["SIGTERM", "SIGKILL"])' },
  'container/termination-message-path': { when: 'value != "/dev/termination-log"' },
  'container/volume-devices': { when: IS_SET },
};
