import { describe, expect, test } from 'vitest';
import { objects } from '../../server/src/kubernetes/object.ts';
import type { DocumentReport } from '../../server/src/lint/engine/report.ts';
import { PatternTree } from '../../server/src/lint/pattern.ts';
import type { Rule } from '../../server/src/lint/rule.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { editsFor } from '../../server/src/yaml/edit/edits.ts';
import { lintText, reportOf, type TextFinding } from '../lint-text.ts';
import { findingsOf, withoutNames } from './examples.ts';
import { type Example, type FixedBlock, pageOf } from './page.ts';

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const { file, examples, faults } = pageOf(id);

  test('the blocks of the page can be read', () => {
    expect(faults).toEqual([]);
  });

  for (const example of examples) {
    test(`${example.name} (${example.place})`, () => checkFindings(rule, example));
    for (const fixed of example.fixed) {
      test(`${example.name}: ${fixed.title} (${fixed.place})`, () => checkFix(rule, example, fixed));
    }
  }

  test('every watched field has an example', () => {
    const seen = new Set<string>();
    for (const { text, settings } of examples) {
      for (const { report } of reportOf(text, settings).documents) {
        for (const pattern of watchedIn(rule, report)) seen.add(anyList(pattern));
      }
    }
    const watched = [...(rule.pod?.watches ?? []), ...(rule.objects ?? []).flatMap((check) => check.watches)];
    const missing = [...new Set(watched.map(anyList))].filter((pattern) => !seen.has(pattern));
    expect(missing, `no block of ${file} has these fields`).toEqual([]);
  });

  test('every outcome and fix has an example', () => {
    const findings = examples
      .filter(({ kind }) => kind === 'bad')
      .flatMap((example) => findingsOf(rule, example.text, example));
    const missing = rule.outcomes.filter((outcome) => !findings.some((finding) => finding.outcome === outcome));
    expect(missing, `no \`bad\` block of ${file} has these outcomes`).toEqual([]);
    const titles = examples.flatMap(({ fixed }) => fixed.map(({ title }) => title));
    const offered = new Set(findings.flatMap((finding) => finding.fixes.map((fix) => fix.title)));
    const shown = new Set(titles.map(withoutNames));
    expect(
      [...offered].filter((title) => !shown.has(withoutNames(title))),
      `no \`fixed\` block of ${file} shows these fixes`,
    ).toEqual([]);
  });
});

/** The patterns of a rule that fit something in a document. */
function watchedIn(rule: Rule, { document, workloads }: DocumentReport): string[] {
  const tree = new PatternTree<string>();
  const objectTree = new PatternTree<string>();
  for (const pattern of rule.pod?.watches ?? []) tree.add(pattern, pattern);
  for (const pattern of (rule.objects ?? []).flatMap((check) => check.watches)) objectTree.add(pattern, pattern);
  const found: string[] = [];
  const note = (_: unknown, patterns: readonly string[]) => found.push(...patterns);
  for (const { pod } of workloads) {
    tree.under('spec')?.walk(pod.spec, note);
    if (pod.metadata !== undefined) tree.under('metadata')?.walk(pod.metadata, note);
  }
  for (const object of objects(document)) objectTree.walk(object.field, note);
  return found;
}

/** The three lists of containers have the same checks, so an example with one of them is enough. */
function anyList(pattern: string): string {
  return pattern.replace(/\b(initContainers|ephemeralContainers)\b/, 'containers');
}

/** Expects the findings of the rule exactly where the example has markers. */
function checkFindings(rule: Rule, example: Example): void {
  const { text, place } = example;
  const found = findingsOf(rule, text, example)
    .map(({ at, offset, effect, message }) => ({ start: at.start + offset, end: at.end + offset, effect, message }))
    .sort((a, b) => a.start - b.start);
  const wanted = example.markers
    .map(({ start, end, ...rest }) => ({ ...rest, start, end: end ?? found.find((span) => span.start === start)?.end }))
    .sort((a, b) => a.start - b.start);
  const list = (all: readonly { start: number; end: number | undefined; effect: string }[]) =>
    all.map((span) => describeSpan(example, span));
  expect(list(found), `the findings in the block at ${place}`).toEqual(list(wanted));
  for (const marker of wanted) {
    const messages = found.filter(({ start }) => start === marker.start).map(({ message }) => message);
    expect(messages.join('\n'), `the message at ${marker.place}`).toContain(marker.message ?? '');
  }
}

/** Expects that the fix of the first finding that offers it gives the block, in which the finding is solved. */
function checkFix(rule: Rule, example: Example, { title, place, text: after }: FixedBlock): void {
  const { text, settings } = example;
  const finding = findingsOf(rule, text, example).find((finding) => finding.fixes.some((fix) => fix.title === title));
  const fix = finding?.fixes.find((fix) => fix.title === title);
  if (finding === undefined || fix === undefined) throw new Error(`${place}: no finding offers "${title}"`);
  const document = reportOf(text, settings).documents.find((part) => part.start === finding.offset)?.report.document;
  if (document === undefined) throw new Error('the finding has a document');
  const plan = editsFor(document, fix.changes);
  if (!plan.ok) throw new Error(`${place}: ${plan.reason}`);
  const result = text.slice(0, finding.offset) + plan.text + text.slice(finding.offset + document.text.length);
  expect(result, `the block at ${place}`).toBe(after);
  const left = findingsOf(rule, after, example).filter((remaining) => sameField(remaining, finding));
  expect(left, `the fixed field is clean at ${place}`).toEqual([]);
  const [before, now] = [lintText(text, settings), lintText(after, settings)];
  expect(
    now.filter((finding) => finding.rule === 'directive/unused'),
    `the fix leaves no directive behind at ${place}`,
  ).toEqual([]);
  const known = new Set(before.filter(isRefusal).map(subject));
  expect(
    now
      .filter(isRefusal)
      .map(subject)
      .filter((finding) => !known.has(finding)),
    `the fix adds no refusal at ${place}`,
  ).toEqual([]);
}

/** Whether the finding prevents the pod or object from working. */
function isRefusal({ effect }: TextFinding): boolean {
  return effect === 'rejected' || effect === 'fails';
}

function subject({ rule, object }: TextFinding): string {
  return `${rule} of ${object?.kind} ${object?.name}`;
}

function sameField(a: TextFinding, b: TextFinding): boolean {
  return a.field === b.field && a.object?.name === b.object?.name;
}

/** A description of a span by its position on the page, for comparisons. */
function describeSpan(
  { text, place, pageLine }: Example,
  { start, end, effect }: { start: number; end: number | undefined; effect: string },
): string {
  const line = pageLine(text.slice(0, start).split('\n').length);
  return `${place.replace(/\d+$/, String(line))}: ${text.slice(start, end)} (${effect})`;
}
