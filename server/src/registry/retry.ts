import { setTimeout } from 'node:timers/promises';
import { type Http, HttpFault, type HttpRequest, type HttpResponse } from './http.ts';

/** How often a request is sent. */
const MAX_TRIES = 4;
/** How long a registry may ask to wait, in milliseconds. */
const MAX_WAIT = 60_000;
/** The time before the second try, in milliseconds. It doubles with each try. */
const FIRST_WAIT = 500;

/** What tests replace. */
export interface Waiting {
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  readonly now: () => number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const WAITING: Waiting = {
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal }),
  now: () => Date.now(),
  random: () => Math.random(),
};

/** Sends a request again while the registry is busy or the connection is lost. Throws like `Http.request`. */
export type Send = (request: HttpRequest) => Promise<HttpResponse>;

export function withRetries(http: Pick<Http, 'request'>, waiting: Partial<Waiting> = {}): Send {
  const { wait, now, random } = { ...WAITING, ...waiting };
  return async (request) => {
    for (let tries = 1; ; tries++) {
      const pause = FIRST_WAIT * 2 ** (tries - 1) * (0.5 + random());
      let asked: number | undefined;
      try {
        const response = await http.request(request);
        const isBusy = response.status === 429 || response.status >= 500;
        asked = isBusy ? waitAsked(response, now()) : undefined;
        if (!isBusy || tries === MAX_TRIES || (asked ?? 0) > MAX_WAIT || isUsedUp(response)) return response;
      } catch (error) {
        if (!(error instanceof HttpFault && error.isTransient) || tries === MAX_TRIES) throw error;
      }
      await wait(Math.max(pause, asked ?? 0), request.signal);
      request.signal?.throwIfAborted();
    }
  };
}

/** The time that `Retry-After` asks for, in seconds or as a date. */
function waitAsked({ headers }: HttpResponse, now: number): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const time = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(time) ? undefined : Math.max(0, time);
}

/** Whether no request is left in the limit of Docker Hub, whose window takes hours. */
function isUsedUp({ headers }: HttpResponse): boolean {
  return /^0(?:;|$)/.test(String(headers['ratelimit-remaining']));
}

/**
 * The limit of Docker Hub in words, such as "100 in 6 hours, 0 left"; undefined without its headers, which look like
 * `ratelimit-limit: 100;w=21600`. https://docs.docker.com/docker-hub/usage/pulls/
 */
export function limitInWords({ headers }: HttpResponse): string | undefined {
  const [, limit, window] = /^(\d+)(?:;w=(\d+))?/.exec(String(headers['ratelimit-limit'])) ?? [];
  const [, left] = /^(\d+)/.exec(String(headers['ratelimit-remaining'])) ?? [];
  if (limit === undefined) return undefined;
  const seconds = Number(window);
  const unit = seconds % 3_600 === 0 ? 'hour' : seconds % 60 === 0 ? 'minute' : 'second';
  const count = seconds / { hour: 3_600, minute: 60, second: 1 }[unit];
  const per = window === undefined ? '' : ` in ${count} ${unit}${count === 1 ? '' : 's'}`;
  return `${limit}${per}${left === undefined ? '' : `, ${left} left`}`;
}
