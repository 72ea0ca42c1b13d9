import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { lint } from '../../server/src/lint/engine/lint.ts';
import type { DocumentReport } from '../../server/src/lint/engine/report.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { imageOs, mayHavePosixShell, parseImage } from '../../server/src/windows/images.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import type { Field } from '../../server/src/yaml/read/field.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { ALL_RULES } from '../lint-text.ts';
import { allExamples } from './page.ts';

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

/** The documents of the examples that are neither templates nor broken. */
export const EXAMPLES: readonly string[] = [
  ...new Set(
    allExamples()
      .flatMap(({ text, fixed }) => [text, ...fixed.map((fix) => fix.text)])
      .flatMap((text) => slice(text).map(({ start, end }) => text.slice(start, end))),
  ),
].filter((text) => parse(text).errors.length === 0 && !text.includes('{{') && text.includes('kind'));

/** All descendants of a field. */
export function fieldsOf(field: Field): Field[] {
  const children = field.isMapping ? field.entries().map(([, child]) => child) : field.items();
  return children.flatMap((child) => [child, ...fieldsOf(child)]);
}

/** The findings without positions, which added lines shift. A finding in several branches appears several times. */
export function found(text: string): Set<string> {
  return new Set(report(text).findings.map(({ rule, object }) => `${rule} ${object?.kind}`));
}

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
