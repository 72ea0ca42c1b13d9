import { isRecord } from '../../lint/settings/settings.ts';

/** Answers a request. */
export type Handle = (method: string, params: Params, signal: AbortSignal) => unknown;

export type Params = Readonly<Record<string, unknown>>;

/** The codes of https://www.jsonrpc.org/specification#error_object that Kubewin sends. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** An error that is the response to a request. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Id = string | number | null;

type Response =
  | { readonly jsonrpc: '2.0'; readonly id: Id; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: Id; readonly error: { readonly code: number; readonly message: string } };

/** The longest message, in characters. Longer ones are skipped. */
export const MAX_MESSAGE = 4_000_000;

/**
 * Serves JSON-RPC 2.0 with one message in each line, until the input ends and all requests are answered. Whatever the input is,
 * it does not throw.
 */
export async function serveLines(
  input: AsyncIterable<Uint8Array>,
  write: (line: string) => void,
  handle: Handle,
): Promise<void> {
  const server = new Server(handle);
  const pending = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    const work = server.answer(line).then((response) => {
      if (response !== undefined) write(`${JSON.stringify(response)}\n`);
      pending.delete(work);
    });
    pending.add(work);
  }
  await Promise.all(pending);
}

/** The lines of a stream, without empty ones; undefined for one that is too long. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const bytes of input) {
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n');
    for (const [i, text] of [first, ...others].entries()) {
      if (i > 0) {
        const line = parts.join('');
        if (length > MAX_MESSAGE) yield undefined;
        else if (line.trim() !== '') yield line;
        parts = [];
        length = 0;
      }
      length += text.length;
      if (length <= MAX_MESSAGE) parts.push(text);
    }
  }
}

class Server {
  readonly #handle: Handle;
  /** The requests in progress. */
  readonly #running = new Map<Id, AbortController>();

  constructor(handle: Handle) {
    this.#handle = handle;
  }

  /** The response to a message, or to several of them, which version 2025-03-26 of the protocol allows. */
  async answer(line: string | undefined): Promise<Response | readonly Response[] | undefined> {
    if (line === undefined) return failed(null, INVALID_REQUEST, `A message has at most ${MAX_MESSAGE} characters.`);
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return failed(null, PARSE_ERROR, 'The message is not valid JSON.');
    }
    if (!Array.isArray(message) || message.length === 0) return this.#answerOne(message);
    const responses = await Promise.all(message.map((each) => this.#answerOne(each)));
    const some = responses.filter((response) => response !== undefined);
    return some.length === 0 ? undefined : some;
  }

  async #answerOne(message: unknown): Promise<Response | undefined> {
    if (!isRecord(message)) return failed(null, INVALID_REQUEST, 'The message is not an object.');
    const { jsonrpc, id, method, params = {} } = message;
    // Kubewin sends no requests, so it expects no responses.
    if ('result' in message || 'error' in message) return undefined;
    const isNotification = !('id' in message);
    const ownId = typeof id === 'string' || typeof id === 'number' ? id : null;
    if (jsonrpc !== '2.0' || typeof method !== 'string' || (!isNotification && ownId === null)) {
      return failed(ownId, INVALID_REQUEST, 'The message is not a request of JSON-RPC 2.0.');
    }
    if (!isRecord(params)) return failed(ownId, INVALID_PARAMS, 'The parameters must be an object.');
    if (method === 'notifications/cancelled') this.#running.get(params['requestId'] as Id)?.abort();
    return isNotification ? undefined : this.#result(ownId, method, params);
  }

  /** The response to a request; undefined if it was canceled. */
  async #result(id: Id, method: string, params: Params): Promise<Response | undefined> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await this.#handle(method, params, controller.signal);
      return controller.signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      return error instanceof RpcError
        ? failed(id, error.code, error.message)
        : failed(id, INTERNAL_ERROR, `This is a bug in Kubewin: ${String(error)}`);
    } finally {
      this.#running.delete(id);
    }
  }
}

function failed(id: Id, code: number, message: string): Response {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
