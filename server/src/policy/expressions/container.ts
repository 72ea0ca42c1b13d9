import { matches } from '../cel.ts';
import { type Expressions, IS_SET } from '../expression.ts';

export const CONTAINER: Expressions<'container'> = {
  'container/base-image-without-command': {
    when:
      `value != null && ${matches('value', /^mcr\.microsoft\.com\/windows(\/(nanoserver|servercore|server))?([:@]|$)/)} && ` +
      // Rule image/unavailable-base-image reports a tag that does not exist.
      `!${matches('value', /^mcr\.microsoft\.com\/windows(\/(nanoserver|servercore|server))?:(ltsc[-_.])?20(19|22|25)$/)} && ` +
      '!has(container.command) && !has(container.args) && ' +
      '!container.?stdin.orValue(false) && !container.?tty.orValue(false)',
    cases: [
      ['`restartPolicy` is `Never` or `OnFailure`', 'variables.spec.?restartPolicy.orValue("Always") != "Always"'],
    ],
  },
  'container/resize-policy': { when: IS_SET },
  'container/stop-signal-needs-os': { when: '!has(variables.spec.os)' },
  'container/stop-signal-unsupported': { when: '!(value in ["SIGTERM", "SIGKILL"])' },
  'container/termination-message-path': { when: 'value != "/dev/termination-log"' },
  'container/volume-devices': { when: IS_SET },
};
