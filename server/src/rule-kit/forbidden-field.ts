import { canDeclareWindows } from '../kubernetes/pod.ts';
import type { Change, Field, FieldPattern, Fix, PodContext, Rule } from '../lint/rule.ts';
import { message } from '../lint/rule.ts';
import {
  enforcedRestricted,
  mayPassRestricted,
  type NamespacePolicy,
  respectsOsName,
} from '../windows/pod-security.ts';
import { declareWindows } from './operating-system.ts';
import { removal } from './removal.ts';
import { type RuleHead, ruleOf } from './rule-head.ts';
import { hostProcessOf } from './whole-pod.ts';

interface ForbiddenField extends RuleHead, Pick<Rule, 'outcomes' | 'sources'> {
  /** The fields as patterns; their last key is the name that messages and fixes use. */
  readonly fields: readonly FieldPattern[];
  /** The message; `{0}` is the name of the field, `{1}` its value if that is a scalar. */
  readonly message: string;
  /** The message on pods with HostProcess containers, if the reason is another one there. */
  readonly messageInHostProcess?: string;
  /** Fields that are accepted, such as `hostPID: false`. */
  readonly accepted?: (field: Field) => boolean;
  /** Values without effect on a Windows node that are nevertheless rejected with `os.name: windows`. */
  readonly harmless?: (field: Field) => boolean;
  /** Whether a mapping with at least one key is a problem whatever the values are, even if a template determines them. */
  readonly anyEntries?: true;
  /** The case of a problem that is neither harmless nor the usual one. */
  readonly caseOf?: (field: Field, context: PodContext) => string | undefined;
  /** Fixes that are better than removing the field, best first. */
  readonly preferredFixes?: (field: Field, context: PodContext) => readonly Fix[];
  /** Fixes that do more than remove the field, offered after its removal. */
  readonly alternatives?: (field: Field, context: PodContext) => readonly Fix[];
  /** Whether nothing else on the pod has the same purpose, so that its removal needs a review even if it is rejected. */
  readonly losesIntention?: (field: Field, context: PodContext) => boolean;
  /** Whether Pod Security `restricted` requires the field on pods without `os.name: windows`. */
  readonly requiredByRestricted?: true;
  /** What must be removed together with the field. */
  readonly alsoRemove?: (field: Field, context: PodContext) => readonly Change[];
}

/** A rule for a field that a Windows pod cannot use, whatever its value: the most common kind. */
export function forbiddenField(definition: ForbiddenField): Rule {
  const { fields, outcomes, sources } = definition;
  return ruleOf(definition, {
    gate: 'windows',
    pod: {
      watches: fields,
      check(field, context) {
        if (definition.accepted?.(field)) return;
        const name = String(field.key);
        const problemCase = isHarmless(definition, field)
          ? 'the value does not enable anything'
          : definition.caseOf?.(field, context);
        const policy = definition.requiredByRestricted ? policyAgainstRemoval(context) : undefined;
        context.report({
          at: field.span,
          ...(problemCase === undefined ? {} : { case: problemCase }),
          message: message(messageIn(definition, context), name, field.source ?? ''),
          fixes:
            policy === undefined
              ? [
                  () => definition.preferredFixes?.(field, context) ?? [],
                  () => [
                    removal(
                      field,
                      definition.alsoRemove?.(field, context),
                      mayBe(field, () => needsReview(definition, field, context)),
                    ),
                  ],
                  () => definition.alternatives?.(field, context) ?? [],
                ]
              : () => insteadOfRemoval(policy, context),
        });
      },
    },
    ...(onlyRemoves(definition) ? { removesField: true } : {}),
    outcomes,
    sources,
  });
}

function onlyRemoves({ preferredFixes, losesIntention, requiredByRestricted, alsoRemove }: ForbiddenField): boolean {
  return [preferredFixes, losesIntention, requiredByRestricted, alsoRemove].every((part) => part === undefined);
}

/**
 * Whether the value has no effect. Values that a template determines are probably there for a reason. A mapping without any
 * other entry may be null, so a doubt about it remains.
 */
function isHarmless({ harmless, anyEntries }: ForbiddenField, field: Field): boolean {
  if (harmless === undefined) return false;
  const { doubts } = field.document;
  const isSet = anyEntries === true && doubts.aside(() => field.entries().length > 0).value;
  if (!isSet) return harmless(field);
  const { value, isKnown } = doubts.aside(() => harmless(field));
  return value && isKnown;
}

/**
 * Whether somebody has to decide about the removal of a field: the intention of the author would be lost, or Pod Security
 * `restricted` may admit the pod only because of the field.
 */
function needsReview(definition: ForbiddenField, field: Field, context: PodContext): boolean {
  if (definition.losesIntention?.(field, context)) return true;
  const { pod, verdict, once } = context;
  const isChecked = definition.requiredByRestricted === true && verdict.certainty !== 'declared';
  return isChecked && once(pod.spec, passesRestricted);
}

function passesRestricted(_: Field, { pod, settings }: PodContext): boolean {
  return mayPassRestricted(pod, settings.kubernetesVersion);
}

/** The reason does not decide whether there is a problem: what is unknown about HostProcess containers is no doubt about it. */
function messageIn({ message: usual, messageInHostProcess }: ForbiddenField, { pod, once }: PodContext): string {
  if (messageInHostProcess === undefined) return usual;
  const { value } = pod.spec.document.doubts.aside(() => once(pod.spec, hostProcessOf));
  return value.extent === 'none' ? usual : messageInHostProcess;
}

/** Whether a condition holds, or may hold because a value is unknown. The doubt does not affect the rest of the result. */
function mayBe({ document: { doubts } }: Field, holds: () => boolean): boolean {
  const { value, isKnown } = doubts.aside(holds);
  return value || !isKnown;
}

/** The policy of a namespace that enforces `restricted` and denies pods without the field and without `os.name: windows`. */
function policyAgainstRemoval({ object, verdict, settings, facts }: PodContext): NamespacePolicy | undefined {
  return verdict.certainty === 'declared' ? undefined : enforcedRestricted(object, settings.kubernetesVersion, facts);
}

/** Sets `os.name: windows` and removes all fields that the API server rejects then, if the policy respects `os.name`. */
function insteadOfRemoval({ version }: NamespacePolicy, { pod, once }: PodContext): readonly Fix[] {
  const canDeclare = respectsOsName(version) && canDeclareWindows(pod) && pod.spec.get('os') === undefined;
  return canDeclare ? once(pod.spec, declaration) : [];
}

/** Changes all rejected fields of the pod, and is offered for each of them. */
function declaration(_: Field, { pod, facts, rejectedOnceDeclared }: PodContext): Fix[] {
  return declareWindows(pod, facts, rejectedOnceDeclared());
}
