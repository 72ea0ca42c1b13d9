import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import { proxyAuthorization, proxyFor } from './proxies.ts';

/** Maximum size of an answer, in bytes: that of a manifest in the specification of OCI distribution. */
const MAX_BYTES = 4_194_304;
const MAX_REDIRECTS = 5;

/** In milliseconds. */
export interface TimeLimits {
  readonly connect: number;
  /** Without any byte. */
  readonly idle: number;
  /** With all redirects. */
  readonly total: number;
}

const TIME_LIMITS: TimeLimits = { connect: 10_000, idle: 30_000, total: 120_000 };

export interface HttpOptions {
  /** The variables of the process, of which those of proxies are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Hosts, with their ports, that are reached without TLS. Hosts on loopback are if they do not speak it. */
  readonly plainHttp?: readonly string[];
  /** Certificate authorities in addition to those of Node.js, as PEM. */
  readonly authorities?: string;
  readonly timeLimits?: Partial<TimeLimits>;
}

export interface HttpRequest {
  readonly url: URL;
  /** `GET` by default. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Only the origin of `url` gets it. */
  readonly authorization?: string | undefined;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  /** After redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Why there is no answer: a clause such as "`registry.example` does not accept connections". */
export class HttpFault extends Error {
  /** Whether the connection was lost, so that another attempt may succeed. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient = false) {
    super(message);
    this.isTransient = isTransient;
  }
}

/** Sends requests. No other file opens connections. */
export class Http {
  readonly #environment: HttpOptions['environment'];
  readonly #plainHosts: readonly string[];
  readonly #limits: TimeLimits;
  readonly #tls: tls.SecureContextOptions & { readonly rejectUnauthorized: true };
  readonly #agents = new Map<string, http.Agent>();
  /** The addresses of hosts on loopback. */
  readonly #local = new Map<string, Promise<URL>>();

  constructor({ environment, plainHttp = [], authorities, timeLimits }: HttpOptions) {
    this.#environment = environment;
    this.#plainHosts = plainHttp.flatMap((host) => parseUrl(`http://${host}`)?.host ?? []);
    this.#limits = { ...TIME_LIMITS, ...timeLimits };
    // Also with NODE_TLS_REJECT_UNAUTHORIZED=0.
    const ca = authorities === undefined ? {} : { ca: [...tls.rootCertificates, authorities] };
    this.#tls = { rejectUnauthorized: true, ...ca };
  }

  /**
   * The address of a host; undefined for an invalid port. As Docker does, hosts on loopback are reached without TLS if they do
   * not speak it. They are asked once.
   */
  async addressOf(host: string, signal?: AbortSignal): Promise<URL | undefined> {
    const [plain, secure] = [parseUrl(`http://${host}`), parseUrl(`https://${host}`)];
    if (plain === undefined || secure === undefined || this.#plainHosts.includes(plain.host)) return plain;
    if (!isLoopback(secure)) return secure;
    const ask = async () => this.#exchange({ url: new URL('/v2/', secure), method: 'HEAD', signal });
    const address =
      this.#local.get(host) ??
      ask().then(
        () => secure,
        (error) => (isWithoutTls(error) ? plain : secure),
      );
    this.#local.set(host, address);
    return address;
  }

  /** Sends a request and follows redirects. Throws an `HttpFault`, or the reason of the signal. */
  async request(request: HttpRequest): Promise<HttpResponse> {
    const deadline = AbortSignal.timeout(this.#limits.total);
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
    let { url, authorization } = request;
    for (let redirects = 0; ; redirects++) {
      // An address that is not allowed, or an invalid proxy, is a fault, too.
      const exchange = async () => this.#exchange({ ...request, url, authorization, signal });
      const response = await exchange().catch((error: unknown) => {
        request.signal?.throwIfAborted();
        throw deadline.aborted ? new HttpFault(`\`${url.host}\` takes too long`) : faultOf(error, url.host);
      });
      const next = request.method === 'POST' ? undefined : redirectOf(response);
      if (next === undefined) return response;
      if (redirects === MAX_REDIRECTS) throw new HttpFault(`\`${url.host}\` redirects too often`);
      const isDowngrade = url.protocol === 'https:' && next.protocol !== 'https:';
      // A remote host could otherwise reach services of this machine.
      if (isDowngrade || (isLoopback(next) && !isLoopback(url))) {
        throw new HttpFault(`\`${url.host}\` redirects to an address that is not allowed`);
      }
      if (next.origin !== url.origin) authorization = undefined;
      url = next;
    }
  }

  /** Closes the connections that are kept for further requests. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }

  #isPlainAllowed(url: URL): boolean {
    return isLoopback(url) || this.#plainHosts.includes(url.host);
  }

  #exchange({ url, method = 'GET', headers, authorization, body, signal }: HttpRequest): Promise<HttpResponse> {
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && this.#isPlainAllowed(url))) {
      throw new HttpFault(`\`${url.host}\` can only be reached with TLS`);
    }
    const isTls = url.protocol === 'https:';
    const proxy = isLoopback(url) ? undefined : proxyFor(url, this.#environment);
    const { connect, idle } = this.#limits;
    return new Promise((resolve, reject) => {
      // Plain HTTP is sent to the proxy itself, with the whole address as its path.
      const target = !isTls && proxy !== undefined ? proxy : url;
      const send = target.protocol === 'https:' ? https.request : http.request;
      const sent = send(target, {
        method,
        ...(target === url ? {} : { path: url.href }),
        headers: {
          'user-agent': 'kubewin',
          ...headers,
          ...(target === url ? {} : { host: url.host, ...proxyAuthorization(target) }),
          ...(authorization === undefined ? {} : { authorization }),
        },
        agent: this.#agentOf(target, isTls ? proxy : undefined),
        signal,
        ...this.#tls,
      });
      let timer: NodeJS.Timeout | undefined;
      const fail = (error: unknown) => {
        clearTimeout(timer);
        reject(error);
        sent.destroy();
      };
      const expect = (limit: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => fail(new HttpFault(`\`${url.host}\` does not answer`)), limit);
      };
      expect(connect);
      sent.on('error', fail);
      sent.on('close', () => {
        clearTimeout(timer);
        reject(new HttpFault(`\`${url.host}\` closed the connection`, true));
      });
      sent.on('socket', (socket) => {
        if (!socket.connecting) expect(idle);
        else socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => expect(idle));
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        expect(idle);
        response.on('data', (chunk: Buffer) => {
          expect(idle);
          length += chunk.length;
          chunks.push(chunk);
          if (length > MAX_BYTES) fail(new HttpFault(`the answer of \`${url.host}\` has more than 4 MB`));
        });
        response.on('error', fail);
        response.on('end', () => {
          clearTimeout(timer);
          resolve({ url, status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      sent.end(body);
    });
  }

  /** Connections are used again for further requests. */
  #agentOf(target: URL, tunnel: URL | undefined): http.Agent {
    const key = `${target.protocol} ${tunnel?.href}`;
    const make = (): http.Agent => {
      if (tunnel !== undefined) return new TunnelAgent(tunnel, this.#limits.connect);
      return target.protocol === 'https:' ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
    };
    const agent = this.#agents.get(key) ?? make();
    this.#agents.set(key, agent);
    return agent;
  }
}

/** Opens connections with TLS through a proxy (`CONNECT`). */
class TunnelAgent extends https.Agent {
  readonly #proxy: URL;
  readonly #limit: number;
  /** Tunnels in which TLS has not begun. */
  readonly #pending = new Set<tls.TLSSocket>();

  constructor(proxy: URL, limit: number) {
    super({ keepAlive: true });
    this.#proxy = proxy;
    this.#limit = limit;
  }

  override createConnection(
    options: https.RequestOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const host = options.host ?? '';
    const fail = (error: Error) => callback?.(error, undefined as never);
    const path = `${isIP(host) === 6 ? `[${host}]` : host}:${options.port}`;
    const send = this.#proxy.protocol === 'https:' ? https.request : http.request;
    const headers = { host: path, ...proxyAuthorization(this.#proxy) };
    const request = send(this.#proxy, { method: 'CONNECT', path, headers, agent: false, rejectUnauthorized: true });
    request.setTimeout(this.#limit, () => request.destroy(new HttpFault('the proxy does not answer')));
    request.once('error', fail);
    request.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        fail(new HttpFault(`the proxy answers with HTTP ${statusCode}`));
        return;
      }
      const { ca, servername } = options;
      const secure = tls.connect({
        socket,
        host,
        rejectUnauthorized: true,
        ...(ca && { ca }),
        ...(servername && { servername }),
      });
      secure.setTimeout(this.#limit, () => secure.destroy(new HttpFault('the proxy does not answer')));
      this.#pending.add(secure);
      secure.once('close', () => this.#pending.delete(secure));
      secure.once('error', fail);
      secure.once('secureConnect', () => {
        secure.setTimeout(0);
        this.#pending.delete(secure);
        callback?.(null, secure);
      });
    });
    request.end();
  }

  override destroy(): void {
    for (const socket of this.#pending) socket.destroy(new HttpFault('the connection was closed'));
    super.destroy();
  }
}

/** Whether an address is one of this machine. Parsing it has normalized other notations. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

export function parseUrl(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}

/** Whether a connection with TLS failed because the answer is not TLS, or because nothing listens at the port. */
function isWithoutTls({ code, message }: NodeJS.ErrnoException): boolean {
  // Alerts have other texts: the server that sends one speaks TLS.
  return code === 'ECONNREFUSED' || code === 'ERR_SSL_WRONG_VERSION_NUMBER' || message.includes('wrong version number');
}

/** The address that a response leads to; undefined if it is not a redirect. */
function redirectOf({ url, status, headers: { location } }: HttpResponse): URL | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return isRedirect && location !== undefined ? parseUrl(location, url) : undefined;
}

function faultOf(error: unknown, host: string): HttpFault {
  if (error instanceof HttpFault) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'EPIPE') return new HttpFault(`\`${host}\` closed the connection`, true);
  if (code === 'ECONNREFUSED') return new HttpFault(`\`${host}\` does not accept connections`);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new HttpFault(`\`${host}\` has no address`);
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code))
    return new HttpFault(`the certificate of \`${host}\` is not valid (${code})`);
  return new HttpFault(`\`${host}\` cannot be reached (${code || message})`);
}
