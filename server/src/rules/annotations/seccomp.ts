import type { Pod } from '../../kubernetes/pod.ts';
import { isWithin } from '../../kubernetes/version.ts';
import { type Field, type FieldPath, message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { code, docs } from '../../rule-kit/sources.ts';

const POD_KEY = 'seccomp.security.alpha.kubernetes.io/pod';
const CONTAINER_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/';

export default {
  id: 'annotations/seccomp',
  code: 'KW1003',
  title: 'Seccomp annotation on a Windows pod',
  gate: 'windows',
  pod: {
    watches: [`metadata.annotations[${POD_KEY}]`, `metadata.annotations[${CONTAINER_PREFIX}*]`],
    check(field, { pod, verdict, settings, report }) {
      if (field.text === undefined) return;
      const isCopied = isWithin(settings.kubernetesVersion, '1.24', '1.26');
      const copy = isCopied ? copiedTo(field, pod) : undefined;
      const isRejected = copy !== undefined && verdict.certainty === 'declared';
      report({
        at: field.span,
        ...(isRejected ? { field: copy } : {}),
        ...(copy === undefined ? {} : { case: 'the API server copies the annotation to `seccompProfile`' }),
        message: message(
          isRejected
            ? '`{0}` {effect}: the API server copies it to `seccompProfile`, a Linux-only field.'
            : '`{0}` {effect}: Windows does not support seccomp.',
          String(field.key),
        ),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      case: 'the API server copies the annotation to `seccompProfile`',
      since: '1.24',
      until: '1.26',
      certainty: 'declared',
      onCreation: true,
      seen: 'cannot be set for a windows pod',
    },
    { effect: 'ignored', doubtful: true, phrase: 'has no effect', result: 'Windows nodes do not read the annotation.' },
  ],
  why: `Seccomp filters Linux system calls. Remove the annotation.

Since version 1.27, Kubernetes ignores these annotations on all nodes. From 1.24 to 1.26, the API server copies a
known profile to \`seccompProfile\` when a user or a controller creates a pod. With \`os.name: windows\`, it then
rejects the pod because of that field, although it accepts the template of a workload.`,
  sources: [
    docs.windowsIntro,
    code('kubernetes/kubernetes pkg/registry/core/pod/strategy.go applySeccompVersionSkew (1.24 to 1.26)'),
  ],
} satisfies Rule;

/** The field to which the API server copies an annotation when a pod is created; undefined if it does not. */
function copiedTo(annotation: Field, pod: Pod): FieldPath | undefined {
  const key = String(annotation.key);
  const profile = annotation.string ?? '';
  const isKnown =
    ['unconfined', 'runtime/default', 'docker/default'].includes(profile) || /^localhost\/./s.test(profile);
  if (!isKnown) return undefined;
  const target =
    key === POD_KEY ? pod.spec : pod.containers.find(({ name }) => name === key.slice(CONTAINER_PREFIX.length))?.field;
  if (target === undefined || target.at('securityContext', 'seccompProfile') !== undefined) return undefined;
  return [...target.path, 'securityContext', 'seccompProfile'];
}
