import type { Credential, Credentials } from './credentials.ts';
import { HttpFault, type HttpResponse, isLoopback, parseUrl } from './http.ts';
import { isRecord, parseJson } from './json.ts';
import { limitInWords, type Send } from './retry.ts';

/** A repository of a registry, and where it is reached. */
export interface Target {
  /** The registry as users name it, for its credentials: `docker.io`. */
  readonly registry: string;
  /** Where requests are sent: `https://registry-1.docker.io`. */
  readonly address: URL;
  readonly repository: string;
}

/** A challenge of `WWW-Authenticate`: its scheme and the names of its parameters are in lower case. */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** How long a token is valid by default, in seconds. https://distribution.github.io/distribution/spec/auth/token/ */
const DEFAULT_EXPIRY = 60;

/** A name, and `="value"` or `=value` for a parameter. */
const PART = /[\s,]*([!#$%&'*+.^`|~\w-]+)(?:[ \t]?=[ \t]?(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/y;

/** Reads the challenges of a header. What follows a syntax error is left out. */
export function parseChallenges(header: string): readonly Challenge[] {
  const challenges: { readonly scheme: string; readonly parameters: Map<string, string> }[] = [];
  PART.lastIndex = 0;
  for (let part = PART.exec(header); part !== null; part = PART.exec(header)) {
    const [, name = '', quoted, plain] = part;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (value === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  return challenges;
}

interface Authorization {
  /** The header; undefined if the registry asks for credentials that there are none of. */
  readonly header: string | undefined;
  /** In milliseconds. */
  readonly expires: number;
}

/**
 * Answers the challenges of registries, and remembers the answers.
 *
 * The credentials of a registry are sent to the registry itself, and to the realm that it names. Docker (`fetchToken` in
 * registry/client/auth/session.go) and containerd (`AddResponses` in core/remotes/docker/authorizer.go) accept every realm: that of
 * Docker Hub, `auth.docker.io`, is not its own host either. A hostile registry gains nothing by it, as it gets the same
 * credentials with `Basic`. Beyond what they check,
 * - only the registry names a realm, and no host that it redirects to (CVE-2020-15157),
 * - a registry with TLS names a realm with TLS,
 * - and only a registry on loopback names a realm on loopback.
 */
export class Authorizer {
  readonly #send: Send;
  readonly #credentials: Pick<Credentials, 'of'>;
  readonly #now: () => number;
  readonly #known = new Map<string, Promise<Authorization>>();

  constructor(send: Send, credentials: Pick<Credentials, 'of'>, now: () => number = () => Date.now()) {
    this.#send = send;
    this.#credentials = credentials;
    this.#now = now;
  }

  /** The header for a repository; undefined until its registry asked for one, and after it expired. */
  async known(target: Target): Promise<string | undefined> {
    const known = await this.#known.get(keyOf(target))?.catch(() => undefined);
    return known !== undefined && known.expires > this.#now() ? known.header : undefined;
  }

  /** The header that answers a 401 to a request with the header `sent`; undefined if there is no other. */
  async answer(target: Target, response: HttpResponse, sent: string | undefined, signal?: AbortSignal) {
    if (response.url.origin !== target.address.origin) return undefined;
    const known = await this.known(target);
    // Another request renewed it meanwhile.
    if (known !== undefined && known !== sent) return known;
    const challenges = parseChallenges(response.headers['www-authenticate'] ?? '');
    const authorization = this.#authorize(target, challenges, signal);
    this.#known.set(keyOf(target), authorization);
    const { header } = await authorization;
    return header === sent ? undefined : header;
  }

  async #authorize(target: Target, challenges: readonly Challenge[], signal?: AbortSignal): Promise<Authorization> {
    const credential = await this.#credentials.of(target.registry, target.repository);
    const bearer = challenges.find(({ scheme, parameters }) => scheme === 'bearer' && parameters.has('realm'));
    if (bearer !== undefined) return this.#token(target, bearer.parameters, credential, signal);
    const isBasic = challenges.some(({ scheme }) => scheme === 'basic');
    const header = isBasic && credential !== undefined && 'user' in credential ? basic(credential) : undefined;
    return { header, expires: Infinity };
  }

  async #token(
    target: Target,
    challenge: Challenge['parameters'],
    credential: Credential | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Authorization> {
    const url = realmOf(target, challenge.get('realm') ?? '');
    const fields = new URLSearchParams();
    const service = challenge.get('service');
    if (service !== undefined) fields.set('service', service);
    fields.set('scope', challenge.get('scope') ?? `repository:${target.repository}:pull`);
    const started = this.#now();
    let response: HttpResponse;
    if (credential !== undefined && 'identityToken' in credential) {
      // https://distribution.github.io/distribution/spec/auth/oauth/
      fields.set('grant_type', 'refresh_token');
      fields.set('client_id', 'kubewin');
      fields.set('refresh_token', credential.identityToken);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      response = await this.#send({ url, method: 'POST', headers, body: String(fields), signal });
    } else {
      for (const [name, value] of fields) url.searchParams.set(name, value);
      response = await this.#send({ url, authorization: credential && basic(credential), signal });
    }
    if (response.status === 401 || response.status === 403) return { header: undefined, expires: 0 };
    if (response.status === 429) {
      const limit = limitInWords(response);
      throw new HttpFault(
        `\`${url.host}\` limits requests${limit === undefined ? '' : ` (${limit})`}. Try again later`,
      );
    }
    const answer = response.status === 200 ? parseJson(response.body) : undefined;
    const { token, access_token: other, expires_in: expiry } = isRecord(answer) ? answer : {};
    const text = token ?? other;
    if (typeof text !== 'string' || !/^[!-~]+$/.test(text)) {
      throw new HttpFault(`\`${url.host}\` issues no token (HTTP ${response.status})`);
    }
    const seconds = typeof expiry === 'number' && expiry > 0 ? expiry : DEFAULT_EXPIRY;
    return { header: `Bearer ${text}`, expires: started + seconds * 1_000 };
  }
}

function keyOf({ address, repository }: Target): string {
  return `${address.origin} ${repository}`;
}

function basic({ user, password }: { readonly user: string; readonly password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** The address of a realm. */
function realmOf({ address }: Target, realm: string): URL {
  const url = parseUrl(realm);
  const isAllowed =
    url !== undefined &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && address.protocol === 'http:')) &&
    (!isLoopback(url) || isLoopback(address));
  if (!isAllowed) throw new HttpFault(`\`${address.host}\` asks to log in at an address that is not allowed`);
  return url;
}
