/** As long as a loop may keep other requests waiting, in milliseconds. */
const TURN = 8;

/** Lets what waits have its turn, each time a loop has run for a while. */
export function pacer(): () => Promise<void> {
  let since = Date.now();
  return async () => {
    if (Date.now() - since < TURN) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    since = Date.now();
  };
}
