import type { CancellationToken } from 'vscode-languageserver';
import { hear } from './pace.ts';
import { LSPErrorCodes, ResponseError } from './protocol.ts';

/** Writes what went wrong to where the user can find it. */
export type Log = (text: string) => void;

/**
 * A request handler that never fails: what goes wrong is logged and the answer is empty. A request that was canceled
 * meanwhile is answered as such.
 */
export function onRequest<P, R, More extends readonly unknown[]>(
  log: Log,
  empty: R,
  answer: (params: P, token: CancellationToken, ...more: More) => R | Promise<R>,
): (params: P, token: CancellationToken, ...more: More) => Promise<R | ResponseError<never>> {
  return async (params, token, ...more) => {
    hear();
    try {
      const result = await answer(params, token, ...more);
      return token.isCancellationRequested ? new ResponseError(LSPErrorCodes.RequestCancelled, 'Canceled.') : result;
    } catch (error) {
      log(reasonOf(error));
      return empty;
    } finally {
      hear();
    }
  };
}

/** A notification handler that never fails. */
export function onNotification<P>(log: Log, handle: (params: P) => void | Promise<void>): (params: P) => Promise<void> {
  return async (params) => {
    hear();
    try {
      await handle(params);
    } catch (error) {
      log(reasonOf(error));
    } finally {
      hear();
    }
  };
}

/** An error as a log shows it, with its stack where there is one. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
