import { isTooLargeObject } from '../../kubernetes/manifest-text.ts';
import { objects } from '../../kubernetes/object.ts';
import type { Finding } from '../../lint/finding.ts';
import { hookInWords } from '../../lint/pages/workload.ts';
import type { AutomaticSafety, Effect } from '../../lint/rule.ts';
import type { FailedOwnRule } from '../../lint/settings/own-rules.ts';
import type { Severity } from '../../lint/settings/settings.ts';
import type { Span } from '../../text/span.ts';
import { isTemplate } from '../../workspace/chart-files.ts';
import type { FileReport } from '../../workspace/report.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { type InputFile, type Manifests, shownPath, urisOf } from './input.ts';
import type { Message } from './message.ts';

/** What is kept of a file once its findings are written. */
export interface FileSummary {
  /** The path from the current folder; for a file elsewhere, as the user named it. */
  readonly relativePath: string;
  /** How many objects it contains. Of documents in which nothing can be found, this is an estimate. */
  readonly objects: number;
  /** A message for each document that is not valid YAML. */
  readonly broken: readonly Message[];
  readonly findings: readonly FindingSummary[];
  /** The findings that the baseline contains. */
  readonly known: readonly FindingSummary[];
  /** What is better after an upgrade. */
  readonly improvements: readonly FindingSummary[];
  /** How many fixes of a kind can be applied at once. */
  readonly fixes: Readonly<Record<AutomaticSafety, number>>;
  /** The rules of users that could not be evaluated. */
  readonly failedRules: readonly FailedRule[];
}

/** A rule of users that could not be evaluated, and why. */
export interface FailedRule extends Message {
  readonly rule: string;
}

/** What is kept of a finding. */
export interface FindingSummary {
  readonly rule: string;
  readonly effect: Effect;
  readonly severity: Severity;
  /** The kind of the fix that is applied without a review; undefined if there is none. */
  readonly fixedBy: AutomaticSafety | undefined;
  readonly object: string;
  readonly field: string;
  readonly fingerprint: string;
}

/** The objects and syntax errors of a file. */
export type FileContent = Pick<FileSummary, 'objects' | 'broken'>;

/** An object as people name it: `Deployment shop/web`. */
export function nameOf({ kind, namespace, name }: NonNullable<Finding['object']>): string {
  return `${kind} ${[namespace, name ?? '(no name)'].filter((part) => part !== null).join('/')}`;
}

/** The name of a workload, and what it is to Helm if it is not a part of the release. */
export function nameWithHook({
  object,
  hook,
}: {
  readonly object: NonNullable<Finding['object']>;
  readonly hook: readonly string[];
}): string {
  return hook.length === 0 ? nameOf(object) : `${nameOf(object)} (${hookInWords(hook)})`;
}

/**
 * Maps the report of each text of a file, and reads its objects and syntax errors. The result is undefined for an unknown
 * file. Syntax trees are kept only of one part of a large list at a time. With `verdicts`, documents in which nothing can be
 * found are reported, too.
 */
export function mapReports<T>(
  input: InputFile,
  wanted: 'findings' | 'verdicts',
  { workspace, thorough }: Pick<Manifests, 'workspace' | 'thorough'>,
  map: (report: FileReport) => T,
):
  | { readonly mapped: readonly T[]; readonly content: FileContent; readonly failedRules: readonly FailedRule[] }
  | undefined {
  const mapped: T[] = [];
  const contents: FileContent[] = [];
  const failed: FailedOwnRule[] = [];
  for (const uri of urisOf(input)) {
    // A text without this word is not a manifest, unless a template includes all of it.
    const isManifest = workspace.file(uri)?.text.includes('kind') === true || isTemplate(uri);
    const report = workspace.report(uri, wanted === 'verdicts' && isManifest);
    if (report === undefined) return undefined;
    mapped.push(map(report));
    failed.push(...report.failedOwnRules);
    contents.push(contentOf({ ...input, uri }, workspace, thorough));
    workspace.release(uri);
  }
  const count = contents.reduce((sum, content) => sum + content.objects, input.cut?.leftOut ?? 0);
  return {
    mapped,
    content: { objects: count, broken: contents.flatMap(({ broken }) => broken) },
    failedRules: failed.map((failure) => failedRule(failure, input.path)),
  };
}

/** Where the rule is defined, and for which object of a file it cannot be evaluated. */
function failedRule({ rule: { id, place }, message }: FailedOwnRule, path: string): FailedRule {
  return {
    rule: id,
    path: shownPath(place.uri),
    at: place.start,
    message: `${id} cannot be evaluated in ${path}: ${message}`,
    isError: true,
  };
}

/** The objects and syntax errors of a text. With `thorough`, documents that rules skip are parsed for their errors too. */
export function contentOf(
  { uri, path, isNamed }: Omit<InputFile, 'cut'>,
  workspace: Workspace,
  thorough: boolean,
): FileContent {
  const documents = workspace.documents(uri, thorough || isNamed ? 'all' : undefined);
  const broken: Message[] = [];
  // Library files of Helm charts rarely contain a whole document.
  const isLibrary = !isNamed && path.endsWith('.tpl');
  let isUnreadable = false;
  for (const { span, document, looksLikeManifest } of isLibrary ? [] : documents) {
    if (document === undefined) continue;
    const note = { path, isError: isNamed || looksLikeManifest };
    const { lines } = workspace.file(uri) ?? {};
    const [first] = document.errors;
    // The parser sees a single line, which is a comment if it begins with one.
    if (looksLikeManifest && /\r[^\r]/.test(document.text) && !document.text.includes('\n')) {
      const message = 'has only carriage returns as line breaks and could not be read';
      broken.push({ ...note, at: undefined, message });
    } else if (isTooLargeObject(document.text)) {
      const message = 'The object is larger than 3 MB. The API server does not accept it, so it was not checked.';
      broken.push({ ...note, at: lines?.positionAt(span.start), message });
    } else if (first !== undefined && isTemplateOfChart(uri, workspace)) {
      isUnreadable = true;
    } else if (first !== undefined) {
      const read = document.root === undefined ? 'it was not checked' : 'what could be read was checked';
      const message = `cannot be read as YAML here: ${withoutPeriod(first.message)}; ${read}`;
      broken.push({ ...note, at: lines?.positionAt(span.start + first.at), message });
    }
  }
  if (isUnreadable) broken.push(...templateFaults(uri, path, workspace));
  const counts = documents.map(({ document, looksLikeManifest }) => {
    if (document === undefined) return looksLikeManifest ? 1 : 0;
    // Several branches of a template may contain the same object.
    const starts = document.views.flatMap(({ root }) => objects(document, root).map(({ field }) => field.span.start));
    return new Set(starts).size;
  });
  return { objects: counts.reduce((sum, count) => sum + count, 0), broken };
}

function isTemplateOfChart(uri: string, { charts }: Workspace): boolean {
  return isTemplate(uri) && charts.with(uri).length > 0;
}

/**
 * What is wrong with a template that is not YAML as it is written. Only what Helm makes of it has to be YAML. In a chart that is
 * not rendered, nothing can be for Windows.
 */
function templateFaults(uri: string, path: string, workspace: Workspace): Message[] {
  const { charts } = workspace;
  if (!charts.isRendered(uri)) return [];
  const { lines } = workspace.file(uri) ?? {};
  const placeOf = (place: { readonly uri: string; readonly span: Span } | undefined) =>
    place?.uri === uri ? lines?.positionAt(place.span.start) : undefined;
  const rendered = charts.renderedOf(uri);
  if (rendered.length === 0) {
    const failed = charts.rendered(uri);
    if (failed === undefined || !('message' in failed)) return [];
    const message = `Helm fails with this template: ${withoutPeriod(failed.message)}; what could be read as it is written was checked`;
    return [{ path, at: placeOf(failed.at), message, isError: false }];
  }
  const faults = rendered.flatMap((template) =>
    workspace.documents(template.uri, 'all').flatMap(({ span, document }): Message[] => {
      const [first] = document?.errors ?? [];
      if (document === undefined || first === undefined) return [];
      const start = span.start + first.at;
      const at = placeOf(template.writtenAt({ start, end: start + 1 }));
      const isError = !dependsOnActions(document.text, first.at);
      const what = isError ? 'is not YAML' : 'depends on unknown values';
      const message = `What Helm renders here ${what}: ${withoutPeriod(first.message)}; what could be read was checked`;
      return [{ path, at, message, isError }];
    }),
  );
  // The sets of values of a chart often have the same faults.
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** Whether actions in rendered text, which are unknown, may be the reason for a syntax error: on its line, or on lines of their own. */
function dependsOnActions(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0] ?? '';
  return line.includes('{{') || /^[ \t]*\{\{/m.test(text);
}

function withoutPeriod(message: string): string {
  return message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}
