import { HAS_DOMAIN, HAS_NO_FAULT, IS_CONTAINER_USER, IS_LOCAL_SERVICE } from '../accounts.ts';
import { matches } from '../cel.ts';
import { type Expressions, onContainer } from '../expression.ts';
import { IS_HOST_PROCESS, USER_NAME } from '../fields.ts';

/** Both fields go together, and the webhook puts the contents only beside the names of the pod and of `containers`. */
const GMSA_OF = (owner: string) =>
  `(${owner}.?securityContext.windowsOptions.gmsaCredentialSpecName.hasValue() || ${owner}.?securityContext.windowsOptions.gmsaCredentialSpec.hasValue())`;
const HAS_GMSA =
  `(${GMSA_OF('container')} ? container.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" || (container.?securityContext.windowsOptions.gmsaCredentialSpecName.orValue("") != "" && variables.regular.exists(one, one.name == container.name)) : ` +
  'variables.spec.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" || variables.spec.?securityContext.windowsOptions.gmsaCredentialSpecName.orValue("") != "")';

export const GMSA: Expressions<'gmsa'> = {
  'gmsa/alpha-annotations': { when: matches('key', /gmsa-credential-spec(-name)?$/) },
  'gmsa/credential-spec-empty': { when: 'value == ""' },
  'gmsa/credential-spec-name-format': {
    when: `size(value) > 253 || !${matches('value', /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/)}`,
  },
  'gmsa/credential-spec-too-large': { when: 'size(bytes(value)) > 65536' },
  'gmsa/credential-spec-without-name': {
    instead: [
      {
        of: 'pod',
        test: 'variables.spec.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" && !variables.spec.?securityContext.windowsOptions.gmsaCredentialSpecName.hasValue()',
      },
      {
        of: 'container',
        list: 'variables.regular',
        test: 'container.?securityContext.windowsOptions.gmsaCredentialSpec.orValue("") != "" && !container.?securityContext.windowsOptions.gmsaCredentialSpecName.hasValue()',
      },
    ],
  },
  'gmsa/hostname-not-unique': {
    when: `variables.severalPods && variables.containers.exists(container, ${HAS_GMSA})`,
  },
  'gmsa/name-on-init-container': {
    when: '!container.?securityContext.windowsOptions.gmsaCredentialSpec.hasValue()',
    cases: [
      [
        'the container is an init container',
        'variables.spec.?initContainers.orValue([]).exists(one, one.name == container.name)',
      ],
    ],
  },
  'gmsa/user-cannot-use-identity': onContainer(
    `!${IS_HOST_PROCESS} && ${HAS_GMSA} && ${USER_NAME}.optMap(value, ${HAS_NO_FAULT} && (${IS_LOCAL_SERVICE} || ${IS_CONTAINER_USER} || (!${HAS_DOMAIN} && value.lowerAscii() != "containeradministrator"))).orValue(false)`,
  ),
};
