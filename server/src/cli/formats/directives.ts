import { UNKNOWN_RULE, UNUSED } from '../../lint/settings/rule-names.ts';
import type { Severity } from '../../lint/settings/settings.ts';

/** What is reported of directives in comments, which is no rule of its own. */
export const DIRECTIVES: Readonly<
  Record<string, { title: string; why: string; state: Severity; sources: readonly { title: string; url?: string }[] }>
> = {
  [UNUSED]: {
    title: 'Directive without an effect',
    why: 'A comment `# kubewin: …` has no effect: nothing is found where it allows a rule, it is in the wrong place, or it cannot be read.',
    state: 'hint',
    sources: [],
  },
  [UNKNOWN_RULE]: {
    title: 'Directive with an unknown rule',
    why: 'A comment `# kubewin: allow …` names a rule that does not exist.',
    state: 'warning',
    sources: [],
  },
};
