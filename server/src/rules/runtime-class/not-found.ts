import { namesOf } from '../../kubernetes/facts.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'runtime-class/not-found',
  title: 'RuntimeClass that is not in the workspace',
  gate: 'windows',
  pod: {
    watches: ['spec.runtimeClassName'],
    *check(field, { facts }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name)) return;
      // Most are there, and then no other class matters.
      if (facts.named('RuntimeClass', name) !== undefined) return;
      const names = namesOf(facts, 'RuntimeClass');
      if (names.length === 0 || names.includes(name) || names.some(isPlaceholder)) return;
      yield {
        at: field.valueSpan,
        message: message(
          'RuntimeClass `{0}` is not among those of this workspace: {1}.',
          name,
          names.map((one) => `\`${one}\``).join(', '),
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      result: 'Where the cluster has none of that name either, the pod is refused when it is created.',
      seen: 'pod rejected: RuntimeClass "windows-2022" not found',
    },
  ],
  why: `A RuntimeClass has to exist before the first pod that names it: admission refuses the others. Where the
workspace has RuntimeClasses, a missing one may be a slip.`,
  sources: [docs.runtimeClass, code('kubernetes/kubernetes plugin/pkg/admission/runtimeclass/admission.go')],
} satisfies Rule;
