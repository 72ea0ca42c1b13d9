import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { applicableFixes } from '../../server/src/lint/fixes/applicable-fixes.ts';
import { explain } from '../../server/src/lint/pages/explain.ts';
import { applyEdits, shiftEdit } from '../../server/src/text/edit.ts';
import { shift } from '../../server/src/text/span.ts';
import type { FileReport } from '../../server/src/workspace/report.ts';
import { Workspace } from '../../server/src/workspace/workspace.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { offered, URI, wholeReport, workspaceOf } from '../lint/refactored.ts';
import { ALL_NOTES } from '../lint-text.ts';
import { changed, type Data, read } from '../yaml/data.ts';
import { cases, expectFound, type Failed } from './cases.ts';
import { GRAMMAR } from './grammar.ts';

const IN_CI = 25;

/** Cases that failed before. */
const FAILED: readonly Failed[] = [];

const PROPERTY = fc.property(GRAMMAR, fc.nat(), holdsItsPromises);

afterEach(() => {
  vi.restoreAllMocks();
});

test('rules do not throw, locations are in the text, fixes change what their titles name, and results are reproducible', () =>
  fc.assert(PROPERTY, cases(IN_CI)));

test.each(FAILED)('case $path of seed $seed passes', (failed) => fc.assert(PROPERTY, failed));

test('an engine whose locations are off by one after the first document is detected', async () => {
  const report = Workspace.prototype.report;
  vi.spyOn(Workspace.prototype, 'report').mockImplementation(function (this: Workspace, uri, whole) {
    const found = report.call(this, uri, whole);
    return found && { ...found, documents: found.documents.map((part) => (part.start === 0 ? part : shifted(part))) };
  });
  await expectFound(PROPERTY, IN_CI, /is cut/);
});

type ReportedDocument = FileReport['documents'][number];

function shifted({ findings, ...document }: ReportedDocument): ReportedDocument {
  return { ...document, findings: findings.map((finding) => ({ ...finding, at: shift(finding.at, 1) })) };
}

function holdsItsPromises(text: string, at: number): void {
  const settings = { scope: 'workspace', mixedCluster: true, taint: 'upstream' } as const;
  const workspace = workspaceOf(text, settings);
  const report = wholeReport(workspace);
  for (const { start, report: documentReport, findings } of report.documents) {
    expect(text.slice(start, start + documentReport.document.text.length)).toBe(documentReport.document.text);
    for (const finding of findings) {
      expect(faultOf(text, start + finding.at.start, start + finding.at.end), finding.rule).toBe(undefined);
      for (const { fix, edits } of applicableFixes(documentReport.document, finding).applicable) {
        const { errors, text: before } = documentReport.document;
        const after = applyEdits(before, edits);
        expect(parse(after, documentReport.document.isItem).errors.length, fix.title).toBeLessThanOrEqual(
          errors.length,
        );
        expect(
          slice(
            applyEdits(
              text,
              edits.map((edit) => shiftEdit(edit, start)),
            ),
          ).length,
        ).toBe(slice(text).length);
        if (isPlain(before) && !documentReport.document.isItem) {
          expect(read(after), fix.title).toEqual(fix.changes.reduce<Data>(changed, read(before)));
        }
      }
    }
    explain(documentReport, at % (documentReport.document.text.length + 1), {
      rules: workspace.rules,
      notes: ALL_NOTES,
      settings: workspace.settingsOf(URI),
      facts: workspace.factsFor(URI),
      where: () => 'here',
      isShown: () => true,
      pageOf: undefined,
    });
  }
  for (const { refactoring, text: after } of offered(workspace)) {
    if (after !== undefined && errorsOf(text) === 0) expect(errorsOf(after), refactoring.title).toBe(0);
  }
  expect(shown(wholeReport(workspaceOf(text, settings)))).toEqual(shown(report));
}

/** Why the location of a finding is wrong: outside of the text, empty, or in the middle of a word or a surrogate pair. */
function faultOf(text: string, start: number, end: number): string | undefined {
  if (start < 0 || end > text.length || start > end) return `${start}–${end} is outside of ${text.length} characters`;
  const isWord = (offset: number) => /\w/.test(text[offset] ?? '');
  const isCut = (offset: number) => isWord(offset - 1) && isWord(offset);
  if (isCut(start) || /^\s/.test(text.slice(start, end))) return `${JSON.stringify(text.slice(start, end))} is cut`;
  return undefined;
}

function shown({ documents }: FileReport): unknown {
  return documents.map(({ start, findings }) => [start, findings.map(({ outcome: _, ...finding }) => finding)]);
}

function errorsOf(text: string): number {
  return slice(text).reduce((sum, { start, end }) => sum + parse(text.slice(start, end)).errors.length, 0);
}

/** Whether the parser's own reader reads the text in the same way as Kubewin. */
function isPlain(text: string): boolean {
  return !/[{$]\{|<<|[&*]a\d|^%|!/m.test(text) && parse(text).errors.length === 0;
}
