import { OWN_GATES } from './own-rules.ts';

/** The keys of a definition, with what the editor says of them. */
export const OWN_RULE_KEYS = {
  message: 'What is reported: one or two sentences.',
  when: 'A condition in CEL, as ValidatingAdmissionPolicies have it. If it is true, the message is reported. `value` is the field that is checked.',
  fields:
    'The fields that are checked, such as `spec.containers[*].image`. Without it, the condition is evaluated once for each pod.',
  severity: 'The severity of the findings.',
  gate: 'Which pods are checked: those that are known to run on Windows, Linux pods, or all.',
  description: 'Markdown that hovers show: why the rule exists, and what to do.',
  docs: 'The address of a page on the rule.',
} as const;

/** The words that a key of a definition accepts; the first one is the default. */
export const OWN_RULE_WORDS = {
  severity: ['warning', 'error', 'information', 'hint', 'off'],
  gate: OWN_GATES,
} as const;
