import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformText } from '../../server/src/images/image-lock.ts';
import { parseReference } from '../../server/src/images/reference.ts';
import { lookUpImages } from '../../server/src/registry/lookup.ts';
import { type ImageResult, RegistryClient, type RegistryOptions } from '../../server/src/registry/registry-client.ts';
import {
  BASIC,
  bodyOf,
  type Certificate,
  CleanUp,
  type Descriptor,
  DOCKER_LIST,
  DOCKER_MANIFEST,
  digestOf,
  makeCertificate,
  OCI_INDEX,
  Pusher,
  REGISTRY,
  SERVICE,
  serve,
  startRegistry,
  type TestServer,
  tokenFor,
} from './servers.ts';

const cleanUp = new CleanUp();
const clients: RegistryClient[] = [];
beforeAll(() => console.info(`tested with ${REGISTRY}`));
afterAll(() => {
  for (const client of clients) client.close();
  return cleanUp.run();
});

function clientOf(options: Partial<RegistryOptions> = {}): RegistryClient {
  const waiting = { wait: async () => {} };
  const client = new RegistryClient({ environment: {}, home: '/none', warn: () => {}, waiting, ...options });
  clients.push(client);
  return client;
}

/** The platforms of an image as texts, or the error. */
async function platformsOf(client: RegistryClient, name: string): Promise<readonly string[] | string> {
  const reference = parseReference(name);
  if (reference === undefined) throw new Error(`${name} is not a reference`);
  return shown(await client.image(reference));
}

function shown(result: ImageResult | undefined): readonly string[] | string {
  if (result === undefined) return 'no result';
  return 'error' in result ? result.error : result.platforms.map(platformText);
}

const WINDOWS = { os: 'windows', architecture: 'amd64', 'os.version': '10.0.20348.3692' };
const LINUX = { os: 'linux', architecture: 'arm', variant: 'v7' };
const TEXTS = ['windows/amd64 10.0.20348.3692', 'linux/arm/v7'];

test('an invalid proxy is a reason, and no exception', async () => {
  const client = clientOf({ environment: { HTTPS_PROXY: 'socks5://proxy.example' } });
  expect(await platformsOf(client, 'registry.example/web:1.0')).toBe(
    '`registry.example/web:1.0` cannot be read: `registry.example` cannot be reached (the address of the proxy is not valid).',
  );
});

describe('a registry without a login', () => {
  let host: string;
  let index: Descriptor;

  beforeAll(async () => {
    host = await startRegistry(cleanUp, { kind: 'none' });
    const pusher = new Pusher(host, 'team/app');
    const windows = await pusher.image(WINDOWS, 'windows');
    const linux = await pusher.image(LINUX);
    const attestation = await pusher.image({ os: 'unknown', architecture: 'unknown', rootfs: {} });
    const entries = [
      { ...windows, platform: WINDOWS },
      { ...linux, platform: LINUX },
      { ...linux, platform: LINUX },
      { ...attestation, platform: { os: 'unknown', architecture: 'unknown' } },
      { ...attestation, annotations: { 'vnd.docker.reference.type': 'attestation-manifest' } },
    ];
    index = await pusher.manifest({ manifests: entries }, OCI_INDEX, 'oci');
    const bare = await pusher.manifest({ manifests: [windows, linux, attestation] }, OCI_INDEX, 'bare');
    const nested = await pusher.manifest({ manifests: [index, bare] }, OCI_INDEX, 'nested');
    const deep = await pusher.manifest({ manifests: [nested] }, OCI_INDEX, 'deep');
    await pusher.manifest({ manifests: [deep] }, OCI_INDEX, 'deeper');
    const docker = await pusher.image(WINDOWS, 'docker', DOCKER_MANIFEST);
    await pusher.manifest({ manifests: [{ ...docker, platform: WINDOWS }] }, DOCKER_LIST, 'list');
    await pusher.image({ rootfs: {} }, 'artifact');
  });

  test.each([
    ['oci', TEXTS],
    ['bare', TEXTS],
    ['nested', TEXTS],
    ['windows', TEXTS.slice(0, 1)],
    ['docker', TEXTS.slice(0, 1)],
    ['list', TEXTS.slice(0, 1)],
    ['deep', TEXTS],
  ])('reports the platforms of %s', async (tag, platforms) => {
    expect(await platformsOf(clientOf(), `${host}/team/app:${tag}`)).toEqual(platforms);
  });

  test('reports the digest of the index, by which the image is found again', async () => {
    const reference = parseReference(`${host}/team/app@${index.digest}`);
    expect(reference && (await clientOf().image(reference))).toMatchObject({ digest: index.digest });
    const tagged = parseReference(`${host}/team/app:oci`);
    expect(tagged && (await clientOf().image(tagged))).toMatchObject({ digest: index.digest });
  });

  test('an image that is known is returned as it is', async () => {
    const known = { digest: index.digest, platforms: [] };
    const image = (tag: string) => clientOf().image(parseReference(`${host}/team/app${tag}`) as never, known);
    expect(await image(':oci')).toBe(known);
    expect(await image(`@${index.digest}`)).toBe(known);
    expect(shown(await image(':windows'))).toEqual(TEXTS.slice(0, 1));
    expect(shown(await image(':none'))).toContain('does not have it');
  });

  test('errors name the image and say what to do', async () => {
    const none = `\`${host}\` does not have it, or requires a login for it: \`docker login ${host}\`.`;
    expect(await platformsOf(clientOf(), `${host}/team/app:none`)).toBe(
      `\`${host}/team/app:none\` cannot be read: ${none}`,
    );
    expect(await platformsOf(clientOf(), `${host}/team/other`)).toContain(none);
    expect(await platformsOf(clientOf(), `${host}/team/app:artifact`)).toContain(
      'it names no platform, so it is not a container image.',
    );
    expect(await platformsOf(clientOf(), `${host}/team/app:deeper`)).toContain(
      'its indexes are nested more than 3 levels deep.',
    );
    expect(await platformsOf(clientOf(), 'localhost:99999/app')).toContain('is not a valid address.');
    expect(await platformsOf(clientOf(), '127.0.0.1:1/app')).toBe(
      '`127.0.0.1:1/app:latest` cannot be read: `127.0.0.1:1` does not accept connections.',
    );
  });

  test('many images are read, in the order of the references', async () => {
    const names = ['oci', 'none', 'windows', 'oci', 'docker'].map((tag) => `${host}/team/app:${tag}`);
    const references = names.map((name) => parseReference(name) as never);
    const done: number[] = [];
    const results = await lookUpImages(clientOf(), references, { onResult: (_, __, count) => done.push(count) });
    expect([...results.keys()]).toEqual([...new Set(names)]);
    expect(done).toEqual([1, 2, 3, 4]);
    expect(shown(results.get(names[0] ?? ''))).toEqual(TEXTS);
  });

  test('mirrors are asked first, in order', async () => {
    const dead = '127.0.0.1:1';
    const options = { mirrors: { 'registry.example': [dead, host] } };
    expect(await platformsOf(clientOf(options), 'registry.example/team/app:oci')).toEqual(TEXTS);
    const other = { mirrors: { [host]: [dead] } };
    expect(await platformsOf(clientOf(other), `${host}/team/app:oci`)).toEqual(TEXTS);
    expect(await platformsOf(clientOf(other), `${host}/team/app:none`)).toContain(`\`${host}\` does not have it`);
  });
});

/** A home directory in which a user has logged in to registries. */
function homeWith(auths: Readonly<Record<string, object>>): string {
  const folder = cleanUp.folder();
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ auths }));
  return folder;
}

const USER = { auth: Buffer.from('user:secret').toString('base64') };

describe('a registry with passwords', () => {
  let host: string;

  beforeAll(async () => {
    host = await startRegistry(cleanUp, { kind: 'basic' });
    await new Pusher(host, 'team/app', BASIC).image(WINDOWS, '1');
  });

  test('is read with the stored credentials', async () => {
    const environment = { DOCKER_CONFIG: homeWith({ [host]: USER }) };
    expect(await platformsOf(clientOf({ environment }), `${host}/team/app:1`)).toEqual(TEXTS.slice(0, 1));
  });

  test('is not read without them, or with others', async () => {
    expect(await platformsOf(clientOf(), `${host}/team/app:1`)).toContain(
      `it does not exist, or \`${host}\` requires a login for it. To log in, run \`docker login ${host}\`.`,
    );
    const environment = { DOCKER_CONFIG: homeWith({ [host]: { username: 'user', password: 'other' } }) };
    expect(await platformsOf(clientOf({ environment }), `${host}/team/app:1`)).toContain(
      `\`${host}\` does not accept the stored credentials for it. To renew them, run \`docker login ${host}\`.`,
    );
  });
});

const certificate = makeCertificate(cleanUp);

test.skipIf(certificate === undefined)(
  'a registry with TLS on loopback is read if its certificate is valid',
  async () => {
    const config = JSON.stringify(WINDOWS);
    const { host, requests } = await serve(
      cleanUp,
      ({ url = '', headers }, response) => {
        if (headers.authorization !== BASIC) response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end();
        else response.end(url.includes('/blobs/') ? config : JSON.stringify({ config: { digest: digestOf(config) } }));
      },
      certificate,
    );
    const environment = { DOCKER_CONFIG: homeWith({ [host]: USER }) };
    const client = clientOf({ environment, authorities: certificate?.cert ?? '' });
    expect(await platformsOf(client, `${host}/app:1`)).toEqual(TEXTS.slice(0, 1));
    const count = requests.length;
    expect(await platformsOf(clientOf({ environment }), `${host}/app:1`)).toContain(
      `the certificate of \`${host}\` is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).`,
    );
    expect(requests).toHaveLength(count);
  },
);

describe.skipIf(certificate === undefined)('a registry with tokens', () => {
  const key = certificate as Certificate;
  let host: string;
  let realm: TestServer;
  /** The claims of the next tokens. */
  let token: (repository: string) => object;
  const standard = (repository: string) => ({ token: tokenFor(repository, key), expires_in: 300 });

  beforeAll(async () => {
    token = standard;
    realm = await serve(cleanUp, async (request, response) => {
      const body = await bodyOf(request);
      const fields =
        request.method === 'POST' ? new URLSearchParams(body) : new URL(request.url ?? '', 'http://a').searchParams;
      const isUser = request.headers.authorization === BASIC || fields.get('refresh_token') === 'identity';
      const repository = /^repository:(.*):pull$/.exec(fields.get('scope') ?? '')?.[1] ?? '';
      const isAllowed = fields.get('service') === SERVICE && (isUser || repository === 'team/public');
      response.writeHead(isAllowed ? 200 : 401).end(JSON.stringify(isAllowed ? token(repository) : {}));
    });
    host = await startRegistry(cleanUp, { kind: 'token', realm: `http://${realm.host}/token`, certificate: key });
    for (const repository of ['team/app', 'team/public']) {
      const pusher = new Pusher(host, repository, `Bearer ${tokenFor(repository, key, ['pull', 'push'])}`);
      await pusher.image(WINDOWS, '1');
      await pusher.image(LINUX, '2');
    }
  });

  const isRead = async (client: RegistryClient, name: string) =>
    Array.isArray(await platformsOf(client, `${host}/${name}`));

  test('gives everybody what is public, and users what they may read', async () => {
    expect(await isRead(clientOf(), 'team/public:1')).toBe(true);
    expect(await isRead(clientOf(), 'team/app:1')).toBe(false);
    const environment = { DOCKER_CONFIG: homeWith({ [host]: USER }) };
    expect(await isRead(clientOf({ environment }), 'team/app:1')).toBe(true);
    const identity = { DOCKER_CONFIG: homeWith({ [host]: { identitytoken: 'identity' } }) };
    expect(await isRead(clientOf({ environment: identity }), 'team/app:1')).toBe(true);
    const other = { DOCKER_CONFIG: homeWith({ [host]: { identitytoken: 'other' } }) };
    expect(await platformsOf(clientOf({ environment: other }), `${host}/team/app:1`)).toContain('does not accept');
  });

  test('is asked for one token by many requests, until it expires', async () => {
    let now = 0;
    const client = clientOf({ waiting: { now: () => now } });
    const before = realm.requests.length;
    expect(await isRead(client, 'team/public:1')).toBe(true);
    expect(await isRead(client, 'team/public:2')).toBe(true);
    expect(realm.requests.length - before).toBe(1);
    now = 300_000;
    expect(await isRead(client, 'team/public:1')).toBe(true);
    expect(realm.requests.length - before).toBe(2);
  });

  test('is asked for another token once if it does not accept one', async () => {
    const client = clientOf();
    const before = realm.requests.length;
    token = (repository) => {
      token = standard;
      return { access_token: tokenFor(repository, key, ['pull'], -120), expires_in: 300 };
    };
    expect(await isRead(client, 'team/public:1')).toBe(false);
    expect(await isRead(client, 'team/public:1')).toBe(true);
    expect(realm.requests.length - before).toBe(2);
  });
});
