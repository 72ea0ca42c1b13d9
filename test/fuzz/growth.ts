import { Session } from 'node:inspector';

/** An input that grows, and what is done with it. */
export interface Shape {
  readonly name: string;
  /** The smallest size. */
  readonly size: number;
  /** Prepares an input of a size, and gives what is measured. */
  readonly run: (size: number) => () => unknown;
}

/** What is wrong with the growth of a shape, undefined where nothing is. */
export type Measure = (shape: Shape) => string | undefined;

/** A size is doubled so many times. */
const DOUBLINGS = 4;

/** What is counted grows with hardly more than the size. */
const MOST_CALLS = 1.2;
/** A time depends on what else the machine does: this is far from n, and from n^2. */
const MOST_TIME = 1.6;
/** Less time is lost to the collection of garbage, too, and does not matter, in milliseconds. */
const MEASURABLE = 500;
/** How often times that seem to grow too fast are taken again: the shortest of each size counts. */
const TRIES = 2;

/** Counts the calls of functions: the same on every machine, but what built-in functions do is not in it. */
export const byCalls: Measure = ({ name, size, run }) => {
  run(size)();
  const calls = callsOf(sizesFrom(size).map(run));
  return exponent(calls) > MOST_CALLS ? told(name, 'calls', calls) : undefined;
};

/** Not by the time of the process: other tests run in other threads of it. */
export const byTime: Measure = ({ name, size, run }) => {
  const sizes = sizesFrom(size);
  // Most are fast enough at once.
  if (timeOf(run(sizes.at(-1) ?? size)) < MEASURABLE) return undefined;
  let times = sizes.map((one) => timeOf(run(one)));
  for (let i = 0; i < TRIES && isTooSlow(times); i++) {
    times = sizes.map((one, at) => Math.min(times[at] ?? 0, timeOf(run(one))));
  }
  return isTooSlow(times) ? told(name, 'milliseconds', times) : undefined;
};

function sizesFrom(size: number): readonly number[] {
  return Array.from({ length: DOUBLINGS + 1 }, (_, i) => size * 2 ** i);
}

function isTooSlow(times: readonly number[]): boolean {
  return (times.at(-1) ?? 0) > MEASURABLE && exponent(times) > MOST_TIME;
}

/** The power of the size with which figures grow in the last two doublings: before, what is always done counts too much. */
function exponent(figures: readonly number[]): number {
  return Math.log2((figures.at(-1) ?? 1) / (figures.at(-3) ?? 1)) / 2;
}

function told(name: string, unit: string, figures: readonly number[]): string {
  return `${name}: ${unit} grow with n^${exponent(figures).toFixed(2)} (${figures.map(Math.round).join(', ')})`;
}

function timeOf(act: () => unknown): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

function callsOf(acts: readonly (() => unknown)[]): readonly number[] {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return acts.map((act) => {
      callsSoFar(session);
      act();
      return callsSoFar(session);
    });
  } finally {
    session.disconnect();
  }
}

/** Since it was last asked for. */
function callsSoFar(session: Session): number {
  let calls = 0;
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { functions } of result) for (const { ranges } of functions) calls += ranges[0]?.count ?? 0;
  });
  return calls;
}
