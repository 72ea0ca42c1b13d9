import type { Expressions } from '../expression.ts';

export const ANNOTATIONS: Expressions<'annotations'> = {
  'annotations/apparmor': {},
  'annotations/hyperv-isolation': {},
  'annotations/seccomp': {},
};
