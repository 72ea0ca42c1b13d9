import { matches } from '../cel.ts';
import type { Expressions } from '../expression.ts';
import { IS_HOST_PROCESS } from '../fields.ts';
import { folder } from '../host-paths.ts';

const FOLDER = folder('value');

export const COMMAND: Expressions<'command'> = {
  'command/working-directory': {
    when: `${matches('value', /^\/([^\\/]|$)/)} && !${matches('value', /[${]/)} && ${FOLDER} != "/" && !${IS_HOST_PROCESS} && !container.?volumeMounts.orValue([]).exists(mount, ${FOLDER}.startsWith(${folder('mount.mountPath')}))`,
  },
};
