import { applyEdits, shiftEdit, type TextEdit } from '../../text/edit.ts';
import { shift } from '../../text/span.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import { type Document, parse } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { fieldAround } from '../../yaml/read/locate.ts';
import type { FieldPath } from '../../yaml/read/path.ts';
import { slice } from '../../yaml/read/slice.ts';
import type { FileSpan, RenderedTemplate } from './rendered-template.ts';
import { hasSameData } from './same-data.ts';
import { changedField, type SourceDocument, sourceField } from './source-changes.ts';

// Changes of a workload in a rendered template, as edits of the files of its chart: of templates, helpers and values. They are
// offered only if the chart, rendered with them, differs from what it is now in nothing but these changes.

/** A chart that can be rendered with other texts of its files. */
export interface EditableChart {
  /** The URI of the values that a chart has by default, for the URI of one of its templates. */
  valuesOf(template: string): string;
  text(uri: string): string | undefined;
  /** The rendered templates by their names, if the files at these URIs have other texts; by default, as they are. */
  render(changed?: ReadonlyMap<string, string>): ReadonlyMap<string, RenderedTemplate>;
}

/** Changes of one document of a rendered template. */
export interface RenderedChanges {
  /** The name of the template in the chart. */
  readonly name: string;
  readonly document: Document;
  /** The offset at which the document starts in the rendered text. */
  readonly start: number;
  readonly changes: readonly Change[];
}

/** The edits of files by their URIs, with offsets from the start of each; undefined if they cannot be proved. */
export function chartEdits(
  rendered: RenderedChanges,
  chart: EditableChart,
): ReadonlyMap<string, readonly TextEdit[]> | undefined {
  const before = chart.render();
  const template = before.get(rendered.name);
  if (template === undefined) return undefined;
  const files = new SourceFiles(rendered, template, chart);
  const bySource = new Map<SourceDocument, Change[]>();
  for (const change of rendered.changes) {
    const placed = files.place(change);
    if (placed === undefined) return undefined;
    bySource.set(placed.source, [...(bySource.get(placed.source) ?? []), placed.change]);
  }
  const edits = new Map<string, readonly TextEdit[]>();
  for (const [{ uri, document, start }, changes] of bySource) {
    const plan = editsFor(document, changes);
    if (!plan.ok) return undefined;
    edits.set(uri, [...(edits.get(uri) ?? []), ...plan.edits.map((edit) => shiftEdit(edit, start))]);
  }
  const texts = new Map([...edits].map(([uri, own]) => [uri, applyEdits(chart.text(uri) ?? '', own)]));
  return isProved(rendered, before, chart.render(texts)) ? edits : undefined;
}

/** Whether the chart, rendered with edits, is what it was with the changes. */
function isProved(
  { name, document, start, changes }: RenderedChanges,
  before: ReadonlyMap<string, RenderedTemplate>,
  after: ReadonlyMap<string, RenderedTemplate>,
): boolean {
  const plan = editsFor(document, changes);
  if (!plan.ok || after.size !== before.size) return false;
  const withChanges = (text: string) => text.slice(0, start) + plan.text + text.slice(start + document.text.length);
  return [...before].every(([key, template]) => {
    const { text } = template.text;
    const actual = after.get(key)?.text.text;
    return actual !== undefined && hasSameData(key === name ? withChanges(text) : text, actual);
  });
}

interface PlacedChange {
  readonly source: SourceDocument;
  readonly change: Change;
}

/** The documents of the files of a chart that write a rendered document. */
class SourceFiles {
  readonly #rendered: RenderedChanges;
  readonly #template: RenderedTemplate;
  readonly #chart: EditableChart;
  readonly #documents = new Map<string, readonly SourceDocument[]>();

  constructor(rendered: RenderedChanges, template: RenderedTemplate, chart: EditableChart) {
    this.#rendered = rendered;
    this.#template = template;
    this.#chart = chart;
  }

  /** A change of the rendered document as a change of the document that decides; undefined if there is none. */
  place(change: Change): PlacedChange | undefined {
    const changed = changedField(change, this.#rendered.document.root);
    if (changed === undefined) return undefined;
    const { field, added } = changed;
    const value = change.kind === 'replace' ? this.#writtenValue(field) : undefined;
    if (value !== undefined) return { source: value.source, change: { ...change, path: value.field.path } };
    // The content of a mapping may come from another file than its key.
    for (const source of this.#sourcesOf(field)) {
      const target = sourceField(field, (own) => this.#copyOf(own.span), source);
      if (target === undefined) continue;
      const placed = { source, change: { ...change, path: [...target.path, ...added] } };
      const [key, ...below] = added;
      if (key === undefined || isAbsent(target, String(key))) return placed;
      return this.#inValues(target.chartValue(String(key)), below, change);
    }
    return undefined;
  }

  /** An addition in the value of a chart at a path below `.Values`. */
  #inValues(path: string | undefined, below: FieldPath, change: Change): PlacedChange | undefined {
    const [source] = path === undefined ? [] : this.#documentsOf(this.#chart.valuesOf(this.#template.template));
    if (path === undefined || source === undefined) return undefined;
    return { source, change: { ...withoutPlace(change), path: [...path.split('.').slice(1), ...below] } };
  }

  /** Where a value is written as a whole, under whatever key. */
  #writtenValue(field: Field): { readonly source: SourceDocument; readonly field: Field } | undefined {
    const copied = field.isScalar ? this.#copyOf(field.valueSpan) : undefined;
    const source = copied && this.#documentAt(copied);
    if (copied === undefined || source === undefined) return undefined;
    const span = shift(copied.span, -source.start);
    const found = fieldAround(source.document, span);
    const isWhole = found?.isScalar && found.valueSpan.start === span.start && found.valueSpan.end === span.end;
    return isWhole ? { source, field: found } : undefined;
  }

  /** The documents that write the content of a mapping, and its key. */
  #sourcesOf(field: Field): ReadonlySet<SourceDocument> {
    const fields = [...field.entries().map(([, child]) => child), field];
    const places = fields.flatMap((own) => this.#copyOf(own.span) ?? []);
    return new Set(places.flatMap((at) => this.#documentAt(at) ?? []));
  }

  #copyOf({ start, end }: Field['span']): FileSpan | undefined {
    const by = this.#rendered.start;
    return this.#template.copyOf({ start: start + by, end: end + by });
  }

  #documentAt({ uri, span }: FileSpan): SourceDocument | undefined {
    return this.#documentsOf(uri).findLast(({ start }) => start <= span.start);
  }

  #documentsOf(uri: string): readonly SourceDocument[] {
    const known = this.#documents.get(uri);
    if (known !== undefined) return known;
    const text = this.#chart.text(uri) ?? '';
    const documents = slice(text).map(({ start, end }) => ({ document: parse(text.slice(start, end)), uri, start }));
    this.#documents.set(uri, documents);
    return documents;
  }
}

/** Whether a mapping certainly lacks a key, whatever a template writes. */
function isAbsent(field: Field, key: string): boolean {
  return field.known(() => field.get(key) === undefined) === true;
}

/** A change without the siblings that it names: values have others. */
function withoutPlace(change: Change): Change {
  if (!('place' in change)) return change;
  const { place: _, ...others } = change;
  return others;
}
