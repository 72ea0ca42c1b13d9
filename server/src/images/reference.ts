/** The parts of a valid image reference, with the defaults of container runtimes. */
export interface ImageReference {
  /** The host, with its port: `docker.io` by default. */
  readonly registry: string;
  /** The path in the registry; official images of Docker Hub are under `library/`. */
  readonly repository: string;
  /** `latest` if there is neither a tag nor a digest. */
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

export const DOCKER_HUB = 'docker.io';

/** Maximum length of the path, in characters. Hosts are shorter, too. */
const MAX_NAME = 255;

/** A host, with or without its port. */
export const HOST =
  /^(?:[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?)*|\[[a-fA-F\d:]+\])(?::\d+)?$/;
const PATH_NAME = /^[a-z\d]+(?:(?:[._]|__|-+)[a-z\d]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
/** The algorithms that go-digest registers, and the number of their digits. */
const DIGEST_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

/**
 * Parses an image reference like `ParseNormalizedNamed` and `TagNameOnly` of github.com/distribution/reference, which Docker and
 * containerd use. Undefined for a reference that is not valid.
 */
export function parseReference(text: string): ImageReference | undefined {
  // An ID of an image in the local store.
  if (/^[a-f\d]{64}$/.test(text)) return undefined;
  const at = text.indexOf('@');
  const digest = at < 0 ? undefined : text.slice(at + 1);
  const named = at < 0 ? text : text.slice(0, at);
  const colon = named.lastIndexOf(':');
  const hasTag = colon > named.lastIndexOf('/');
  const tag = hasTag ? named.slice(colon + 1) : undefined;
  const { registry, repository } = splitHost(hasTag ? named.slice(0, colon) : named);
  const isValid =
    registry.length <= MAX_NAME &&
    HOST.test(registry) &&
    repository.length <= MAX_NAME &&
    repository.split('/').every((name) => PATH_NAME.test(name)) &&
    (tag === undefined || TAG.test(tag)) &&
    (digest === undefined || isDigest(digest));
  if (!isValid) return undefined;
  return { registry, repository, tag: tag ?? (digest === undefined ? 'latest' : undefined), digest };
}

/** The whole name of an image. It is the same for all references with the same parts. */
export function canonicalName({ registry, repository, tag, digest }: ImageReference): string {
  return `${registry}/${repository}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** Whether a text is a digest of a known algorithm, such as `sha256:…`. */
export function isDigest(text: string): boolean {
  const [algorithm = '', digits = ''] = text.split(':', 2);
  return (
    text === `${algorithm}:${digits}` && DIGEST_LENGTHS.get(algorithm) === digits.length && /^[a-f\d]+$/.test(digits)
  );
}

/** As `splitDockerDomain` of github.com/distribution/reference. */
function splitHost(name: string): { readonly registry: string; readonly repository: string } {
  const slash = name.indexOf('/');
  const first = name.slice(0, Math.max(0, slash));
  // Paths have no uppercase letters.
  const isHost = /[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase();
  const registry = isHost && first !== 'index.docker.io' ? first : DOCKER_HUB;
  const path = isHost ? name.slice(slash + 1) : name;
  return { registry, repository: registry === DOCKER_HUB && !path.includes('/') ? `library/${path}` : path };
}
