import fc, { type Parameters } from 'fast-check';
import { expect } from 'vitest';
import { CI_SEED, everyNth } from '../seed.ts';

const { FUZZ_SECONDS, FUZZ_COUNT } = process.env;

/** A case that failed once, as the message of the failed test names it. */
export type Failed = Required<Pick<Parameters, 'seed' | 'path'>>;

/** How many cases are tried: as many as CI has time for, or as `npm run fuzz` was told. The seed is that of all tests. */
export function cases<T>(inCi: number): Parameters<T> {
  if (FUZZ_SECONDS === undefined) return { numRuns: Number(FUZZ_COUNT ?? inCi) };
  return { numRuns: 1_000_000_000, interruptAfterTimeLimit: 1_000 * Number(FUZZ_SECONDS) };
}

/** Of a list that takes long in all CI tries each third, another one with another seed; `npm run fuzz` tries all. */
export function inCases<T>(list: readonly T[]): readonly T[] {
  return FUZZ_SECONDS === undefined && FUZZ_COUNT === undefined ? everyNth(list, 3) : list;
}

/** Of a product that is broken on purpose the cases that CI tries have to find it, by an error that says so. */
export async function expectFound<T>(property: fc.IRawProperty<T>, inCi: number, says: RegExp): Promise<void> {
  const { errorInstance } = await fc.check(property, { seed: CI_SEED, numRuns: inCi, endOnFailure: true });
  expect(String(errorInstance)).toMatch(says);
}
