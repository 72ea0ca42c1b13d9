import { type Fix, message, type PodContext, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { aboveContainers } from '../../rule-kit/scheduling-place.ts';
import { code } from '../../rule-kit/sources.ts';
import { equalValues } from '../../rule-kit/value-to-copy.ts';
import { t } from '../../text/localize.ts';
import { type MisplacedField, misplacedFields } from '../../windows/misplaced-fields.ts';
import { nodeConstraint } from '../../windows/node-constraint.ts';
import { intendedOs } from '../../windows/verdict.ts';

export default {
  id: 'security-context/misplaced-windows-field',
  code: 'KW1170',
  title: 'Windows field in the wrong place or case',
  gate: 'any',
  since: '0.2',
  withoutEvidence: 'silent',
  pod: {
    watches: ['spec'],
    check(spec, context) {
      // Next to a half-typed line, it may be elsewhere.
      if (spec.document.errors.length > 0) return;
      for (const misplaced of misplacedFields(context.pod)) {
        const { field, key, parent } = misplaced;
        const written = String(field.key);
        context.report({
          at: field.span,
          field: field.path,
          ...(context.pod.embedded ? { case: 'a custom resource contains the pod' } : {}),
          message:
            parent === undefined
              ? message('`{0}` {effect}: field names are case-sensitive, and this one is `{1}`.', written, key)
              : written === key
                ? message('`{0}` {effect} here: it belongs in `{1}`.', key, parent)
                : message('`{0}` {effect} here: `{1}` belongs in `{2}`.', written, key, parent),
          fixes: () => fixesFor(misplaced, context),
        });
      }
    },
  },
  outcomes: [
    { effect: 'ignored', case: 'a custom resource contains the pod' },
    {
      effect: 'ignored',
      since: '1.25',
      result: 'kubectl rejects the unknown field; other clients get a warning.',
      seen: 'strict decoding error: unknown field "spec.securityContext.hostProcess"',
    },
    {
      effect: 'ignored',
      until: '1.24',
      result: 'kubectl rejects the unknown field; other clients get no warning.',
      seen: 'ValidationError(Pod.spec.securityContext): unknown field "hostProcess" in io.k8s.api.core.v1.PodSecurityContext',
    },
  ],
  why: `\`hostProcess\`, \`runAsUserName\` and the fields for GMSA belong in \`securityContext.windowsOptions\` of the
pod or of a container, and \`runAsNonRoot\` beside \`windowsOptions\`. Field names are case-sensitive. The API server drops
all others, and the container runs without them, for example as the user of its image.

kubectl rejects them, because it asks for strict validation by default; so does server-side apply. For other clients, API
servers of 1.25 and later return a warning, and older ones nothing.`,
  sources: [
    {
      title: 'Kubernetes documentation: Kubernetes API Concepts: Field validation',
      url: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
    },
    code('kubernetes/kubernetes staging/src/k8s.io/api/core/v1/types.go WindowsSecurityContextOptions'),
    code('kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go fieldValidation'),
    {
      title: 'GitHub: kubernetes/kubernetes pull request 65034, "Make kubernetes json serializer case sensitive"',
      url: 'https://github.com/kubernetes/kubernetes/pull/65034',
    },
    {
      title: 'GitHub: openshift/openshift-docs pull request 51376, `runAsNonRoot` in `windowsOptions`',
      url: 'https://github.com/openshift/openshift-docs/pull/51376',
    },
  ],
} satisfies Rule;

/** Moves or renames the field; removes it from pods for Linux, and where the field of the API has the same value. */
function fixesFor({ field, key, parent, target }: MisplacedField, { pod, facts }: PodContext): Fix[] {
  const isForLinux = intendedOs(pod)?.os === 'linux' || nodeConstraint(pod, facts).nodes === 'linux';
  const existing = field.document.root?.at(...target);
  if (isForLinux || (existing !== undefined && equalValues(existing, field))) return [removal(field, [], isForLinux)];
  if (existing !== undefined) return [];
  const written = String(field.key);
  if (parent === undefined) {
    return [
      {
        title: t`Rename \`${written}\` to \`${key}\``,
        safety: 'review',
        changes: [{ kind: 'rename', path: field.path, key }],
      },
    ];
  }
  const isInSpec = target[pod.spec.path.length] === 'securityContext';
  return [
    {
      title: t`Move \`${written}\` to \`${written === key ? parent : `${parent}.${key}`}\``,
      safety: 'review',
      changes: [{ kind: 'move', path: field.path, to: target, ...(isInSpec ? { place: aboveContainers(pod) } : {}) }],
    },
  ];
}
