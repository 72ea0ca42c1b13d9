import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';
import { isOsKey, nodeConstraint } from '../../windows/node-constraint.ts';
import { isWindowsClass } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/node-selector-conflict',
  code: 'KW1137',
  title: 'Conflicting node selectors of RuntimeClass and pod',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec.nodeSelector'],
    check(nodeSelector, { pod, verdict, facts, report }) {
      const { runtimeClass, cause } = nodeConstraint(pod, facts);
      if (runtimeClass === undefined) return;
      const isWindows = verdict.os === 'windows' || isWindowsClass(runtimeClass);
      for (const [key, field] of nodeSelector.entries()) {
        const podValue = field.string;
        const classValue = runtimeClass.nodeSelector[key];
        if (podValue === undefined || classValue === undefined || podValue === classValue) continue;
        if (isPlaceholder(podValue) || isPlaceholder(classValue)) continue;
        // If no node has one of the values, scheduling/node-os-value reports it.
        if (isOsKey(key) ? cause === 'os-value' : !isWindows) continue;
        report({
          at: field.valueSpan,
          field: field.path,
          message: message(
            '`{0}` conflicts with RuntimeClass `{2}`: the pod selects `{1}`, and the class `{3}`.',
            key,
            podValue,
            runtimeClass.name,
            classValue,
          ),
          related: [
            { at: runtimeClass.location, message: t`RuntimeClass ${runtimeClass.name} selects ${key}: ${classValue}` },
          ],
          fixes: [
            {
              title: t`Change \`${key}\` to \`${classValue}\``,
              safety: 'review',
              changes: [{ kind: 'replace', path: field.path, value: classValue }],
            },
            { title: t`Remove \`${key}\``, safety: 'review', changes: [{ kind: 'remove', path: field.path }] },
          ],
        });
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.16',
      result: 'Admission denies the pod.',
      seen: 'conflict: runtimeClass.scheduling.nodeSelector[kubernetes.io/os] = windows; pod.spec.nodeSelector[kubernetes.io/os] = linux',
    },
  ],
  why: `When a pod is created, the node selector of its RuntimeClass is merged with its own. If both set the same key
to different values, admission denies the pod. Remove the key from the pod.

A Deployment is accepted, but its pods cannot be created.`,
  sources: [
    docs.runtimeClass,
    code('kubernetes/kubernetes plugin/pkg/admission/runtimeclass/admission.go setScheduling'),
  ],
} satisfies Rule;
