import type { Parameters } from 'fast-check';

const { FUZZ_SECONDS, FUZZ_COUNT } = process.env;

/** A case that failed once, as the message of the failed test names it. */
export type Failed = Required<Pick<Parameters, 'seed' | 'path'>>;

/** How many cases are tried: as many as CI has time for, or as `npm run fuzz` was told. The seed is that of all tests. */
export function cases<T>(inCi: number): Parameters<T> {
  if (FUZZ_SECONDS === undefined) return { numRuns: Number(FUZZ_COUNT ?? inCi) };
  return { numRuns: 1_000_000_000, interruptAfterTimeLimit: 1_000 * Number(FUZZ_SECONDS) };
}

/** For a product that is broken on purpose: what CI tries has to find it. */
export function untilFound<T>(inCi: number): Parameters<T> {
  return { numRuns: inCi, endOnFailure: true };
}
