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

/** What others say of an object is no refusal. */
const REFUSING = ruleSet(RULES.filter(({ outcomes }) => outcomes.some(({ effect }) => effect === 'rejected')));

/** How our refusals of an object differ from the recorded ones. */
interface Comparison {
  /** A line for each release; empty where they agree. */
  readonly wrong: readonly string[];
  /** At how many values and releases nothing is compared: the API server takes placeholders literally. */
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
    const wanted = new Set(recorded.causes.map((cause) => cause.field).filter((field) => !others.has(field)));
    const found = new Set(refusals(document, version, path).filter((field) => !others.has(field)));
    const missing = [...wanted].filter((field) => !found.has(field));
    const excess = [...found].filter((field) => !wanted.has(field));
    if (missing.length === 0 && excess.length === 0) return [];
    return [`${version}: missing ${missing.join(', ') || 'nothing'}; too much ${excess.join(', ') || 'nothing'}`];
  });
  return { wrong, placeholders };
}

/** That objects are refused as recorded, and how many of their values were not compared. */
export function expectAgreement(comparisons: readonly (Comparison & { readonly id: string })[]): void {
  const placeholders = comparisons.reduce((sum, one) => sum + one.placeholders, 0);
  console.info(`left out ${placeholders} refusals of placeholders`);
  expect(comparisons.flatMap(({ id, wrong }) => wrong.map((one) => `${id} at ${one}`))).toEqual([]);
}

function pathOf(field: string): (string | number)[] {
  return [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

function refusals(
  document: Document,
  version: KubernetesVersion,
  path: readonly (string | number)[] | undefined,
): string[] {
  const span = path === undefined ? undefined : document.root?.at(...path)?.wholeSpan;
  return refusalsIn(document, version)
    .filter(({ at }) => span === undefined || (span.start <= at.start && at.end <= span.end))
    .flatMap((finding) => finding.field ?? []);
}

/** Of all objects of the document; that each of them is asked about is no reason to look again. */
function refusalsIn(document: Document, version: KubernetesVersion): readonly Finding[] {
  const known = REFUSALS.get(document) ?? new Map<KubernetesVersion, readonly Finding[]>();
  REFUSALS.set(document, known);
  const found =
    known.get(version) ??
    lint(document, {
      rules: REFUSING,
      settings: { ...DEFAULT_SETTINGS, kubernetesVersion: version },
      facts: NO_FACTS,
      onRuleError: (_, error) => {
        throw error;
      },
    }).findings.filter(({ effect }) => effect === 'rejected');
  known.set(version, found);
  return found;
}

const REFUSALS = new WeakMap<Document, Map<KubernetesVersion, readonly Finding[]>>();
