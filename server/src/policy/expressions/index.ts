import type { Settings } from '../../lint/settings/settings.ts';
import type { Expression, Expressions } from '../expression.ts';
import { ANNOTATIONS } from './annotations.ts';
import { COMMAND } from './command.ts';
import { CONTAINER } from './container.ts';
import { DNS } from './dns.ts';
import { ENV } from './env.ts';
import { GMSA } from './gmsa.ts';
import { HOST_PROCESS } from './host-process.ts';
import { IMAGE } from './image.ts';
import { OS } from './os.ts';
import { POD } from './pod.ts';
import { RESOURCES } from './resources.ts';
import { RUN_AS_NON_ROOT } from './run-as-non-root.ts';
import { RUN_AS_USER_NAME } from './run-as-user-name.ts';
import { SCHEDULING } from './scheduling.ts';
import { SECURITY_CONTEXT } from './security-context.ts';
import { SERVICE } from './service.ts';
import { VOLUME_MOUNTS } from './volume-mounts.ts';
import { VOLUMES } from './volumes.ts';

/** The rules that a policy can express, by their IDs: one file for each category of rules. */
export const EXPRESSIONS: Expressions = {
  ...ANNOTATIONS,
  ...COMMAND,
  ...CONTAINER,
  ...DNS,
  ...ENV,
  ...GMSA,
  ...HOST_PROCESS,
  ...IMAGE,
  ...OS,
  ...POD,
  ...RESOURCES,
  ...RUN_AS_NON_ROOT,
  ...RUN_AS_USER_NAME,
  ...SCHEDULING,
  ...SECURITY_CONTEXT,
  ...SERVICE,
  ...VOLUME_MOUNTS,
  ...VOLUMES,
};

/** The expression of a rule with these settings; undefined for a rule that no policy can express. */
export function expressionOf(id: string, settings: Settings): Expression | undefined {
  const entry = isExpressed(id) ? EXPRESSIONS[id] : undefined;
  return typeof entry === 'function' ? entry(settings) : entry;
}

/** Whether a policy expresses a rule, with some settings at least. */
export function isExpressed(id: string): id is keyof Expressions {
  return Object.hasOwn(EXPRESSIONS, id);
}
