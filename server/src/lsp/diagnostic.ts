import type { Diagnostic, Range } from 'vscode-languageserver';
import type { Location } from '../kubernetes/facts.ts';
import type { Finding } from '../lint/finding.ts';
import type { Severity } from '../lint/settings/settings.ts';
import type { Position } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { link } from '../text/markdown.ts';
import { type Span, shift } from '../text/span.ts';
import type { PlacedFault } from '../workspace/config-files.ts';
import type { File, FileFindings, Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import { DiagnosticSeverity, DiagnosticTag } from './protocol.ts';

/** What is needed to say findings in the words of the protocol. */
export interface Translation {
  readonly client: Client;
  readonly workspace: Workspace;
  /** Our name of a file for the client's. */
  readonly ours: (name: string) => string;
  /** The name that the client has for a file. */
  readonly uriFor: (uri: string) => string;
}

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The diagnostics of a file, in the order of the text, and a short name for them: another one for another list. */
export interface DiagnosticList {
  readonly items: Diagnostic[];
  readonly resultId: string;
}

/** The result id of a file without findings, also of one that is not there. */
export const CLEAN = 'clean';

/** Says findings in the words of the protocol. What was said of a document is kept until it changes or moves. */
export class DiagnosticLists {
  readonly #translation: Translation;
  /** By the first of the findings. */
  readonly #known = new WeakMap<Finding, DocumentList>();

  constructor(translation: Translation) {
    this.#translation = translation;
  }

  of({ file, documents }: FileFindings): DiagnosticList {
    const items: Diagnostic[] = [];
    const hash = new Hash();
    for (const { start, findings } of documents) {
      const list = this.#ofDocument(file, start, findings, items.length);
      if (list === undefined) continue;
      for (const item of list.items) items.push(item);
      hash.add(list.hash);
    }
    return { items, resultId: items.length === 0 ? CLEAN : hash.name };
  }

  #ofDocument(file: File, start: number, findings: readonly Finding[], index: number): DocumentList | undefined {
    const [first] = findings;
    if (first === undefined) return undefined;
    const at = file.lines.positionAt(start);
    const known = this.#known.get(first);
    if (
      known?.index === index &&
      known.at.line === at.line &&
      known.at.character === at.character &&
      known.findings.length === findings.length &&
      known.findings.every((one, i) => one === findings[i])
    ) {
      return known;
    }
    const items = findings.map((finding, i) => diagnosticOf(file, start, finding, index + i, this.#translation));
    const list = { findings, at, index, items, hash: new Hash().add(JSON.stringify(items)).name };
    // What it points at in other documents may move without it. Of files that are not open, nothing is said twice.
    const isOpen = file.version !== undefined;
    if (isOpen && findings.every(({ related }) => related.every((one) => !('uri' in one.at))))
      this.#known.set(first, list);
    return list;
  }
}

/** What is wrong in a configuration file. */
export function faultList(faults: readonly PlacedFault[]): DiagnosticList {
  const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const items = faults.map(({ at: range = nowhere, message }) => {
    return { range, severity: DiagnosticSeverity.Error, source: 'kubewin', message };
  });
  return { items, resultId: items.length === 0 ? CLEAN : new Hash().add(JSON.stringify(items)).name };
}

/** The diagnostics of one document, and what they rest on. */
interface DocumentList {
  readonly findings: readonly Finding[];
  readonly at: Position;
  /** How many findings of the file come before. */
  readonly index: number;
  readonly items: readonly Diagnostic[];
  readonly hash: string;
}

/** 53 bits of two rounds of multiplication (cyrb53): no secret, only a short name for texts. */
class Hash {
  #a = 0xdeadbeef;
  #b = 0x41c6ce57;

  add(text: string): this {
    let [a, b] = [this.#a, this.#b];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 0x9e3779b1);
      b = Math.imul(b ^ code, 0x5f356495);
    }
    [this.#a, this.#b] = [a, b];
    return this;
  }

  get name(): string {
    const a = Math.imul(this.#a ^ (this.#a >>> 16), 0x85ebca6b) ^ Math.imul(this.#b ^ (this.#b >>> 13), 0xc2b2ae35);
    const b = Math.imul(this.#b ^ (this.#b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
    return (0x100000000 * (b & 0x1fffff) + (a >>> 0)).toString(36);
  }
}

/** A finding in a document that begins at `start`; `index` counts the findings of the file. */
export function diagnosticOf(
  file: File,
  start: number,
  finding: Finding,
  index: number,
  translation: Translation,
): Diagnostic {
  const { client } = translation;
  const related = client.showsRelated ? relatedOf(file, start, finding, translation) : [];
  return {
    range: rangeOf(file, shift(finding.at, start)),
    severity: SEVERITY[finding.severity],
    code: finding.rule,
    ...(client.linksCodes && finding.url !== undefined ? { codeDescription: { href: pageOf(finding, client) } } : {}),
    source: 'kubewin',
    message: finding.message,
    ...(client.fadesUnnecessary && finding.effect === 'ignored' ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related.length > 0 ? { relatedInformation: related } : {}),
    data: { rule: finding.rule, index },
  };
}

/** The page of the rule inside the editor, which works offline too, else the first of its sources. */
export function pageOf({ rule, url = '' }: Pick<Finding, 'rule' | 'url'>, { rulePageCommand }: Client): string {
  if (rulePageCommand === undefined) return url;
  return `command:${rulePageCommand}?${encodeURIComponent(JSON.stringify([rule]))}`;
}

/** The range of a span that counts from the start of the file. */
export function rangeOf({ lines }: File, { start, end }: Span): Range {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

/** Where something is that stands in a document beginning at `start`, or in another file; undefined if that is gone. */
export function locate(
  file: File,
  start: number,
  at: Span | Location,
  workspace: Workspace,
): { readonly file: File; readonly range: Range } | undefined {
  if (!('uri' in at)) return { file, range: rangeOf(file, shift(at, start)) };
  const place = workspace.locate(at);
  return place && { file: place.file, range: rangeOf(place.file, place.span) };
}

/** Names a place in Markdown: as a link where it is in another file, or in this one and `isLinked`. */
export function placeName(
  file: File,
  start: number,
  at: Span | Location,
  { workspace, uriFor }: Translation,
  isLinked = false,
): string {
  const place = locate(file, start, at, workspace);
  if (place === undefined) return t('in a file that is gone');
  const { uri } = place.file;
  const line = t`line ${place.range.start.line + 1}`;
  const isHere = uri === file.uri;
  if (isHere && !isLinked) return line;
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  // Ours is a URI that can be decoded; whatever an editor made up need not be one.
  const shown = uri.startsWith('file:') ? decodeURIComponent(name) : name;
  return link(isHere ? line : `${shown}, ${line}`, `${uriFor(uri)}#L${place.range.start.line + 1}`);
}

function relatedOf(file: File, start: number, finding: Finding, { workspace, uriFor }: Translation) {
  return finding.related.flatMap(({ at, message }) => {
    const place = locate(file, start, at, workspace);
    return place ? [{ location: { uri: uriFor(place.file.uri), range: place.range }, message: t(message) }] : [];
  });
}
