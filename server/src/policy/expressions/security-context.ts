import { type Expressions, harmless, IS_SET, NO_EFFECT } from '../expression.ts';

export const SECURITY_CONTEXT: Expressions<'security-context'> = {
  'security-context/allow-privilege-escalation': harmless('!value'),
  'security-context/app-armor-profile': harmless('value.?type.orValue("") == "Unconfined"'),
  'security-context/capabilities': harmless('size(value.?add.orValue([])) == 0 && size(value.?drop.orValue([])) == 0'),
  'security-context/fs-group': {},
  'security-context/fs-group-change-policy': {},
  'security-context/privileged': harmless('!value'),
  'security-context/proc-mount': harmless('value == "Default"'),
  'security-context/read-only-root-filesystem': harmless('!value'),
  'security-context/run-as-group': {},
  'security-context/run-as-user': {},
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
  'security-context/sysctls': { when: IS_SET },
};
