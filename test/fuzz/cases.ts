import fc, { type Parameters } from 'fast-check';
import { expect } from 'vitest';
import { CI_SEED, everyNth } from '../seed.ts';

const { FUZZ_SECONDS, FUZZ_COUNT } = process.env;

/** A case that failed before, as printed by the failed test. */
export type Failed = Required<Pick<Parameters, 'seed' | 'path'>>;

/** The number of cases: as many as CI has time for, or as the options of `npm run fuzz` require. All tests share the seed. */
export function cases<T>(inCi: number): Parameters<T> {
  if (FUZZ_SECONDS === undefined) return { numRuns: Number(FUZZ_COUNT ?? inCi) };
  return { numRuns: 1_000_000_000, interruptAfterTimeLimit: 1_000 * Number(FUZZ_SECONDS) };
}

/** Every third item of a long list in CI, determined by the seed. `npm run fuzz` tries all of them. */
export function inCases<T>(list: readonly T[]): readonly T[] {
  return FUZZ_SECONDS === undefined && FUZZ_COUNT === undefined ? everyNth(list, 3) : list;
}

/** Expects that the cases of CI find a product that is broken on purpose, with a certain error. */
export async function expectFound<T>(property: fc.IRawProperty<T>, inCi: number, says: RegExp): Promise<void> {
  const { errorInstance } = await fc.check(property, { seed: CI_SEED, numRuns: inCi, endOnFailure: true });
  expect(String(errorInstance)).toMatch(says);
}
