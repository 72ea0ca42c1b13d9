import type { Rule } from '../lint/rule.ts';
import nameInvalid from './os/name-invalid.ts';
import hostPid from './pod/host-pid.ts';
import privileged from './security-context/privileged.ts';

/** Every rule, in the order of the ids. */
export const RULES: readonly Rule[] = [nameInvalid, hostPid, privileged];
