import { describe, expect, test } from 'vitest';
import { objects } from '../../server/src/kubernetes/object.ts';
import { PatternTree } from '../../server/src/lint/pattern.ts';
import type { Report } from '../../server/src/lint/report.ts';
import type { Example, Rule } from '../../server/src/lint/rule.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { editsFor } from '../../server/src/yaml/edits.ts';
import { lintText, reportOf, type TextFinding } from '../lint-text.ts';
import { exampleSettings, findingsOf, readMarkers, shown } from './examples.ts';

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  for (const example of rule.examples) {
    const { bad, good } = example;
    test(example.name, () => {
      if (bad !== undefined) checkBad(rule, example, bad);
      if (good !== undefined) expect(findingsOf(rule, good, example).map(shown)).toEqual([]);
      expect(bad ?? good, 'an example shows something').toBeDefined();
    });
    for (const [title, after] of Object.entries(example.fixed ?? {})) {
      test(`${example.name}: ${title}`, () => checkFix(rule, example, title, after));
    }
  }

  test('every watched field stands in an example', () => {
    const seen = new Set<string>();
    for (const example of rule.examples) {
      for (const text of [example.bad, example.good]) {
        for (const { report } of text === undefined ? [] : reportOf(text, exampleSettings(example)).documents) {
          for (const pattern of watchedIn(rule, report)) seen.add(anyList(pattern));
        }
      }
    }
    const watched = [...(rule.pod?.watches ?? []), ...(rule.objects ?? []).flatMap((one) => one.watches)];
    expect([...new Set(watched.map(anyList))].filter((pattern) => !seen.has(pattern))).toEqual([]);
  });

  test('every outcome and fix has an example', () => {
    const findings = rule.examples.flatMap((example) =>
      example.bad === undefined ? [] : findingsOf(rule, readMarkers(example.bad).text, example),
    );
    for (const outcome of rule.outcomes) {
      expect(
        findings.some((finding) => finding.outcome === outcome),
        `reached: ${JSON.stringify(outcome)}`,
      ).toBe(true);
    }
    const titles = rule.examples.flatMap((example) => Object.keys(example.fixed ?? {}));
    const kinds = (list: readonly string[]) =>
      [...new Set(list.map((title) => title.replace(/`[^`]*`|\d[\d.]*/g, '…')))].sort();
    expect(kinds(titles)).toEqual(kinds(findings.flatMap((finding) => finding.fixes.map((fix) => fix.title))));
  });
});

/** The patterns of a rule that fit something in a document. */
function watchedIn(rule: Rule, { document, workloads }: Report): string[] {
  const tree = new PatternTree<string>();
  const objectTree = new PatternTree<string>();
  for (const pattern of rule.pod?.watches ?? []) tree.add(pattern, pattern);
  for (const pattern of (rule.objects ?? []).flatMap((one) => one.watches)) objectTree.add(pattern, pattern);
  const found: string[] = [];
  const note = (_: unknown, patterns: readonly string[]) => found.push(...patterns);
  for (const { pod } of workloads) {
    tree.under('spec')?.walk(pod.spec, note);
    if (pod.metadata !== undefined) tree.under('metadata')?.walk(pod.metadata, note);
  }
  for (const object of objects(document)) objectTree.walk(object.field, note);
  return found;
}

/** The three lists of containers are looked at alike: one of them in an example is enough. */
function anyList(pattern: string): string {
  return pattern.replace(/\b(initContainers|ephemeralContainers)\b/, 'containers');
}

function checkBad(rule: Rule, example: Example, bad: string): void {
  const { text, expected } = readMarkers(bad);
  const found = findingsOf(rule, text, example).map(shown);
  const wanted = expected
    .map(({ start, end, effect }) => ({ start, end: end ?? found.find((one) => one.start === start)?.end, effect }))
    .sort((a, b) => a.start - b.start);
  expect(found.map((one) => describeSpan(text, one))).toEqual(wanted.map((one) => describeSpan(text, one)));
  expect(found.length, 'a bad example is marked').toBeGreaterThan(0);
}

function checkFix(rule: Rule, example: Example, title: string, after: string): void {
  const { text } = readMarkers(example.bad ?? '');
  const finding = findingsOf(rule, text, example).find((one) => one.fixes.some((fix) => fix.title === title));
  const fix = finding?.fixes.find((one) => one.title === title);
  if (finding === undefined || fix === undefined) throw new Error(`No finding offers «${title}».`);
  const document = reportOf(text, exampleSettings(example)).documents.find((one) => one.start === finding.offset)
    ?.report.document;
  if (document === undefined) throw new Error('the finding has a document');
  const plan = editsFor(document, fix.changes);
  if (!plan.ok) throw new Error(plan.reason);
  const result = text.slice(0, finding.offset) + plan.text + text.slice(finding.offset + document.text.length);
  expect(result).toBe(after);
  const left = findingsOf(rule, after, example).filter((one) => sameField(one, finding));
  expect(left, 'the fixed field is clean').toEqual([]);
  const settings = exampleSettings(example);
  const [before, now] = [lintText(text, settings), lintText(after, settings)];
  expect(now.filter((one) => one.rule === 'directive/unused')).toEqual([]);
  const known = new Set(before.filter(isRefusal).map(subject));
  expect(
    now
      .filter(isRefusal)
      .map(subject)
      .filter((one) => !known.has(one)),
    'a fix adds no refusal',
  ).toEqual([]);
}

/** Whether the pod or object cannot work because of it. */
function isRefusal({ effect }: TextFinding): boolean {
  return effect === 'rejected' || effect === 'fails';
}

function subject({ rule, object }: TextFinding): string {
  return `${rule} of ${object?.kind} ${object?.name}`;
}

function sameField(a: TextFinding, b: TextFinding): boolean {
  return a.field === b.field && a.object?.name === b.object?.name;
}

function describeSpan(
  text: string,
  { start, end, effect }: { start: number; end: number | undefined; effect: string },
): string {
  const line = text.slice(0, start).split('\n').length;
  return `line ${line}: ${text.slice(start, end)} (${effect})`;
}
