import fc from 'fast-check';
// biome-ignore lint/correctness/useImportExtensions: scripts of Node use it too, so that its types stand beside it.
import { fileText, listText, random } from '../bench/manifests.mjs';
import { allExamples } from '../rules/page.ts';
import { everyNth } from '../seed.ts';
import { sharedManifests, sharedText } from '../shared.ts';

/** Longer ones take so much time that fewer are tried. */
const LONGEST = 4_000;

const EXAMPLES = allExamples().map(({ text }) => text);

const paths = ['windows', 'linux', 'helm'].flatMap((area) => sharedManifests(`corpus/${area}`));
const REAL = everyNth(paths, 20)
  .map(sharedText)
  .filter(({ length }) => length < LONGEST);

/** Manifests as people and tools write them: examples of rules, generated ones and, where they are there, real ones. */
export const MANIFESTS: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...EXAMPLES, ...REAL),
  fc.nat().map((seed) => fileText(seed, random(seed), 0.7).slice(0, LONGEST)),
  fc.nat().map((seed) => listText(3, random(seed), 0.7)),
);
