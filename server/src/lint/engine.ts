import type { Facts, Place } from '../kubernetes/facts.ts';
import { type KubeObject, objects } from '../kubernetes/object.ts';
import { type Pod, podsOf } from '../kubernetes/pod.ts';
import { isWithin } from '../kubernetes/version.ts';
import type { Span } from '../text/span.ts';
import { nodeConstraint } from '../windows/node-constraint.ts';
import { agreed, intendedOs, type Verdict, verdict } from '../windows/verdict.ts';
import type { Document } from '../yaml/document.ts';
import type { Field } from '../yaml/field.ts';
import { type Directive, readDirectives } from './directive.ts';
import { forPod, isOff, outcomeOf, sentenceOf, severityOf, userSeverity } from './effect.ts';
import { apiPath, type Finding, type Report, type Workload } from './finding.ts';
import {
  evidenceHere,
  isPart,
  isWritten,
  patchedPods,
  placeInPatch,
  relatedHere,
  sameField,
  type Use,
  usesOf,
  writtenHere,
} from './kustomize-use.ts';
import { type Note, type NoteSet, noteSet } from './note.ts';
import { PatternTree } from './pattern.ts';
import { fitsPod } from './pod-fixes.ts';
import {
  type CheckContext,
  type Fix,
  format,
  type ObjectCheck,
  type Outcome,
  type PodCheck,
  type PodContext,
  type Problem,
  type Rule,
} from './rule.ts';
import type { Settings } from './settings.ts';

/** A set of rules, ready to be asked, and the notes that hovers show beside them. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly pods: PatternTree<{ readonly rule: Rule; readonly check: PodCheck }>;
  readonly objects: ReadonlyMap<string, PatternTree<{ readonly rule: Rule; readonly check: ObjectCheck }>>;
  readonly notes: NoteSet;
}

export interface LintContext {
  readonly rules: RuleSet;
  readonly settings: Settings;
  readonly facts: Facts;
  /** The document that is looked at, as the facts name it; undefined where they cannot speak of it. */
  readonly at?: Pick<Place, 'uri' | 'document'>;
  /** The URI of the folder of the chart that the document is a template of. */
  readonly chart?: string | undefined;
  /** Told of a rule that throws; the others go on. In tests it throws. */
  readonly onRuleError: (rule: Rule, error: unknown) => void;
}

export function ruleSet(rules: readonly Rule[], notes: readonly Note[] = []): RuleSet {
  const pods: RuleSet['pods'] = new PatternTree();
  const objectTrees = new Map<string, PatternTree<{ rule: Rule; check: ObjectCheck }>>();
  for (const rule of rules) {
    const check = rule.pod;
    for (const pattern of check?.watches ?? []) if (check) pods.add(pattern, { rule, check });
    for (const objectCheck of rule.objects ?? []) {
      const key = objectKey(objectCheck.group, objectCheck.kind);
      const tree = objectTrees.get(key) ?? new PatternTree();
      objectTrees.set(key, tree);
      for (const pattern of objectCheck.watches) tree.add(pattern, { rule, check: objectCheck });
    }
  }
  return { rules, pods, objects: objectTrees, notes: noteSet(notes) };
}

/** Everything the rules find in a document. Pure: the same text, settings and facts give the same report. */
export function lint(document: Document, context: LintContext): Report {
  const directives = readDirectives(document);
  const findings: Finding[] = [];
  const workloads: Workload[] = [];
  for (const { root, branch } of document.views) {
    // What stands in a branch of a template is looked at with that branch alone: others may exclude it.
    const isIn = (span: Span) => document.template?.branchAt(span.start) === branch;
    for (const object of objects(document, root)) {
      const own = podsOf(object, context.settings.embeddedPods).map((pod) => {
        const uses = usesOf(pod, context);
        const verdicts = verdictsOf(pod, uses, directives, context);
        const known = isPart(uses) ? { ...pod, partial: true } : pod;
        const workload = { pod: known, verdict: verdictOver(pod, uses, verdicts, directives, context), uses };
        const made = foundInUses(workload, verdicts, context);
        const found = stillThere(podFindings(workload, context), workload, made);
        const others = [...onlyTogether(found, workload, made), ...inSomeUses(workload, verdicts, context)];
        return { workload, found: [...found, ...others] };
      });
      workloads.push(...own.flatMap(({ workload }) => (isIn(workload.pod.spec.span) ? workload : [])));
      const found = [...distinct(own.map((one) => one.found)), ...objectFindings(object, context)];
      findings.push(...found.filter(({ at }) => isIn(at)));
    }
  }
  findings.push(...inPatches(document, workloads, context));
  findings.sort((a, b) => a.at.start - b.at.start || compare(a.rule, b.rule) || a.at.end - b.at.end);
  return { document, findings, workloads, directives };
}

/** The findings of an object's pods; what is found in a field that several of them have is said once. */
function distinct(findings: readonly (readonly Finding[])[]): readonly Finding[] {
  const [first = [], ...others] = findings;
  if (others.length === 0) return first;
  return [
    ...new Map(
      findings.flat().map((one) => [`${one.rule} ${one.at.start} ${one.at.end} ${one.message}`, one]),
    ).values(),
  ];
}

/** What a pod is taken for: a directive in the document and what Kustomize makes of the pod included. */
export function verdictOf(pod: Pod, directives: readonly Directive[], context: VerdictContext): Verdict {
  const uses = usesOf(pod, context);
  return verdictOver(pod, uses, verdictsOf(pod, uses, directives, context), directives, context);
}

type VerdictContext = Pick<LintContext, 'settings' | 'facts' | 'at' | 'chart'>;

/** What each use of a pod is taken for, with evidence in the pod that Kustomize makes. */
function verdictsOf(
  pod: Pod,
  uses: readonly Use[],
  directives: readonly Directive[],
  context: VerdictContext,
): readonly Verdict[] {
  return uses.map((use) => verdictAlone(use.pod ?? pod, pod, directives, context));
}

/** What all uses of a pod agree on, with evidence where it is written. */
function verdictOver(
  pod: Pod,
  uses: readonly Use[],
  verdicts: readonly Verdict[],
  directives: readonly Directive[],
  context: VerdictContext,
): Verdict {
  const [first, ...others] = uses.flatMap((use, i) => {
    const verdict = verdicts[i];
    return verdict === undefined ? [] : [verdictHere(verdict, use, pod)];
  });
  return first === undefined ? verdictAlone(pod, pod, directives, context) : agreed(first, others);
}

function verdictHere(verdict: Verdict, use: Use, pod: Pod): Verdict {
  return { ...verdict, evidence: verdict.evidence.flatMap((one) => evidenceHere(one, use, pod)) };
}

/** What a pod is taken for by itself; the directives are those of the pod that is written in the document. */
function verdictAlone(pod: Pod, written: Pod, directives: readonly Directive[], context: VerdictContext): Verdict {
  const directive = directives.find((one) => one.kind === 'os' && one.appliesTo(written));
  return verdict(pod, {
    version: context.settings.kubernetesVersion,
    facts: context.facts,
    images: context.settings,
    chart: context.chart,
    directive: directive?.kind === 'os' ? { os: directive.os, span: directive.span } : undefined,
  });
}

/** What the API server would hold against a pod because it declares Windows, whatever the user turned off. */
export function refusedOnceDeclared(pod: Pod, context: LintContext): Finding[] {
  const verdict: Verdict = { os: 'windows', certainty: 'declared', evidence: [] };
  const settings = { ...context.settings, rules: {} };
  return podFindings({ pod, verdict }, { ...context, settings }, () => []).filter(
    ({ outcome }) => outcome?.effect === 'rejected' && outcome.certainty === 'declared',
  );
}

function podFindings(
  { pod, verdict }: Workload,
  context: LintContext,
  refusals: PodContext['refusedOnceDeclared'] = () => refusedOnceDeclared(pod, context),
): Finding[] {
  const findings: Finding[] = [];
  const { settings, facts } = context;
  const podContext: PodContext = { object: pod.object, settings, facts, pod, verdict, refusedOnceDeclared: refusals };
  const roots = [
    ['spec', pod.spec],
    ['metadata', pod.metadata],
  ] as const;
  for (const [key, root] of roots) {
    if (root === undefined) continue;
    context.rules.pods.under(key)?.walk(root, (field, checks) => {
      for (const { rule, check } of checks) {
        if (!speaks(rule, verdict)) continue;
        findings.push(...ask(rule, field, podContext, verdict, context, () => check.check(field, podContext)));
      }
    });
  }
  return findings;
}

/** What is found in a pod that Kustomize makes, with places in that pod. */
interface UseFindings {
  readonly use: Use;
  readonly found: readonly Finding[];
}

/** What is found in each use of a pod that is not left as it is written. */
function foundInUses(
  { verdict, uses = [] }: Workload,
  verdicts: readonly Verdict[],
  context: LintContext,
): readonly UseFindings[] {
  return uses.flatMap((use, i) => {
    if (use.pod === undefined) return use.rendered.object === null ? [] : [{ use, found: [] }];
    const evidence = (verdicts[i]?.evidence ?? []).map((one) =>
      // A directive stands in the document that is written.
      one.signal === 'directive' && context.at && !('uri' in one.at)
        ? { ...one, at: { ...context.at, span: one.at } }
        : one,
    );
    return [{ use, found: podFindings({ pod: use.pod, verdict: { ...verdict, evidence } }, context) }];
  });
}

/**
 * The findings that hold in every pod that Kustomize makes of this one: what another file overrides, removes or adds
 * speaks against them. Nothing is safe to mend where it is another file that makes it wrong.
 */
function stillThere(
  findings: readonly Finding[],
  { pod }: Workload,
  joined: readonly UseFindings[],
): readonly Finding[] {
  if (joined.length === 0) return findings;
  const isDeclaredHere = intendedOs(pod)?.os === 'windows';
  return findings
    .filter((finding) =>
      joined.every(({ use, found }) =>
        found.some((one) => one.rule === finding.rule && sameField(finding.at, pod, one.at, use)),
      ),
    )
    .map((finding) =>
      isDeclaredHere ? finding : { ...finding, fixes: finding.fixes.map((fix): Fix => ({ ...fix, safety: 'review' })) },
    );
}

/**
 * What keeps every pod that Kustomize makes of this one from running and is wrong only together with other files. It is
 * said of the first file that writes the field, and nothing is mended: any of the files may be the one to change.
 */
function onlyTogether(
  findings: readonly Finding[],
  { pod, uses = [] }: Workload,
  joined: readonly UseFindings[],
): readonly Finding[] {
  if (joined.length < uses.length || uses.some(({ open }) => open)) return [];
  const { kind, name, namespace } = pod.object;
  const [first = [], ...others] = joined.map(({ use, found }) =>
    found.flatMap((one): Finding[] => {
      const at = one.effect === 'rejected' || one.effect === 'fails' ? writtenHere(one.at, use, pod) : undefined;
      const related = one.related.flatMap((place) => relatedHere(place, use));
      return at === undefined ? [] : [{ ...one, at, object: { kind, name, namespace }, related, fixes: [] }];
    }),
  );
  return first.filter((one) => !findings.some(isSame(one)) && others.every((found) => found.some(isSame(one))));
}

function isSame(one: Finding): (other: Finding) => boolean {
  return ({ rule, at }) => rule === one.rule && at.start === one.at.start;
}

/**
 * What keeps a use of a pod from running, where that use is certainly a Windows pod and not all are. Nothing is mended:
 * it may be right in the others.
 */
function inSomeUses(
  { pod, verdict, uses = [] }: Workload,
  verdicts: readonly Verdict[],
  context: LintContext,
): readonly Finding[] {
  if (isCertainlyWindows(verdict)) return [];
  const isOfWindows = (one: Finding) =>
    endsPod(one) && context.rules.rules.find(({ id }) => id === one.rule)?.gate === 'windows';
  const found = uses.flatMap((use, i) => {
    const made = verdicts[i];
    if (made === undefined || !isCertainlyWindows(made)) return [];
    const workload = { pod, verdict: verdictHere(made, use, pod), uses: [use] };
    const found = podFindings(workload, context).filter(isOfWindows);
    return stillThere(found, workload, foundInUses(workload, [made], context)).map((one) => ({
      ...one,
      message: `${one.message} This is so where Kustomize makes a Windows pod of it.`,
      related: [...one.related, { at: use.rendered.place, message: 'Kustomize makes a Windows pod of it here.' }],
      fixes: [],
    }));
  });
  return found.filter((one, i) => found.findIndex(isSame(one)) === i);
}

/**
 * What stands in a document that holds no pod and still makes some: patches within a Kustomize file, its images, JSON
 * patches. It is found in the pods that come of them, if in all, and pointed at as exactly as it is known.
 */
function inPatches(document: Document, workloads: readonly Workload[], context: LintContext): readonly Finding[] {
  const starts = workloads.map(({ pod }) => pod.object.field.valueSpan.start);
  const made = patchedPods(starts, context).map((patched) => {
    const pod = { ...patched.pod, partial: true };
    const verdict = verdictAlone(pod, pod, [], context);
    const findings = podFindings({ pod, verdict }, context);
    const found = findings.flatMap((one) => {
      const place = placeInPatch(one.at, patched, document);
      if (place === undefined) return [];
      const related = one.related.flatMap((other) => relatedHere(other, { ...patched, own: place.source }));
      return [{ ...one, at: place.at, related, fixes: [], written: place.written }];
    });
    return { patched, found };
  });
  const distinct = new Map<string, Finding>();
  for (const { written, ...one } of made.flatMap(({ found }) => found)) {
    const isInAll = made.every(({ patched, found }) => !isWritten(written, patched) || found.some(isSame(one)));
    const key = `${one.rule} ${one.at.start} ${one.message}`;
    if (isInAll && !distinct.has(key)) distinct.set(key, one);
  }
  return [...distinct.values()];
}

/** Whether the pod cannot run, as far as that is known for sure. */
function endsPod({ effect, outcome }: Finding): boolean {
  return (effect === 'rejected' || effect === 'fails') && outcome?.doubtful !== true;
}

function isCertainlyWindows({ os, certainty }: Verdict): boolean {
  return os === 'windows' && certainty !== 'guessed';
}

function objectFindings(object: KubeObject, context: LintContext): Finding[] {
  const findings: Finding[] = [];
  const checkContext: CheckContext = { object, settings: context.settings, facts: context.facts };
  context.rules.objects.get(objectKey(object.group, object.kind))?.walk(object.field, (field, checks) => {
    for (const { rule, check } of checks) {
      findings.push(...ask(rule, field, checkContext, undefined, context, () => check.check(field, checkContext)));
    }
  });
  return findings;
}

/** Whether a rule has a say on pods of this verdict. */
export function speaks(rule: Rule, verdict: Verdict): boolean {
  switch (rule.gate) {
    case 'windows':
      return isCertainlyWindows(verdict);
    case 'guessed':
      return verdict.os === 'windows';
    case 'linux':
      return verdict.os === 'linux';
    case 'any':
      return true;
    case 'object':
      return false;
  }
}

function ask(
  rule: Rule,
  field: Field,
  context: CheckContext | PodContext,
  verdict: Verdict | undefined,
  lintContext: LintContext,
  check: () => Iterable<Problem>,
): Finding[] {
  if (isOff(rule, context.settings)) return [];
  try {
    const { template } = field.document;
    const doubts = template?.doubts;
    const problems = [...check()];
    // It rests on something that a template decides.
    if (template?.doubts !== doubts) return [];
    return problems.flatMap((problem) => findingOf(rule, field, problem, context, verdict) ?? []);
  } catch (error) {
    lintContext.onRuleError(rule, error);
    return [];
  }
}

function findingOf(
  rule: Rule,
  field: Field,
  problem: Problem,
  context: CheckContext | PodContext,
  verdict: Verdict | undefined,
): Finding | undefined {
  const { object, settings } = context;
  const certainty = verdict?.certainty ?? null;
  const row = outcomeOf(rule, problem.case, certainty, settings);
  if (row === undefined) return undefined;
  const outcome = 'pod' in context ? forPod(row, context.pod, settings) : row;
  const severity = userSeverity(rule, settings);
  const refused = row.effect === 'rejected' && verdict?.certainty === 'declared';
  return {
    rule: rule.id,
    url: rule.sources.find((source) => source.url !== undefined)?.url,
    effect: outcome.effect,
    severity: severity === undefined || severity === 'off' ? severityOf(outcome) : severity,
    message: `${format(problem.message)} ${resultOf(rule, outcome, row, context, verdict)}`.trim(),
    at: problem.at,
    object: { kind: object.kind, name: object.name, namespace: object.namespace },
    field: apiPath((problem.field ?? field.path).slice(object.field.path.length)),
    certainty,
    related: [...(problem.related ?? []), ...evidenceFor(rule, verdict, problem.at)],
    fixes: fixesOf(problem, object.field.document)
      .filter((fix) => !('pod' in context) || fitsPod(fix, context.pod))
      .map((fix) => weigh(fix, refused, context)),
    outcome: row,
  };
}

/** The fixes of a problem; none where what they are to be rests on something that a template decides. */
function fixesOf({ fixes = [] }: Problem, { template }: Document): readonly Fix[] {
  if (typeof fixes !== 'function') return fixes;
  const doubts = template?.doubts;
  const made = fixes();
  return template?.doubts === doubts ? made : [];
}

/** What becomes of the pod, as the second sentence of a message. */
function resultOf(
  rule: Rule,
  outcome: Outcome,
  row: Outcome,
  context: CheckContext | PodContext,
  verdict: Verdict | undefined,
): string {
  const { kind } = context.object;
  const sentence = sentenceOf(outcome, kind);
  const canDeclare = !('pod' in context) || (context.pod.composed?.keys.includes('os') ?? true);
  const onceDeclared =
    canDeclare &&
    verdict?.certainty === 'scheduled' &&
    (row.effect === 'ignored' || row.effect === 'advice') &&
    rule.outcomes.some(
      (other) =>
        other.effect === 'rejected' &&
        other.certainty === 'declared' &&
        isWithin(context.settings.kubernetesVersion, other.since, other.until),
    );
  return onceDeclared ? `${sentence} Once \`os.name\` is \`windows\`, the API server rejects it.`.trim() : sentence;
}

/** Why the pod is taken for Windows: the one thing that decided it, unless the finding stands on it itself. */
function evidenceFor(rule: Rule, verdict: Verdict | undefined, at: Span): Finding['related'] {
  if (verdict?.os !== 'windows' || rule.gate === 'any') return [];
  const [first] = verdict.evidence;
  if (first === undefined || (!('uri' in first.at) && first.at.start === at.start)) return [];
  return [{ at: first.at, message: `Taken for a Windows pod: ${first.text}` }];
}

/** Safe stays what the server refuses on this very pod, unless its labels say that `os.name` may be the mistake. */
function weigh(fix: Fix, refused: boolean, context: CheckContext | PodContext): Fix {
  if (fix.safety === 'review') return fix;
  const contradicted =
    'pod' in context && ['linux', 'none'].includes(nodeConstraint(context.pod, context.facts).leaves);
  return refused && !contradicted ? fix : { ...fix, safety: 'review' };
}

function objectKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
