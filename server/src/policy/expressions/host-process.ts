import { HAS_DOMAIN, HAS_NO_FAULT, IS_CONTAINER_ACCOUNT, IS_IMAGE_ACCOUNT, IS_SERVICE_ACCOUNT } from '../accounts.ts';
import { matches } from '../cel.ts';
import { type Expressions, onContainer, onPod } from '../expression.ts';
import { effective, IS_HOST_PROCESS, imageOf, USER_NAME } from '../fields.ts';
import { folder, IS_PIPE, IS_SOCKET } from '../host-paths.ts';

export const HOST_PROCESS: Expressions<'host-process'> = {
  'host-process/base-image-alone': onContainer(
    `${matches(imageOf('container'), /(^|\/)windows-host-process-containers-base-image([:@][^/]*)?$/)} && !${IS_HOST_PROCESS}`,
  ),
  'host-process/container-runtime': onContainer(IS_HOST_PROCESS),
  'host-process/gmsa': onContainer(
    `${IS_HOST_PROCESS} && (${effective('windowsOptions.gmsaCredentialSpecName')}.hasValue() || ${effective('windowsOptions.gmsaCredentialSpec')}.hasValue())`,
  ),
  'host-process/host-network-required': onPod(
    'variables.anyHostProcess && !variables.spec.?hostNetwork.orValue(false)',
  ),
  'host-process/host-path-unnecessary': {
    when: `!${IS_PIPE} && !${IS_SOCKET} && !volume.?hostPath.type.orValue("").endsWith("OrCreate") && variables.anyHostProcess`,
  },
  'host-process/least-privileged-account': onContainer(
    `${IS_HOST_PROCESS} && ${matches(`${USER_NAME}.orValue("")`, /^nt authority\\ *s *y *s *t *e *m *$/i)}`,
  ),
  'host-process/mixed-containers': onPod('variables.anyHostProcess && !variables.allHostProcess'),
  'host-process/mount-path-base': {
    when: `${IS_HOST_PROCESS} && value != "" && value != "/var/run/secrets/kubernetes.io/serviceaccount"`,
  },
  'host-process/named-pipe-mount': ({ containerRuntime }) =>
    containerRuntime === 'docker'
      ? undefined
      : {
          when: `(${IS_PIPE} || ${IS_SOCKET}) && variables.containers.exists(container, ${IS_HOST_PROCESS} && container.?volumeMounts.orValue([]).exists(mount, mount.name == volume.name))`,
        },
  'host-process/pod-container-mismatch': {
    when: 'variables.spec.?securityContext.windowsOptions.hostProcess.orValue(value) != value',
  },
  'host-process/user-account': ({ containerRuntime }) => ({
    ...onContainer(
      `${IS_HOST_PROCESS} && ${USER_NAME}.optMap(value, ${HAS_NO_FAULT} && !${IS_SERVICE_ACCOUNT}${
        containerRuntime === 'containerd-1.6' || containerRuntime === 'docker'
          ? ''
          : ` && (${HAS_DOMAIN} || ${IS_CONTAINER_ACCOUNT} || ${IS_IMAGE_ACCOUNT})`
      }).orValue(false)`,
    ),
    cases: [
      [
        'the account is `ContainerUser` or `ContainerAdministrator`',
        `[${USER_NAME}.orValue("")].exists(value, ${IS_CONTAINER_ACCOUNT})`,
      ],
    ],
  }),
  'host-process/working-directory': ({ containerRuntime }) =>
    containerRuntime === 'containerd-1.6' || containerRuntime === 'docker'
      ? undefined
      : {
          when: `${IS_HOST_PROCESS} && size(value) <= 4096 && (${matches('value', /^\/(usr|s?bin|app|home|root)(\/|$)/)} || (${matches('value', /^[^${%]+$/)} && !${matches('value', /^([a-z]:|[\\/%$<{#_[])/i)})) && !container.?volumeMounts.orValue([]).exists(mount, ${folder('value')}.startsWith(${folder('mount.mountPath')}))`,
        },
  'host-process/user-account-missing': onContainer(`${IS_HOST_PROCESS} && !${USER_NAME}.hasValue()`),
};
