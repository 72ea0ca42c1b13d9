import { type Field, message, type ObjectCheck, type Rule } from '../../lint/rule.ts';
import { code } from '../../rule-kit/sources.ts';

const LARGEST = 2 ** 31 - 1;
const BITS_32 = 2 ** 32;

export default {
  id: 'pod/failure-policy-exit-code',
  code: 'KW1098',
  title: 'Unsigned Windows exit code in a podFailurePolicy',
  since: '0.1',
  gate: 'object',
  objects: [
    exitCodes('Job', 'spec.podFailurePolicy.rules[*].onExitCodes.values'),
    exitCodes('CronJob', 'spec.jobTemplate.spec.podFailurePolicy.rules[*].onExitCodes.values'),
  ],
  outcomes: [
    { effect: 'rejected', since: '1.25', result: '', seen: 'cannot unmarshal number 3221225786 into Go struct' },
  ],
  why: `Windows tools show exit codes as unsigned numbers, such as 3221225786 (0xC000013A) after Ctrl-C. In the API of
Kubernetes, an exit code is a signed number of 32 bits, and the status of a container shows -1073741510 instead. Use
the number from \`kubectl get pod -o yaml\`.

The values must be in ascending order.`,
  sources: [
    {
      title: 'Kubernetes documentation: Jobs: Pod failure policy',
      url: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy',
    },
    code('kubernetes/kubernetes staging/src/k8s.io/api/batch/v1/types.go PodFailurePolicyOnExitCodesRequirement'),
  ],
} satisfies Rule;

function exitCodes(kind: string, pattern: ObjectCheck['watches'][number]): ObjectCheck {
  return {
    kind,
    group: 'batch',
    watches: [pattern],
    check(list, { report }) {
      const values = list.items().map(numberOf);
      const index = values.findIndex((value) => value !== undefined && isUnsigned(value));
      const field = list.items()[index];
      const value = values[index];
      if (field === undefined || value === undefined) return;
      const known = values
        .filter((value) => value !== undefined)
        .map((value) => (isUnsigned(value) ? value - BITS_32 : value));
      report({
        at: field.valueSpan,
        field: field.path,
        message: message(
          'Exit code `{0}` {effect}: Kubernetes uses signed numbers, so it is `{1}`.',
          String(value),
          String(value - BITS_32),
        ),
        fixes:
          known.length < values.length
            ? []
            : [
                {
                  title: 'Write the exit codes as signed numbers',
                  safety: 'review',
                  changes: [{ kind: 'replace', path: list.path, value: known.toSorted((a, b) => a - b) }],
                },
              ],
      });
    },
  };
}

function numberOf(field: Field): number | undefined {
  const value = field.number;
  return Number.isInteger(value) ? value : undefined;
}

function isUnsigned(value: number): boolean {
  return value > LARGEST && value < BITS_32;
}
