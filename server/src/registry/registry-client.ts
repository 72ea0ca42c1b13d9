import { createHash } from 'node:crypto';
import { platformText, readPlatform } from '../images/image-lock.ts';
import type { Platform } from '../images/platform.ts';
import { canonicalName, DOCKER_HUB, type ImageReference, isDigest } from '../images/reference.ts';
import { Authorizer, type Target } from './auth.ts';
import { type CredentialOptions, Credentials } from './credentials.ts';
import { Http, HttpFault, type HttpOptions, type HttpResponse } from './http.ts';
import { isRecord, parseJson } from './json.ts';
import { limitInWords, type Send, type Waiting, withRetries } from './retry.ts';

/** What a registry says of an image: the digest of its manifest or index, and its platforms without duplicates. */
export interface FoundImage {
  readonly digest: string;
  readonly platforms: readonly Platform[];
}

/** An image, or a sentence that says why it cannot be read. */
export type ImageResult = FoundImage | { readonly error: string };

export interface RegistryOptions extends HttpOptions, CredentialOptions {
  /** The mirrors of registries, which are tried in order before the registry itself. All are hosts. */
  readonly mirrors?: Readonly<Record<string, readonly string[]>>;
  readonly waiting?: Partial<Waiting>;
}

/** How deep indexes are nested. */
const MAX_LEVELS = 3;
/** How many platforms an image has, and how many of its manifests are read because the index does not name their platforms. */
const MAX_MANIFESTS = 200;

const DOCKER = 'application/vnd.docker.distribution.manifest';
const INDEXES = ['application/vnd.oci.image.index.v1+json', `${DOCKER}.list.v2+json`];
const MANIFESTS = ['application/vnd.oci.image.manifest.v1+json', `${DOCKER}.v2+json`];
const ACCEPT = { accept: [...INDEXES, ...MANIFESTS].join(', ') };

/** Why an image cannot be read: a clause. */
class ImageFault extends Error {}

/** Reads the platforms of images from their registries: OCI distribution 1.1 and Docker Registry HTTP API V2. */
export class RegistryClient {
  readonly #http: Http;
  readonly #send: Send;
  readonly #authorizer: Authorizer;
  readonly #credentials: Credentials;
  readonly #mirrors: ReadonlyMap<string, readonly string[]>;

  constructor(options: RegistryOptions) {
    this.#http = new Http(options);
    this.#send = withRetries(this.#http, options.waiting);
    this.#credentials = new Credentials(options);
    this.#authorizer = new Authorizer(this.#send, this.#credentials, options.waiting?.now);
    this.#mirrors = new Map(Object.entries(options.mirrors ?? {}));
  }

  /**
   * The digest and the platforms of an image. Whatever a registry answers, it does not throw, except for the reason of the
   * signal. `known` is returned if it is what the reference still names: for tags, that takes a `HEAD` request, which
   * Docker Hub does not count as a pull.
   */
  async image(reference: ImageReference, known?: FoundImage, signal?: AbortSignal): Promise<ImageResult> {
    if (known !== undefined && known.digest === reference.digest) return known;
    let error = '';
    for (const registry of [...(this.#mirrors.get(reference.registry) ?? []), reference.registry]) {
      try {
        return await this.#imageFrom(registry, reference, known, signal);
      } catch (fault) {
        signal?.throwIfAborted();
        if (!(fault instanceof ImageFault || fault instanceof HttpFault)) throw fault;
        error = `\`${canonicalName(reference)}\` cannot be read: ${fault.message}.`;
      }
    }
    return { error };
  }

  /** Closes all connections. */
  close(): void {
    this.#http.close();
  }

  async #imageFrom(
    registry: string,
    { repository, tag, digest }: ImageReference,
    known: FoundImage | undefined,
    signal: AbortSignal | undefined,
  ): Promise<FoundImage> {
    const address = await this.#http.addressOf(registry === DOCKER_HUB ? 'registry-1.docker.io' : registry, signal);
    if (address === undefined) throw new ImageFault(`\`${registry}\` is not a valid address`);
    const target = { registry, address, repository };
    const reader = new ImageReader((path, method) => this.#get(target, path, method, signal));
    return reader.read(digest ?? tag ?? '', known);
  }

  /** The answer to a request for a manifest or blob, which is not an error. */
  async #get(
    target: Target,
    path: string,
    method: 'GET' | 'HEAD' = 'GET',
    signal?: AbortSignal,
  ): Promise<HttpResponse> {
    const url = new URL(`/v2/${target.repository}/${path}`, target.address);
    const send = (authorization: string | undefined) =>
      this.#send({ url, method, headers: ACCEPT, authorization, signal });
    let authorization = await this.#authorizer.known(target);
    let response = await send(authorization);
    if (response.status === 401) {
      authorization = await this.#authorizer.answer(target, response, authorization, signal);
      if (authorization !== undefined) response = await send(authorization);
    }
    if (response.status === 200) return response;
    const hasCredential = (await this.#credentials.of(target.registry, target.repository)) !== undefined;
    throw new ImageFault(reasonOf(response, target, hasCredential));
  }
}

type Json = Readonly<Record<string, unknown>>;

/** Reads one image. */
class ImageReader {
  /** Requests a path below the repository. */
  readonly #get: (path: string, method?: 'GET' | 'HEAD') => Promise<HttpResponse>;
  /** The digests of the manifests that were read. */
  readonly #seen = new Set<string>();
  readonly #platforms = new Map<string, Platform>();

  constructor(get: (path: string, method?: 'GET' | 'HEAD') => Promise<HttpResponse>) {
    this.#get = get;
  }

  async read(tagOrDigest: string, known: FoundImage | undefined): Promise<FoundImage> {
    if (known !== undefined && (await this.#isStill(known.digest, tagOrDigest))) return known;
    const { digest, manifest } = await this.#manifest(tagOrDigest);
    await this.#add(manifest, 1);
    if (this.#platforms.size === 0) throw new ImageFault('it names no platform, so it is not a container image');
    return { digest, platforms: [...this.#platforms.values()] };
  }

  async #isStill(digest: string, tag: string): Promise<boolean> {
    try {
      const { headers } = await this.#get(`manifests/${tag}`, 'HEAD');
      return headers['docker-content-digest'] === digest;
    } catch (fault) {
      // Some registries do not support it.
      if (fault instanceof ImageFault) return false;
      throw fault;
    }
  }

  async #manifest(tagOrDigest: string): Promise<{ readonly digest: string; readonly manifest: Json }> {
    const { body, headers, url } = await this.#get(`manifests/${tagOrDigest}`);
    const named = headers['docker-content-digest'];
    const digest = isDigest(tagOrDigest) ? tagOrDigest : typeof named === 'string' ? named : digestOf(body, 'sha256');
    verify(body, digest, url.host);
    if (typeof named === 'string') verify(body, named, url.host);
    const json = parseJson(body);
    if (!isRecord(json)) throw new ImageFault(`\`${url.host}\` answers with something else than a manifest`);
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    if (json['schemaVersion'] === 1 || type.startsWith(`${DOCKER}.v1+`)) {
      throw new ImageFault('it uses the old image format (schema 1)');
    }
    // CVE-2021-41190: clients could read different images.
    if ('manifests' in json && ('config' in json || 'layers' in json))
      throw new ImageFault('its manifest is ambiguous');
    return { digest, manifest: json };
  }

  /** Adds the platforms of a manifest or index. */
  async #add(manifest: Json, level: number): Promise<void> {
    const { manifests, config } = manifest;
    if (Array.isArray(manifests)) {
      if (level > MAX_LEVELS) throw new ImageFault(`its indexes are nested more than ${MAX_LEVELS} levels deep`);
      for (const entry of manifests.filter(isRecord)) await this.#addEntry(entry, level);
    } else if (isRecord(config)) {
      this.#addPlatform(await this.#blob(config['digest']));
    }
  }

  async #addEntry(entry: Json, level: number): Promise<void> {
    const { digest, mediaType, platform, annotations } = entry;
    // Attestations of BuildKit, in Docker's format: https://docs.docker.com/build/metadata/attestations/attestation-storage/
    if (isRecord(annotations) && 'vnd.docker.reference.type' in annotations) return;
    const isIndex = typeof mediaType === 'string' && INDEXES.includes(mediaType);
    if (!isIndex && isRecord(platform) && platform['os'] !== undefined) return this.#addPlatform(platform);
    if (typeof digest !== 'string' || !isDigest(digest)) throw new ImageFault('its index contains an invalid digest');
    if (this.#seen.has(digest)) return;
    this.#seen.add(digest);
    if (this.#seen.size > MAX_MANIFESTS) throw new ImageFault(`it has more than ${MAX_MANIFESTS} manifests`);
    const { manifest } = await this.#manifest(digest);
    await this.#add(manifest, level + 1);
  }

  /** Adds what a descriptor or a configuration says of its platform. */
  #addPlatform({ os, architecture, variant, 'os.version': osVersion }: Json): void {
    const isPresent = (value: unknown) => typeof value === 'string' && value !== '';
    if (!isPresent(os) || !isPresent(architecture) || (os === 'unknown' && architecture === 'unknown')) return;
    const text = platformText({
      os: String(os),
      architecture: String(architecture),
      ...(isPresent(variant) ? { variant: String(variant) } : {}),
      ...(isPresent(osVersion) ? { osVersion: String(osVersion) } : {}),
    });
    const platform = readPlatform(text);
    if (platform === undefined) throw new ImageFault('the name of its platform is not valid');
    this.#platforms.set(text, platform);
    if (this.#platforms.size > MAX_MANIFESTS) throw new ImageFault(`it has more than ${MAX_MANIFESTS} platforms`);
  }

  /** The configuration of an image. */
  async #blob(digest: unknown): Promise<Json> {
    if (typeof digest !== 'string' || !isDigest(digest))
      throw new ImageFault('its manifest contains an invalid digest');
    const { body, url } = await this.#get(`blobs/${digest}`);
    verify(body, digest, url.host);
    const json = parseJson(body);
    return isRecord(json) ? json : {};
  }
}

function digestOf(bytes: Uint8Array, algorithm: string): string {
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

/** Throws if bytes do not have a digest. */
function verify(bytes: Uint8Array, digest: string, host: string): void {
  const [algorithm = ''] = digest.split(':', 1);
  if (!isDigest(digest) || digestOf(bytes, algorithm) !== digest) {
    throw new ImageFault(`the digest of what \`${host}\` sends is not \`${digest.slice(0, 80)}\``);
  }
}

/** Why a registry does not send what was requested, and what to do. */
function reasonOf(response: HttpResponse, { registry }: Target, hasCredential: boolean): string {
  const login = `\`docker login${registry === DOCKER_HUB ? '' : ` ${registry}`}\``;
  switch (response.status) {
    case 401:
      return hasCredential
        ? `\`${registry}\` does not accept the stored credentials for it. To renew them, run ${login}`
        : `it does not exist, or \`${registry}\` requires a login for it. To log in, run ${login}`;
    case 403:
      return `\`${registry}\` denies access to it. Log in as a user who can pull it: ${login}`;
    case 404:
      return `\`${registry}\` does not have it${hasCredential ? '' : `, or requires a login for it: ${login}`}`;
    case 429: {
      const limit = limitInWords(response);
      return `\`${registry}\` limits requests${limit === undefined ? '' : ` (${limit})`}. Try again later${hasCredential ? '' : `, or run ${login}`}`;
    }
    default:
      return `\`${response.url.host}\` answers with HTTP ${response.status}`;
  }
}
