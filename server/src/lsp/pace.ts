/** As long as a loop may keep other requests waiting, in milliseconds. */
const TURN = 1;
/** How long to wait for more of someone who types, and how long in all, in milliseconds. */
const MORE = 5;
const MOST = 100;
/** A turn of the loop that takes longer has done something, in milliseconds. */
const SOME = 0.5;

/** Lets what waits have its turn each time a loop has run for a while, and what follows it too, but not for ever. */
export function pacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN) return;
    const began = performance.now();
    let busy = await timed(nextTurn());
    while (busy > SOME && performance.now() - began < MOST) {
      busy = (await timed(new Promise<void>((resolve) => setTimeout(resolve, MORE)))) - MORE;
    }
    since = performance.now();
  };
}

/**
 * Counts what is told, and waits until no more of it follows at once: work that is the same for one and for many is then
 * done once. A connection hands on one message in each turn of the loop.
 */
export class Burst {
  #told = 0;

  tell(): void {
    this.#told++;
  }

  /** Returns after two turns without anything told, or after a while. */
  async over(): Promise<void> {
    const began = performance.now();
    for (let quiet = 0; quiet < 2 && performance.now() - began < MOST; ) {
      const told = this.#told;
      await nextTurn();
      quiet = told === this.#told ? quiet + 1 : 0;
    }
  }
}

/** Lets what has arrived go first. A web worker has no `setImmediate`. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}

/** How long something takes, in milliseconds. */
async function timed(work: Promise<void>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}
