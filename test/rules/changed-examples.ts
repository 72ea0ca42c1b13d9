import fc, { type Arbitrary } from 'fast-check';
import { test } from 'vitest';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { lint } from '../../server/src/lint/engine/lint.ts';
import type { DocumentReport } from '../../server/src/lint/engine/report.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { imageOs, mayHavePosixShell, parseImage } from '../../server/src/windows/images.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { ALL_RULES } from '../lint-text.ts';
import { SEED } from '../seed.ts';
import { pageOf } from './page.ts';

const SETTINGS = { ...DEFAULT_SETTINGS, taint: 'upstream', mixedCluster: true, containerRuntime: 'docker' } as const;

export function report(text: string): DocumentReport {
  return lint(parse(text), {
    rules: ALL_RULES,
    settings: SETTINGS,
    facts: NO_FACTS,
    onRuleError: (rule, error) => {
      throw new Error(`${rule.id} throws`, { cause: error });
    },
  });
}

/** By rule, the documents of its examples that are neither templates nor broken. */
const EXAMPLES: ReadonlyMap<string, readonly string[]> = new Map(
  RULES.map(({ id }) => [
    id,
    pageOf(id)
      .examples.flatMap(({ text, fixed }) => [text, ...fixed.map((fix) => fix.text)])
      .flatMap((text) => slice(text).map(({ start, end }) => text.slice(start, end)))
      .filter((text) => parse(text).errors.length === 0 && !text.includes('{{') && text.includes('kind')),
  ]),
);

/**
 * Tests a property of changed examples rule by rule. What is drawn for a rule depends on its own examples alone, so a new example
 * changes nothing for other rules.
 */
export function testChanged<T>(
  name: string,
  runs: number,
  changed: (example: Arbitrary<string>) => Arbitrary<T>,
  check: (changed: T) => void,
): void {
  test.each([...EXAMPLES])(`${name}: %s`, (id, texts) => {
    const seed = [...id].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, SEED);
    fc.assert(fc.property(changed(fc.constantFrom(...texts)), check), { numRuns: runs, seed });
  });
}

/** All descendants of a field. */
export function fieldsOf(field: Field): Field[] {
  const children = field.isMapping ? field.entries().map(([, child]) => child) : field.items();
  return children.flatMap((child) => [child, ...fieldsOf(child)]);
}

/** The findings without positions, which added lines shift. A finding in several branches appears several times. */
export function found(text: string): Set<string> {
  return new Set(report(text).findings.map(({ rule, object }) => `${rule} ${object?.kind}`));
}

/** The findings in a changed example that are not in the example. */
export function foundOnlyIn(text: string, example: string): string[] {
  const known = KNOWN.get(example) ?? found(example);
  KNOWN.set(example, known);
  return [...found(text)].filter((finding) => !known.has(finding));
}

const KNOWN = new Map<string, ReadonlySet<string>>();

/**
 * Whether a finding about a Linux program is true of an example whose image is no longer known: an image for Linux, or one
 * with such programs, hides it in the example itself.
 */
export function isHiddenByImage(finding: string, example: string): boolean {
  const { root } = parse(example);
  const images = root === undefined ? [] : fieldsOf(root).filter(({ key }) => key === 'image');
  return (
    /^command\/linux-/.test(finding) &&
    images.some(({ string = '' }) => {
      const image = parseImage(string);
      return imageOs(image)?.os === 'linux' || mayHavePosixShell(image, []);
    })
  );
}
