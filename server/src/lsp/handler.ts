import type { CancellationToken } from 'vscode-languageserver';
import type { Rule } from '../lint/rule.ts';
import { noteActivity } from './pace.ts';
import { LSPErrorCodes, ResponseError } from './protocol.ts';

/** Writes to the log that the user can open. */
export type Log = (text: string) => void;

/**
 * A request handler that never fails: errors are logged, and the response is empty. A request that was canceled gets the
 * error `RequestCancelled`.
 */
export function onRequest<P, R, More extends readonly unknown[]>(
  log: Log,
  empty: R,
  answer: (params: P, token: CancellationToken, ...more: More) => R | Promise<R>,
): (params: P, token: CancellationToken, ...more: More) => Promise<R | ResponseError<never>> {
  return async (params, token, ...more) => {
    noteActivity();
    try {
      const result = await answer(params, token, ...more);
      return token.isCancellationRequested ? new ResponseError(LSPErrorCodes.RequestCancelled, 'Canceled.') : result;
    } catch (error) {
      log(reasonOf(error));
      return empty;
    } finally {
      noteActivity();
    }
  };
}

/** A notification handler that never fails. */
export function onNotification<P>(log: Log, handle: (params: P) => void | Promise<void>): (params: P) => Promise<void> {
  return async (params) => {
    noteActivity();
    try {
      await handle(params);
    } catch (error) {
      log(reasonOf(error));
    } finally {
      noteActivity();
    }
  };
}

/** An error as text for the log, with its stack if it has one. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Logs the first error of each rule. */
export function logOncePerRule(log: Log): (rule: Rule, error: unknown) => void {
  const logged = new Set<string>();
  return ({ id }, error) => {
    if (!logged.has(id)) log(`The rule ${id} failed: ${reasonOf(error)}`);
    logged.add(id);
  };
}
