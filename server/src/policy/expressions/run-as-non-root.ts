import { type Expressions, onContainer, onImage } from '../expression.ts';
import { IS_HOST_PROCESS, IS_NON_ROOT, USER_NAME } from '../fields.ts';
import { BUILT_ON } from '../images.ts';

export const RUN_AS_NON_ROOT: Expressions<'run-as-non-root'> = {
  'run-as-non-root/container-administrator': onContainer(
    `${IS_NON_ROOT} && ${USER_NAME}.orValue("").lowerAscii() == "containeradministrator"`,
  ),
  'run-as-non-root/host-process': onContainer(`${IS_NON_ROOT} && ${IS_HOST_PROCESS}`),
  'run-as-non-root/user-not-set': onImage(
    `image.path.startsWith("mcr.microsoft.com/") && ${BUILT_ON} == "servercore" && variables.containers.exists(container, container.name == image.name && ${IS_NON_ROOT} && !${IS_HOST_PROCESS} && !${USER_NAME}.hasValue())`,
  ),
};
