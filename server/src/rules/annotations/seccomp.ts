import type { Pod } from '../../kubernetes/pod.ts';
import { isWithin } from '../../kubernetes/version.ts';
import { removal } from '../../lint/forbidden-field.ts';
import { type Field, type FieldPath, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

const POD_KEY = 'seccomp.security.alpha.kubernetes.io/pod';
const CONTAINER_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/';

export default {
  id: 'annotations/seccomp',
  title: 'Seccomp annotation on a Windows pod',
  gate: 'windows',
  pod: {
    watches: [`metadata.annotations[${POD_KEY}]`, `metadata.annotations[${CONTAINER_PREFIX}*]`],
    *check(field, { pod, verdict, settings }) {
      if (field.string === undefined) return;
      const isCopied = isWithin(settings.kubernetesVersion, '1.24', '1.26');
      const copy = isCopied ? copiedTo(field, pod) : undefined;
      const isRefused = copy !== undefined && verdict.certainty === 'declared';
      yield {
        at: field.span,
        ...(isRefused ? { field: copy } : {}),
        ...(copy === undefined ? {} : { case: 'the server copies it into a field' }),
        message: message(
          isRefused
            ? 'The API server copies the annotation `{0}` into `seccompProfile`, which no pod that declares Windows may have.'
            : 'Seccomp is a part of Linux, so the annotation `{0}` limits nothing.',
          String(field.key),
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'rejected',
      case: 'the server copies it into a field',
      since: '1.24',
      until: '1.26',
      certainty: 'declared',
      onCreation: true,
      seen: 'cannot be set for a windows pod',
    },
    { effect: 'ignored', doubtful: true, result: 'No Windows node reads it.' },
  ],
  why: `Seccomp profiles filter system calls of Linux, and since Kubernetes 1.27 the annotations for them are read nowhere.
From 1.24 to 1.26 they could still do harm: when a pod was created, by a user or by a controller from a template, the API
server copied a profile that it knew into the field \`seccompProfile\`, and a pod that declares \`os.name: windows\` may not
have that field. The template itself was accepted.`,
  sources: [
    docs.windowsIntro,
    code('kubernetes/kubernetes pkg/registry/core/pod/strategy.go applySeccompVersionSkew (1.24 to 1.26)'),
  ],
} satisfies Rule;

/** The field that the API server makes of an annotation when a pod is created; undefined where it makes none. */
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
