import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { NO_FACTS } from '../../server/src/kubernetes/questions.ts';
import { lint } from '../../server/src/lint/engine/lint.ts';
import { relevance } from '../../server/src/lint/rule-set/relevance.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { slice } from '../../server/src/yaml/read/slice.ts';
import { ALL_RULES } from '../lint-text.ts';
import { everyNth } from '../seed.ts';
import { compared, sharedManifests, sharedText } from '../shared.ts';
import { allExamples } from './page.ts';

const SETTINGS = { ...DEFAULT_SETTINGS, taint: 'upstream', mixedCluster: true, containerRuntime: 'docker' } as const;

/** Runs every rule on a text. The test fails if a rule throws. */
function findings(text: string, settings = DEFAULT_SETTINGS): number {
  return lint(parse(text), {
    rules: ALL_RULES,
    settings,
    facts: NO_FACTS,
    onRuleError: (rule, error) => {
      throw new Error(`${rule.id} throws`, { cause: error });
    },
  }).findings.length;
}

const EXAMPLES: readonly unknown[] = allExamples().flatMap(({ text }) =>
  slice(text).map(({ start, end }) =>
    parseDocument(text.slice(start, end), { version: '1.1', logLevel: 'silent' }).toJS(),
  ),
);

/** Values of every kind in YAML, to replace values of other kinds. */
const STRANGERS = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  3.5,
  '',
  'windows',
  '{{ .Values.x }}',
  [],
  ['a', null, {}],
  {},
  { name: {}, items: [[]] },
);

test('no rule throws on values of another type', () => {
  const mutated = fc.tuple(fc.constantFrom(...EXAMPLES), fc.nat(), STRANGERS);
  fc.assert(
    fc.property(mutated, ([example, index, stranger]) => {
      findings(JSON.stringify(withStranger(example, index, stranger)), SETTINGS);
    }),
    { numRuns: 1_500 },
  );
});

test('no rule throws on a real file, or finds anything in a document that is skipped', () => {
  const all = ['windows', 'linux', 'helm', 'nonk8s'].flatMap((area) => sharedManifests(`corpus/${area}`));
  const files = everyNth(all, 2);
  const overlooked = files.flatMap((file) => {
    const text = sharedText(file);
    return slice(text).flatMap(({ start, end }) => {
      const document = text.slice(start, end);
      const found = findings(document);
      return found > 0 && relevance(document, ALL_RULES.words, DEFAULT_SETTINGS) === 'none'
        ? [`${file}: ${found}`]
        : [];
    });
  });
  compared('real files that every rule looked at', files.length);
  expect(overlooked).toEqual([]);
});

test('documents with findings in examples are never skipped', () => {
  const bad = allExamples().filter(({ kind }) => kind === 'bad');
  const overlooked = bad.flatMap(({ text }) =>
    slice(text)
      .map(({ start, end }) => text.slice(start, end))
      .filter(
        (document) => findings(document) > 0 && relevance(document, ALL_RULES.words, DEFAULT_SETTINGS) === 'none',
      ),
  );
  expect(overlooked).toEqual([]);
});

/** The value with one node, the `index`th in order, replaced. */
function withStranger(value: unknown, index: number, stranger: unknown): unknown {
  const count = nodes(value);
  let left = index % Math.max(count, 1);
  const visit = (node: unknown): unknown => {
    if (left-- === 0) return stranger;
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node === 'object' && node !== null) {
      return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, visit(child)]));
    }
    return node;
  };
  return visit(value);
}

function nodes(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + Object.values(value).reduce<number>((sum, child) => sum + nodes(child), 0);
}
