import { Session } from 'node:inspector';

/** An input that grows, and the operation on it. */
export interface Shape {
  readonly name: string;
  /** The smallest size. */
  readonly size: number;
  /** Prepares an input of a size and returns the measured operation. */
  readonly run: (size: number) => () => unknown;
}

/** Why the growth of a shape is too fast; undefined if it is not. */
export type Measure = (shape: Shape) => string | undefined;

/** How often the size is doubled. */
const DOUBLINGS = 4;

/** The maximum exponent for counts: hardly more than linear. */
const MAX_CALL_EXPONENT = 1.2;
/** The maximum exponent for times, which depend on the load of the machine: between n and n^2. */
const MAX_TIME_EXPONENT = 1.6;
/** In milliseconds. Shorter times are dominated by garbage collection and do not matter. */
const MEASURABLE = 500;
/** How often times that grow too fast are measured again: the shortest of each size counts. */
const TRIES = 2;

/** Counts function calls: the same on every machine, but without the work of built-in functions. */
export const byCalls: Measure = ({ name, size, run }) => {
  run(size)();
  const calls = callsOf(sizesFrom(size).map(run));
  return exponent(calls) > MAX_CALL_EXPONENT ? description(name, 'calls', calls) : undefined;
};

/** The time of this thread: other tests run in other threads of the process. */
export const byTime: Measure = ({ name, size, run }) => {
  const sizes = sizesFrom(size);
  // Most shapes pass at the first attempt.
  if (timeOf(run(sizes.at(-1) ?? size)) < MEASURABLE) return undefined;
  let times = sizes.map((size) => timeOf(run(size)));
  for (let i = 0; i < TRIES && isTooSlow(times); i++) {
    times = sizes.map((size, at) => Math.min(times[at] ?? 0, timeOf(run(size))));
  }
  return isTooSlow(times) ? description(name, 'milliseconds', times) : undefined;
};

function sizesFrom(size: number): readonly number[] {
  return Array.from({ length: DOUBLINGS + 1 }, (_, i) => size * 2 ** i);
}

function isTooSlow(times: readonly number[]): boolean {
  return (times.at(-1) ?? 0) > MEASURABLE && exponent(times) > MAX_TIME_EXPONENT;
}

/** The exponent of the growth in the last two doublings: for smaller sizes, constant costs dominate. */
function exponent(figures: readonly number[]): number {
  return Math.log2((figures.at(-1) ?? 1) / (figures.at(-3) ?? 1)) / 2;
}

function description(name: string, unit: string, figures: readonly number[]): string {
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

/** The time since the last call. */
function callsSoFar(session: Session): number {
  let calls = 0;
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    for (const { functions } of result) for (const { ranges } of functions) calls += ranges[0]?.count ?? 0;
  });
  return calls;
}
