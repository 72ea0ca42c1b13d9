import { grouped } from '../../text/grouped.ts';
import { shift } from '../../text/span.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor } from '../../yaml/edit/edits.ts';
import type { Document } from '../../yaml/read/document.ts';
import type { Field } from '../../yaml/read/field.ts';
import { AUTOMATIC, type Fix } from '../rule.ts';
import { type PlacedFinding, placeKey } from './placed.ts';
import { hasSameData } from './same-data.ts';
import { inSource, type SourceDocument, sourceField } from './source-changes.ts';

// Fixes of findings in rendered templates, as changes to the values or helpers that wrote them. A fix is offered only if the
// chart, rendered with the change, differs from what it is now in nothing but the fix.

/** The texts of the charts that use a source. */
export interface ChartTexts {
  /** The document of a source to change, and where it is. */
  readonly source: SourceDocument;
  /** A document of a rendered template, and the offset at which it starts. */
  rendered(uri: string, index: number): { readonly document: Document; readonly start: number } | undefined;
  /** All rendered templates by their URIs, if the document of the source has another text; by default, its own. */
  render(text?: string): ReadonlyMap<string, string>;
}

/** Fixes by `placeKey`. */
export type ProvedFixes = ReadonlyMap<string, readonly Fix[]>;

/** The fixes for findings in one document of a source that are proved. */
export function sourceFixes(findings: readonly PlacedFinding[], texts: ChartTexts): ProvedFixes {
  const before = texts.render();
  const automatic: Candidate[] = [];
  const proved = new Map<string, readonly Fix[]>();
  for (const [key, same] of grouped(findings, placeKey)) {
    const possible = (same[0]?.finding.fixes ?? []).flatMap((_, i) => candidateOf(same, i, texts) ?? []);
    const own = possible.filter((candidate) => isProved([candidate], before, texts));
    automatic.push(...own.filter(isAutomatic).slice(0, 1));
    proved.set(
      key,
      own.map(({ fix }) => fix),
    );
  }
  // Fixes without a review can be applied together.
  if (automatic.length < 2 || isProved(automatic, before, texts)) return proved;
  const reviewed = (fixes: readonly Fix[]) => fixes.map((fix): Fix => ({ ...fix, safety: 'review' }));
  return new Map([...proved].map(([key, fixes]) => [key, reviewed(fixes)]));
}

/** A fix of a source, and what it must change in rendered documents. */
interface Candidate {
  readonly fix: Fix;
  readonly effects: readonly { readonly uri: string; readonly document: number; readonly changes: readonly Change[] }[];
}

function isAutomatic({ fix }: Candidate): boolean {
  return AUTOMATIC.some((safety) => safety === fix.safety);
}

/** The fix at an index of each finding as one change of the source; undefined if they are not the same. */
function candidateOf(same: readonly PlacedFinding[], index: number, texts: ChartTexts): Candidate | undefined {
  let fix: Fix | undefined;
  const effects: Candidate['effects'][number][] = [];
  for (const { finding, template, document } of same) {
    const own = finding.fixes[index];
    const rendered = texts.rendered(template.uri, document);
    if (own === undefined || rendered === undefined) return undefined;
    const copyOf = (field: Field) => template.copyOf(shift(field.span, rendered.start));
    const toSource = (field: Field) => sourceField(field, copyOf, texts.source);
    const changes = own.changes.map((change) => inSource(change, rendered.document, toSource));
    if (!changes.every((change) => change !== undefined)) return undefined;
    if (fix !== undefined && JSON.stringify(fix.changes) !== JSON.stringify(changes)) return undefined;
    fix ??= { ...own, changes };
    effects.push({ uri: template.uri, document, changes: own.changes });
  }
  return fix && { fix, effects };
}

/** Whether the chart, rendered with the changes, is what it is with the effects. */
function isProved(candidates: readonly Candidate[], before: ReadonlyMap<string, string>, texts: ChartTexts): boolean {
  const plan = editsFor(
    texts.source.document,
    candidates.flatMap(({ fix }) => fix.changes),
  );
  if (!plan.ok) return false;
  const after = texts.render(plan.text);
  const effects = grouped(
    candidates.flatMap((candidate) => candidate.effects),
    ({ uri }) => uri,
  );
  return (
    after.size === before.size &&
    [...before].every(([uri, text]) => {
      const expected = withEffects(text, effects.get(uri) ?? [], texts);
      const actual = after.get(uri);
      return expected !== undefined && actual !== undefined && hasSameData(expected, actual);
    })
  );
}

/** The text of a rendered template with changes; undefined if one of them cannot be made. */
function withEffects(text: string, effects: Candidate['effects'], texts: ChartTexts): string | undefined {
  let result = text;
  const byDocument = [...grouped(effects, ({ document }) => document)].sort(([a], [b]) => b - a);
  for (const [index, own] of byDocument) {
    const rendered = texts.rendered(own[0]?.uri ?? '', index);
    if (rendered === undefined) return undefined;
    const { document, start } = rendered;
    const plan = editsFor(
      document,
      own.flatMap(({ changes }) => changes),
    );
    if (!plan.ok) return undefined;
    result = result.slice(0, start) + plan.text + result.slice(start + document.text.length);
  }
  return result;
}
