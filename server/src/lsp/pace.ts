/** How long a loop runs before it gives way to requests, in milliseconds. */
const SLICE = 1;
/** How long a loop waits for another message after the last one, and at most, in milliseconds. */
const IDLE = 5;
const MAX_PAUSE = 20;
/** How long to wait for the end of a burst, in milliseconds. */
const MAX_BURST = 100;

/** When the last message arrived or was handled. */
let lastActivity = Number.NEGATIVE_INFINITY;

/** To be called before and after a message is handled: loops wait for messages that may follow it. */
export function noteActivity(): void {
  lastActivity = performance.now();
}

/** Returns a function that a loop awaits: from time to time, it gives way to pending messages and to those that follow them. */
export function pacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const began = performance.now();
    if (began - since < SLICE) return;
    // A message that arrives in one turn is handled in the next.
    await nextTurn();
    await nextTurn();
    for (let now = performance.now(); now - lastActivity < IDLE && now - began < MAX_PAUSE; now = performance.now()) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    since = performance.now();
  };
}

/**
 * Waits until a burst of events is over, so that work is done once for all of them. A connection delivers one message in
 * each turn of the event loop.
 */
export class Burst {
  #count = 0;

  add(): void {
    this.#count++;
  }

  /** Resolves after two turns without an event, or after the maximum time. */
  async settled(): Promise<void> {
    const began = performance.now();
    for (let quiet = 0; quiet < 2 && performance.now() - began < MAX_BURST; ) {
      const before = this.#count;
      await nextMessage();
      quiet = before === this.#count ? quiet + 1 : 0;
    }
  }
}

/** Waits for the next turn of the event loop. Web workers have no `setImmediate`, and their timers take some milliseconds. */
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

/** Waits for the turn in which a connection delivers the next message. It uses a timer if there is no `setImmediate`. */
function nextMessage(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve);
  });
}
