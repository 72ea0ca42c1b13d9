import { t } from '../../text/localize.ts';
import type { Span } from '../../text/span.ts';
import type { Change } from '../../yaml/edit/change.ts';
import type { Workload } from '../engine/report.ts';
import { refactoringSpans } from '../refactorings/refactorings.ts';
import type { Field, Fix } from '../rule.ts';
import { ASKED_FIELDS, OTHER_LINTERS, type OtherCheck, type OtherLinter, type Skip } from './linters.ts';

/** The annotations of an object with a known value. */
type Annotations = Readonly<Record<string, string>>;

/** Whether the pods of a workload certainly cannot pass the checks, so that they have to be skipped. */
export function mayNeedSkips({ pod, verdict }: Workload): boolean {
  const isDeclared = verdict.os === 'windows' && verdict.certainty === 'declared';
  // Other linters do not check the pods of custom resources, and patches are incomplete.
  return isDeclared && !pod.partial && !pod.embedded;
}

/**
 * For each linter in use, a fix that adds the missing annotations to skip the checks that Windows pods cannot pass. A linter
 * is in use if `isInUse` returns true for the workspace, or if the object has one of its annotations.
 */
export function skipChecks(workload: Workload, isInUse: (linter: OtherLinter) => boolean): Fix[] {
  if (!mayNeedSkips(workload)) return [];
  const known = knownTexts(annotationsOf(workload));
  return OTHER_LINTERS.filter(
    (linter) => isInUse(linter) || (linter.skip !== undefined && isMentioned(linter.skip, known)),
  ).flatMap((linter) => skipFix(workload, linter) ?? []);
}

/** The fix that adds the missing annotations of a linter to the object of a Windows pod; undefined if there are none. */
export function skipFix(workload: Workload, { name, skip, checks }: OtherLinter): Fix | undefined {
  const present = annotationsOf(workload);
  // What a template writes there may skip them already.
  if (skip === undefined || present?.isIncomplete) return undefined;
  const added = annotationsFor(skip, checks, knownTexts(present), present);
  if (added.length === 0) return undefined;
  const path = [...workload.pod.object.field.path, 'metadata', 'annotations'];
  const changes = added.map(([key, value]): Change => {
    const kind = present?.get(key) === undefined ? 'insert' : 'replace';
    return { kind, path: [...path, key], value };
  });
  return { title: t`Skip the ${name} checks that Windows pods cannot pass`, safety: 'review', changes };
}

function annotationsOf({ pod }: Workload): Field | undefined {
  return pod.object.field.at('metadata', 'annotations');
}

/** Where these fixes are offered: where refactorings are, and in security contexts. */
export function skipSpans(workload: Workload): Span[] {
  const { spec, containers } = workload.pod;
  const contexts = [spec, ...containers.map(({ field }) => field)]
    .flatMap((field) => field.get('securityContext') ?? [])
    .filter((field) => !field.shared);
  return [...refactoringSpans(workload), ...contexts.map((field) => field.wholeSpan)];
}

/** Without placeholders, whose values are unknown. */
function knownTexts(annotations: Field | undefined): Annotations {
  const known: Record<string, string> = Object.create(null);
  for (const [key, value] of annotations?.entries() ?? []) {
    const text = value.isUnfilled ? undefined : value.text;
    if (text !== undefined) known[key] = text;
  }
  return known;
}

function isMentioned(skip: Skip, known: Annotations): boolean {
  return Object.keys(known).some((key) => {
    if (skip.kind === 'numbered') return isNumbered(skip, key);
    if (skip.kind === 'listed') return key === skip.key;
    return key === skip.all || (key.startsWith(skip.prefix) && key.endsWith(skip.suffix));
  });
}

/** The annotations to add or change; none if an existing one cannot be read. */
function annotationsFor(
  skip: Skip,
  checks: readonly OtherCheck[],
  known: Annotations,
  present: Field | undefined,
): (readonly [key: string, value: string])[] {
  if (skip.kind === 'numbered') {
    const keys = (present?.entries() ?? []).map(([key]) => key).filter((key) => isNumbered(skip, key));
    const skipped = keys.map((key) => known[key]?.split('=')[0]);
    // An unknown value may skip any of them.
    if (skipped.includes(undefined)) return [];
    const first =
      1 + Math.max(0, ...keys.map((key) => Number.parseInt(key.slice(key.lastIndexOf('skip') + 4), 10) || 0));
    return checks
      .filter(({ id }) => !skipped.includes(id))
      .map((check, i) => [`${skip.key}${first + i}`, `${check.id}=${reasonFor([check])}`]);
  }
  if (skip.kind === 'named') {
    const { prefix, suffix, value } = skip;
    const isSet = (key: string) =>
      present?.get(key) !== undefined && (value === undefined || (known[key]?.toLowerCase() ?? value) === value);
    if (isSet(skip.all)) return [];
    return checks
      .map((check) => [`${prefix}${check.id}${suffix}`, value ?? reasonFor([check])] as const)
      .filter(([key]) => !isSet(key));
  }
  const old = known[skip.key];
  if (old === undefined && present?.get(skip.key) !== undefined) return [];
  const listed = (old ?? '').split(',').map((id) => id.trim());
  const missing = checks.filter(({ id }) => !listed.includes(id));
  if (missing.length === 0) return [];
  const ids = [...(old?.trim() ? [old.trimEnd()] : []), ...missing.map(({ id }) => id)].join(',');
  const { reasonKey } = skip;
  const isReasonNeeded = reasonKey !== undefined && present?.get(reasonKey) === undefined;
  return [[skip.key, ids], ...(isReasonNeeded ? [[reasonKey, reasonFor(missing)] as const] : [])];
}

/** The linter looks for these words anywhere in a key. */
function isNumbered({ key, alias }: Skip & { kind: 'numbered' }, other: string): boolean {
  return other.includes(key) || other.includes(alias);
}

/** Without `=`: Checkov accepts only one in an annotation. */
export function reasonFor(checks: readonly OtherCheck[]): string {
  const fields = Object.keys(ASKED_FIELDS).filter((field) =>
    checks.some(({ asks }) => asks.some((asked) => asked === field)),
  );
  return `The API server rejects ${fields.join(', ')} on Windows pods`;
}
