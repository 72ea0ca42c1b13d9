/** As long as a loop may keep other requests waiting, in milliseconds. */
const TURN = 1;
/** How long to wait for more of someone who types, and how long in all, in milliseconds. */
const MORE = 5;
const MOST = 20;
/** How long a burst may take, in milliseconds. */
const MOST_OF_BURST = 100;

/** When something was last asked or told, and when that was done. */
let heardAt = Number.NEGATIVE_INFINITY;

/** To be called for what clients ask and tell, before and after it is done: loops wait for what may follow it. */
export function hear(): void {
  heardAt = performance.now();
}

/** Lets what waits have its turn each time a loop has run for a while, and what follows it too, but not for ever. */
export function pacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const began = performance.now();
    if (began - since < TURN) return;
    // What arrives in one turn is handled in the next.
    await nextTurn();
    await nextTurn();
    for (let now = performance.now(); now - heardAt < MORE && now - began < MOST; now = performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, 1));
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
    for (let quiet = 0; quiet < 2 && performance.now() - began < MOST_OF_BURST; ) {
      const told = this.#told;
      await nextMessage();
      quiet = told === this.#told ? quiet + 1 : 0;
    }
  }
}

/** Lets what has arrived go first. Timers of web workers, which have no `setImmediate`, would wait for some milliseconds. */
function nextTurn(): Promise<void> {
  if (typeof setImmediate === 'function') return nextMessage();
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}

/** The turn in which a connection hands on what came next: it takes a timer where there is no `setImmediate`. */
function nextMessage(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}
