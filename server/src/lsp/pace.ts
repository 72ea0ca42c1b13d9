/** As long as a loop may keep other requests waiting, in milliseconds. */
const TURN = 8;
/** How long to wait for more of someone who types, and how long in all, in milliseconds. */
const MORE = 5;
const MOST = 100;

/** Lets what waits have its turn each time a loop has run for a while, and what follows it too, but not for ever. */
export function pacer(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN) return;
    const began = performance.now();
    let busy = await timed(new Promise<void>((resolve) => setImmediate(resolve)));
    while (busy > 2 && performance.now() - began < MOST) {
      busy = (await timed(new Promise<void>((resolve) => setTimeout(resolve, MORE)))) - MORE;
    }
    since = performance.now();
  };
}

/** How long something takes, in milliseconds. */
async function timed(work: Promise<void>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}
