import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { named, namesOf } from '../../kubernetes/questions.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'runtime-class/not-found',
  title: 'RuntimeClass missing from the workspace',
  gate: 'windows',
  pod: {
    watches: ['spec.runtimeClassName'],
    *check(field, { facts }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name)) return;
      // Most classes exist: ask for all others only if this one does not.
      if (facts.ask(named('RuntimeClass', name)) !== undefined) return;
      const names = namesOf(facts, 'RuntimeClass');
      if (names.length === 0 || names.includes(name) || names.some(isPlaceholder)) return;
      yield {
        at: field.valueSpan,
        message: message(
          'RuntimeClass `{0}` is not in the workspace, which defines {1}.',
          name,
          names.map((name) => `\`${name}\``).join(', '),
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      result: 'If the RuntimeClass is not in the cluster either, admission denies the pod.',
      seen: 'pod rejected: RuntimeClass "windows-2022" not found',
    },
  ],
  why: `A RuntimeClass must exist before you create a pod that refers to it; otherwise, admission denies the pod. If
the workspace contains other RuntimeClasses, a missing one is often a typo. Correct the name, or create the
RuntimeClass.`,
  sources: [docs.runtimeClass, code('kubernetes/kubernetes plugin/pkg/admission/runtimeclass/admission.go')],
} satisfies Rule;
