import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until the result is neither `undefined` nor `false`. Exceptions are ignored until the timeout: the workbench cancels
 * a request to a provider whenever another one is registered, as built-in extensions do while they start.
 */
export async function until<T>(
  subject: string,
  poll: () => T | Thenable<T>,
): Promise<Exclude<Awaited<T>, undefined | false>> {
  let lastError: unknown = 'no matching result';
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    try {
      const answer = await poll();
      if (answer !== undefined && answer !== false) return answer as Exclude<Awaited<T>, undefined | false>;
    } catch (error) {
      lastError = error;
    }
  }
  throw new Error(`Timed out waiting for ${subject} (${lastError})`);
}
