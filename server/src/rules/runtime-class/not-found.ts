import type { Rule } from '../../lint/rule.ts';
import { checkName } from '../../rule-kit/missing-object.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'runtime-class/not-found',
  code: 'KW1138',
  title: 'Misspelled RuntimeClass',
  gate: 'windows',
  pod: {
    watches: ['spec.runtimeClassName'],
    check: (field, { facts, report }) => checkName(field, 'RuntimeClass', facts, null, report),
  },
  outcomes: [
    {
      effect: 'fails',
      doubtful: true,
      result: '',
      seen: 'pod rejected: RuntimeClass "windows-proces" not found',
    },
  ],
  why: `A RuntimeClass must exist before you create a pod that refers to it; otherwise, admission denies the pod.
The workspace has another RuntimeClass with nearly the same name. If the cluster has both, suppress this rule here.`,
  sources: [docs.runtimeClass, code('kubernetes/kubernetes plugin/pkg/admission/runtimeclass/admission.go')],
} satisfies Rule;
