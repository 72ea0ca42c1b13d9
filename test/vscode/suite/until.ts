import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again until there is an answer other than `undefined` and `false`. One that throws is none yet: the workbench cancels a
 * question to a provider whenever another provider of that sort is registered, and the built-in extensions are still starting.
 */
export async function until<T>(
  what: string,
  ask: () => T | Thenable<T>,
): Promise<Exclude<Awaited<T>, undefined | false>> {
  let refusal: unknown = 'no answer that fits';
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer as Exclude<Awaited<T>, undefined | false>;
    } catch (error) {
      refusal = error;
    }
  }
  throw new Error(`Waited in vain for ${what} (${refusal})`);
}
