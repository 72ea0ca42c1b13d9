import { containerAround } from '../../kubernetes/pod.ts';
import { isMillibytes, quantityOf } from '../../kubernetes/quantity.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inLastingContainers } from '../../rule-kit/field-patterns.ts';
import { code } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'resources/memory-in-millibytes',
  code: 'KW1112',
  title: 'Memory in thousandths of a byte',
  gate: 'windows',
  pod: {
    watches: inLastingContainers('resources.requests.memory', 'resources.limits.memory'),
    check(field, { pod, report }) {
      const { source } = field;
      if (source === undefined || !isMillibytes(field)) return;
      const intended = source.replace(/m$/, 'Mi');
      report({
        at: field.valueSpan,
        message: message(
          'Memory `{1}` of container `{0}` is {2} bytes: the suffix `m` means thousandths.',
          containerAround(pod, field)?.name ?? '?',
          source,
          String(Number(quantityOf(field)?.toFixed(3))),
        ),
        fixes: [
          {
            title: t`Change \`${source}\` to \`${intended}\``,
            safety: 'review',
            changes: [{ kind: 'replace', path: field.path, value: intended }],
          },
        ],
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'The container does not have the memory limit or request that was meant.' }],
  why: `The suffix \`m\` means a thousandth, in amounts of memory as in amounts of CPU. Therefore, \`800m\` is less
than one byte. Write \`800Mi\` (mebibytes) or \`800M\` (megabytes).

The API server accepts it with a warning, and containers on Windows nodes get their limit in whole megabytes.`,
  sources: [
    {
      title: 'Kubernetes documentation: Resource Management for Pods and Containers',
      url: 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#meaning-of-memory',
    },
    code('kubernetes/kubernetes pkg/api/pod/warnings.go'),
    code('microsoft/hcsshim internal/hcsoci/hcsdoc_wcow.go'),
  ],
} satisfies Rule;
