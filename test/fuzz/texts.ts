import fc from 'fast-check';
// biome-ignore lint/correctness/useImportExtensions: the types of this script for Node.js are in a file of the same name.
import { fileText, listText, random } from '../bench/manifests.mjs';
import { allExamples } from '../rules/page.ts';
import { everyNth } from '../seed.ts';
import { sharedManifests, sharedText } from '../shared.ts';

/** Longer texts take too much time. */
const LONGEST = 4_000;

const EXAMPLES = allExamples().map(({ text }) => text);

const paths = ['windows', 'linux', 'helm'].flatMap((area) => sharedManifests(`corpus/${area}`));
const REAL = everyNth(paths, 20)
  .map(sharedText)
  .filter(({ length }) => length < LONGEST);

/** Manifests of people and tools: the examples of rules, generated ones and, if available, real ones. */
export const MANIFESTS: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...EXAMPLES, ...REAL),
  fc.nat().map((seed) => fileText(seed, random(seed), 0.7).slice(0, LONGEST)),
  fc.nat().map((seed) => listText(3, random(seed), 0.7)),
);
