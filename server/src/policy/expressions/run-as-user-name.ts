import { HAS_DOMAIN, HAS_NO_FAULT, IS_CONTAINER_USER, USER_NAME_FAULTS } from '../accounts.ts';
import { matches } from '../cel.ts';
import { type Expressions, onContainer } from '../expression.ts';
import { IS_HOST_PROCESS, imageOf, USER_NAME } from '../fields.ts';

const IS_LONG = `${HAS_NO_FAULT} && !${HAS_DOMAIN} && size(value) > 20 && value.lowerAscii() != "containeradministrator" && !${matches('value', '[\\p{Cc}\\p{Zl}\\p{Zp}]')}`;
const IS_FROM_MICROSOFT = `${imageOf('container')}.startsWith("mcr.microsoft.com/")`;

export const RUN_AS_USER_NAME: Expressions<'run-as-user-name'> = {
  'run-as-user-name/control-characters': { when: USER_NAME_FAULTS['control-characters'] },
  'run-as-user-name/domain-format': { when: USER_NAME_FAULTS['domain-format'] },
  'run-as-user-name/domain-too-long': { when: USER_NAME_FAULTS['domain-too-long'] },
  'run-as-user-name/empty': { when: USER_NAME_FAULTS.empty },
  'run-as-user-name/too-many-backslashes': { when: USER_NAME_FAULTS['too-many-backslashes'] },
  'run-as-user-name/user-invalid-characters': { when: USER_NAME_FAULTS['user-invalid-characters'] },
  'run-as-user-name/user-missing': { when: USER_NAME_FAULTS['user-missing'] },
  'run-as-user-name/user-only-dots-or-spaces': { when: USER_NAME_FAULTS['user-only-dots-or-spaces'] },
  'run-as-user-name/user-too-long': { when: USER_NAME_FAULTS['user-too-long'] },
  'run-as-user-name/longer-than-20': {
    instead: [
      {
        of: 'pod',
        test: `variables.spec.?securityContext.windowsOptions.runAsUserName.optMap(value, ${IS_LONG} && !variables.containers.exists(container, !container.?securityContext.windowsOptions.runAsUserName.hasValue() && ${IS_HOST_PROCESS})).orValue(false)`,
      },
      {
        of: 'container',
        test: `container.?securityContext.windowsOptions.runAsUserName.optMap(value, ${IS_LONG} && !${IS_HOST_PROCESS}).orValue(false)`,
      },
    ],
  },
  'run-as-user-name/iis': onContainer(
    `!${IS_HOST_PROCESS} && !container.?command.hasValue() && ${matches(imageOf('container'), /^mcr\.microsoft\.com\/(dotnet\/framework\/(aspnet|wcf)|windows\/servercore\/iis)([:@]|$)/)} && ` +
      `${USER_NAME}.optMap(value, ${IS_CONTAINER_USER}).orValue(false)`,
  ),
  'run-as-user-name/unknown-account': onContainer(
    `!${IS_HOST_PROCESS} && ${USER_NAME}.optMap(value, ${matches('value', /^(root|nobody|nginx|app|www-data|[0-9]+)$/i)} || ` +
      // A custom image may enable an account that is disabled in Windows; the user of the pod counts for several images.
      `(${matches('value', /^(administrator|guest)$/i)} && ${IS_FROM_MICROSOFT} && ` +
      '(container.?securityContext.windowsOptions.runAsUserName.hasValue() || variables.containers.all(container, ' +
      `container.?securityContext.windowsOptions.runAsUserName.hasValue() || ${IS_HOST_PROCESS} || ${IS_FROM_MICROSOFT})))).orValue(false)`,
  ),
};
