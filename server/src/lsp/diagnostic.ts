import type { Diagnostic, Range } from 'vscode-languageserver';
import type { Location } from '../kubernetes/facts.ts';
import type { Finding } from '../lint/finding.ts';
import { isOwnName } from '../lint/settings/own-rules.ts';
import type { Severity } from '../lint/settings/settings.ts';
import type { Position } from '../text/line-index.ts';
import { t } from '../text/localize.ts';
import { link } from '../text/markdown.ts';
import { type Span, shift } from '../text/span.ts';
import { isPacked } from '../workspace/chart-files.ts';
import type { PlacedFault } from '../workspace/config-files.ts';
import type { File, FileReport } from '../workspace/report.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Client } from './client.ts';
import { DiagnosticSeverity, DiagnosticTag } from './protocol.ts';

/** What converts findings to types of the protocol. */
export interface ProtocolContext {
  readonly client: Client;
  readonly workspace: Workspace;
  /** The server's URI of a file for the client's. */
  readonly toServer: (clientUri: string) => string;
  /** The client's URI of a file for the server's. */
  readonly toClient: (uri: string) => string;
}

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The diagnostics of a file in the order of the text, and a hash of them as the result ID. */
export interface DiagnosticList {
  readonly items: Diagnostic[];
  readonly resultId: string;
}

/** The data of items that a client can leave out if it checks and completes configuration files by their JSON schemas. */
export const IN_SCHEMA = 'schema';

/** The result ID of a file without findings or without content. */
export const CLEAN = 'clean';
export const NO_DIAGNOSTICS: DiagnosticList = { items: [], resultId: CLEAN };

/** Converts findings to diagnostics. Those of a document are cached until the document changes or moves. */
export class DiagnosticLists {
  readonly #protocol: ProtocolContext;
  /** By the first finding of the document. */
  readonly #cache = new WeakMap<Finding, DocumentList>();

  constructor(protocol: ProtocolContext) {
    this.#protocol = protocol;
  }

  /** The diagnostics of findings, then those of faults of the file. */
  of({ file, documents }: FileReport<'start' | 'findings'>, faults: readonly PlacedFault[] = []): DiagnosticList {
    const items: Diagnostic[] = [];
    const hash = new Hash();
    for (const { start, findings } of documents) {
      const list = this.#ofDocument(file, start, findings, items.length);
      if (list === undefined) continue;
      for (const item of list.items) items.push(item);
      hash.add(list.hash);
    }
    const own = faultList(faults);
    if (own.items.length > 0) {
      items.push(...own.items);
      hash.add(own.resultId);
    }
    return items.length === 0 ? NO_DIAGNOSTICS : { items, resultId: hash.name };
  }

  #ofDocument(file: File, start: number, findings: readonly Finding[], index: number): DocumentList | undefined {
    const [first] = findings;
    if (first === undefined) return undefined;
    const at = file.lines.positionAt(start);
    const known = this.#cache.get(first);
    if (
      known?.index === index &&
      known.at.line === at.line &&
      known.at.character === at.character &&
      known.findings.length === findings.length &&
      known.findings.every((finding, i) => finding === findings[i])
    ) {
      return known;
    }
    const items = findings.map((finding, i) => diagnosticOf(file, start, finding, index + i, this.#protocol));
    const list = { findings, at, index, items, hash: new Hash().add(JSON.stringify(items)).name };
    // Related locations in other documents may move independently. Diagnostics of closed files are not needed again.
    const isOpen = file.version !== undefined;
    if (isOpen && findings.every(({ related }) => related.every(({ at }) => !('uri' in at))))
      this.#cache.set(first, list);
    return list;
  }
}

/** The faults of a file itself as diagnostics. */
export function faultList(faults: readonly PlacedFault[]): DiagnosticList {
  const fileStart = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const items = faults.map(({ at: range = fileStart, message, isHint, isInSchema }) => {
    const severity = SEVERITY[isHint ? 'hint' : 'error'];
    return { range, severity, source: 'kubewin', message, ...(isInSchema ? { data: IN_SCHEMA } : {}) };
  });
  return { items, resultId: items.length === 0 ? CLEAN : new Hash().add(JSON.stringify(items)).name };
}

/** The cached diagnostics of one document, and the inputs that they are valid for. */
interface DocumentList {
  readonly findings: readonly Finding[];
  readonly at: Position;
  /** The number of findings of the file before this document. */
  readonly index: number;
  readonly items: readonly Diagnostic[];
  readonly hash: string;
}

/** A non-cryptographic hash of 53 bits (cyrb53). */
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

/** The diagnostic of a finding in the document at `start`. `index` is the number of the finding in the file. */
export function diagnosticOf(
  file: File,
  start: number,
  finding: Finding,
  index: number,
  protocol: ProtocolContext,
): Diagnostic {
  const { client, workspace } = protocol;
  const { ruleCodes } = workspace.settingsOf(file.uri);
  const related = client.supportsRelated ? relatedOf(file, start, finding, protocol) : [];
  return {
    range: rangeOf(file, shift(finding.at, start)),
    severity: SEVERITY[finding.severity],
    code: ruleCodes === 'short' ? (finding.code ?? finding.rule) : finding.rule,
    ...(client.supportsCodeLinks && finding.url !== undefined
      ? { codeDescription: { href: pageOf(finding, client) } }
      : {}),
    source: 'kubewin',
    message: finding.message,
    ...(client.supportsUnnecessaryTag && finding.effect === 'ignored' ? { tags: [DiagnosticTag.Unnecessary] } : {}),
    ...(related.length > 0 ? { relatedInformation: related } : {}),
    data: { rule: finding.rule, index },
  };
}

/** The link to the page of a rule in the editor, which also works offline, or to the first source of the rule. */
export function pageOf({ rule, url = '' }: Pick<Finding, 'rule' | 'url'>, { rulePageCommand }: Client): string {
  // The page of a rule of users is where they say.
  if (rulePageCommand === undefined || isOwnName(rule)) return url;
  return commandLink(rulePageCommand, rule);
}

/** The address of a link that runs a command of the client. */
export function commandLink(command: string, ...parameters: readonly unknown[]): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify(parameters))}`;
}

/** The range of a span whose offsets count from the start of the file. */
export function rangeOf({ lines }: Pick<File, 'lines'>, { start, end }: Span): Range {
  return { start: lines.positionAt(start), end: lines.positionAt(end) };
}

/** The range of a span in the document at `start`, or of a location in another file; undefined if that file no longer exists. */
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

/** A location as Markdown. It is a link if it is in another file, or if `isLinked` is set. */
export function placeName(
  file: File,
  start: number,
  at: Span | Location,
  { workspace, toClient }: ProtocolContext,
  isLinked = false,
): string {
  const place = locate(file, start, at, workspace);
  if (place === undefined) return t('in a file that is gone');
  const { uri } = place.file;
  const line = t`line ${place.range.start.line + 1}`;
  const isHere = uri === file.uri;
  if (isHere && !isLinked) return line;
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  // Only URIs with the scheme `file` can be decoded safely: editors have schemes of their own.
  const shown = uri.startsWith('file:') ? decodeURIComponent(name) : name;
  if (isPacked(uri)) return `${shown}, ${line}`;
  return link(isHere ? line : `${shown}, ${line}`, `${toClient(uri)}#L${place.range.start.line + 1}`);
}

function relatedOf(file: File, start: number, finding: Finding, { workspace, toClient }: ProtocolContext) {
  return finding.related.flatMap(({ at, message }) => {
    const place = locate(file, start, at, workspace);
    if (place === undefined || isPacked(place.file.uri)) return [];
    return [{ location: { uri: toClient(place.file.uri), range: place.range }, message: t(message) }];
  });
}
