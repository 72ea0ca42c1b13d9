import { expect } from 'vitest';
import { objects } from '../../server/src/kubernetes/object.ts';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import type { KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import { lint } from '../../server/src/lint/engine/lint.ts';
import type { Finding } from '../../server/src/lint/finding.ts';
import { ruleSet } from '../../server/src/lint/rule-set/rule-set.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import type { Document } from '../../server/src/yaml/read/document.ts';
import { type RecordedVerdict, recordedFor } from './recordings.ts';

/** The rules that can report a rejection. */
const REJECTING_RULES = ruleSet(RULES.filter(({ outcomes }) => outcomes.some(({ effect }) => effect === 'rejected')));

/** The differences between our rejections of an object and the recorded ones. */
interface Comparison {
  /** A line for each release that differs. */
  readonly wrong: readonly string[];
  /** How many values are not compared, because the API server takes placeholders literally. */
  readonly placeholders: number;
}

export function compareVerdicts(
  document: Document,
  verdicts: readonly RecordedVerdict[],
  releases: readonly KubernetesVersion[],
  item?: number,
): Comparison {
  const object = item === undefined ? document.root : objects(document)[item]?.field;
  const path = item === undefined ? undefined : object?.path;
  let placeholders = 0;
  const wrong = releases.flatMap((version) => {
    const recorded = recordedFor(version, verdicts);
    if (recorded === undefined) return [`${version}: nothing was recorded`];
    const others = new Set(recorded.others);
    for (const { field } of recorded.causes) {
      if (others.has(field) || !object?.at(...pathOf(field))?.isUnfilled) continue;
      others.add(field);
      placeholders++;
    }
    const expected = new Set(recorded.causes.map((cause) => cause.field).filter((field) => !others.has(field)));
    const found = new Set(rejections(document, version, path).filter((field) => !others.has(field)));
    const missing = [...expected].filter((field) => !found.has(field));
    const excess = [...found].filter((field) => !expected.has(field));
    if (missing.length === 0 && excess.length === 0) return [];
    return [`${version}: missing ${missing.join(', ') || 'nothing'}; too much ${excess.join(', ') || 'nothing'}`];
  });
  return { wrong, placeholders };
}

/** Expects that the rejections equal the recorded ones, and prints how many values were not compared. */
export function expectAgreement(comparisons: readonly (Comparison & { readonly id: string })[]): void {
  const placeholders = comparisons.reduce((sum, comparison) => sum + comparison.placeholders, 0);
  console.info(`left out ${placeholders} rejections of placeholders`);
  expect(comparisons.flatMap(({ id, wrong }) => wrong.map((difference) => `${id} at ${difference}`))).toEqual([]);
}

function pathOf(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function rejections(
  document: Document,
  version: KubernetesVersion,
  path: readonly (string | number)[] | undefined,
): string[] {
  const span = path === undefined ? undefined : document.root?.at(...path)?.wholeSpan;
  return rejectionsIn(document, version)
    .filter(({ at }) => span === undefined || (span.start <= at.start && at.end <= span.end))
    .flatMap((finding) => finding.field ?? []);
}

/** The rejections of all objects in a document, cached because each object asks for them. */
function rejectionsIn(document: Document, version: KubernetesVersion): readonly Finding[] {
  const known = CACHE.get(document) ?? new Map<KubernetesVersion, readonly Finding[]>();
  CACHE.set(document, known);
  const found =
    known.get(version) ??
    lint(document, {
      rules: REJECTING_RULES,
      settings: { ...DEFAULT_SETTINGS, kubernetesVersion: version },
      facts: NO_FACTS,
      onRuleError: (_, error) => {
        throw error;
      },
    }).findings.filter(({ effect }) => effect === 'rejected');
  known.set(version, found);
  return found;
}

const CACHE = new WeakMap<Document, Map<KubernetesVersion, readonly Finding[]>>();
