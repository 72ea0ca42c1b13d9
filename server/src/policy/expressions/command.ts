import { matches } from '../cel.ts';
import type { Expressions } from '../expression.ts';
import { IS_HOST_PROCESS } from '../fields.ts';

/** A path on drive C as `command/working-directory` compares it. */
const folder = (path: string) =>
  `[${path}.lowerAscii().replace("\\\\", "/")].map(raw, raw.startsWith("c:") ? raw.substring(2) : raw).map(raw, (raw.startsWith("/") ? "/" : "") + raw.split("/").filter(part, part != "").map(part, part + "/").join(""))[0]`;
const FOLDER = folder('value');

export const COMMAND: Expressions<'command'> = {
  'command/working-directory': {
    when: `${matches('value', /^\/([^\\/]|$)/)} && !${matches('value', /[${]/)} && ${FOLDER} != "/" && !${IS_HOST_PROCESS} && !container.?volumeMounts.orValue([]).exists(mount, ${FOLDER}.startsWith(${folder('mount.mountPath')}))`,
  },
};
