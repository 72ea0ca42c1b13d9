import { isPlaceholder } from '../kubernetes/placeholder.ts';
import { enforcedRestricted, looksAtOsName, type NamespacePolicy } from '../windows/pod-security.ts';
import { declareWindows } from './pod-fixes.ts';
import type { Change, Field, FieldPattern, Fix, Outcome, PodContext, Rule, Source } from './rule.ts';
import { message } from './rule.ts';

interface ForbiddenField extends Pick<Rule, 'since'> {
  readonly id: string;
  readonly title: string;
  /** The fields as patterns; their last key is the name that messages and fixes use. */
  readonly fields: readonly FieldPattern[];
  /** The sentence on this pod; `{0}` is the field's name, `{1}` its value where that is a scalar. */
  readonly says: string;
  /** Fields that do not count at all, such as `hostPID: false`. */
  readonly accepted?: (field: Field) => boolean;
  /** Values without effect on a Windows node that are nevertheless refused once the pod declares Windows. */
  readonly harmless?: (field: Field) => boolean;
  /** The case of a problem, where it is neither harmless nor the common one. */
  readonly caseOf?: (field: Field, context: PodContext) => string | undefined;
  /** Fixes that are better than removing the field, best first. */
  readonly better?: (field: Field, context: PodContext) => readonly Fix[];
  /** Fixes that do something else than removing the field alone, behind its removal. */
  readonly alternatives?: (field: Field, context: PodContext) => readonly Fix[];
  /** Whether Pod Security `restricted` asks for the field as long as the pod does not declare Windows. */
  readonly askedByRestricted?: true;
  /** What has to be removed together with the field. */
  readonly alsoRemove?: (field: Field, context: PodContext) => readonly Change[];
  readonly outcomes: readonly [Outcome, ...Outcome[]];
  readonly why: string;
  readonly sources: readonly [Source, ...Source[]];
}

/** A rule for a field that a Windows pod cannot use, whatever stands in it: the commonest kind. */
export function forbiddenField(definition: ForbiddenField): Rule {
  const { id, title, since, fields, outcomes, why, sources } = definition;
  return {
    id,
    title,
    ...(since === undefined ? {} : { since }),
    gate: 'windows',
    pod: {
      watches: fields,
      *check(field, context) {
        if (definition.accepted?.(field)) return;
        const name = String(field.key);
        const problemCase = definition.harmless?.(field)
          ? 'its value changes nothing'
          : definition.caseOf?.(field, context);
        const policy = definition.askedByRestricted ? policyAgainstRemoval(context) : undefined;
        yield {
          at: field.span,
          ...(problemCase === undefined ? {} : { case: problemCase }),
          message: message(definition.says, name, field.source ?? ''),
          fixes:
            policy === undefined
              ? [
                  () => definition.better?.(field, context) ?? [],
                  () => [removal(field, definition.alsoRemove?.(field, context))],
                  () => definition.alternatives?.(field, context) ?? [],
                ]
              : () => insteadOfRemoval(policy, context),
        };
      },
    },
    outcomes,
    why,
    sources,
  };
}

/** The policy of a namespace that enforces `restricted`, which without the field refuses a pod that does not declare Windows. */
function policyAgainstRemoval({ object, verdict, settings, facts }: PodContext): NamespacePolicy | undefined {
  return verdict.certainty === 'declared' ? undefined : enforcedRestricted(object, settings.kubernetesVersion, facts);
}

/** To declare Windows and remove the field with all else that the server refuses then, where the policy looks at that. */
function insteadOfRemoval({ version }: NamespacePolicy, { pod, facts, refusedOnceDeclared }: PodContext): Fix[] {
  const canDeclare = looksAtOsName(version) && pod.spec.get('os') === undefined;
  return canDeclare ? declareWindows(pod, facts, refusedOnceDeclared()) : [];
}

/** The fix that removes a field; safe where the API server refuses it on the pod. */
export function removal(field: Field, also: readonly Change[] = []): Fix {
  return {
    title: `Remove \`${String(field.key)}\``,
    safety: 'safe',
    changes: [{ kind: 'remove', path: field.path }, ...also],
  };
}

/** Whether a field is no string, or one that is still to be filled in. An empty one is there to the API server. */
export function isUnfilled({ string }: Field): boolean {
  return string === undefined || (string !== '' && isPlaceholder(string));
}

/** A row «rejected» for pods that declare Windows, before the rows for the others. */
export function rejectedOnceDeclared(
  since: NonNullable<Outcome['since']>,
  ...others: readonly Outcome[]
): readonly [Outcome, ...Outcome[]] {
  return [{ effect: 'rejected', since, certainty: 'declared', seen: 'cannot be set for a windows pod' }, ...others];
}

/** One pattern for each of the three lists of containers. */
export function inContainers(path: string): FieldPattern[] {
  return ['containers', 'initContainers', 'ephemeralContainers'].map((list) => `spec.${list}[*].${path}`);
}

/** The pod's own security context and that of every container. */
export function inSecurityContexts(path: string): FieldPattern[] {
  return [`spec.securityContext.${path}`, ...inContainers(`securityContext.${path}`)];
}
