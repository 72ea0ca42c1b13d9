import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { platformText } from '../../server/src/images/image-lock.ts';
import { type ImageReference, parseReference } from '../../server/src/images/reference.ts';
import { lookUpImages } from '../../server/src/registry/lookup.ts';
import { type ImageResult, RegistryClient, type RegistryOptions } from '../../server/src/registry/registry-client.ts';
import { constants } from '../repository/limits.ts';
import { BASIC, CleanUp, DOCKER_MANIFEST, digestOf, listen, OCI_INDEX, OCI_MANIFEST, serve } from './servers.ts';

const cleanUp = new CleanUp();
afterEach(() => cleanUp.run());

function clientOf(options: Partial<RegistryOptions> = {}): { client: RegistryClient; waits: number[] } {
  const waits: number[] = [];
  const waiting = { wait: async (time: number) => waits.push(time), now: () => 1_000_000, random: () => 0.5 };
  const client = new RegistryClient({ environment: {}, home: '/none', warn: () => {}, waiting, ...options });
  cleanUp.add(() => client.close());
  return { client, waits };
}

function referenceTo(name: string): ImageReference {
  const reference = parseReference(name);
  if (reference === undefined) throw new Error(`${name} is not a reference`);
  return reference;
}

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

/** A server with answers by the last part of a path: a tag or a digest. Functions send other answers. */
async function registryWith(answers: Readonly<Record<string, Answer | ((response: ServerResponse) => void)>>) {
  return serve(cleanUp, ({ url = '' }, response) => {
    const answer = answers[decodeURIComponent(url.slice(url.lastIndexOf('/') + 1))] ?? { status: 404 };
    if (typeof answer === 'function') return answer(response);
    const { status = 200, headers = {}, body = '' } = answer;
    return response.writeHead(status, headers).end(textOf(body));
  });
}

function textOf(body: object | string): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** The platforms of the image `app:1` as texts, or the reason of the error. */
async function readFrom(host: string, client = clientOf().client, tag = ':1'): Promise<readonly string[] | string> {
  return shown(await client.image(referenceTo(`${host}/app${tag}`)));
}

function shown(result: ImageResult): readonly string[] | string {
  return 'error' in result ? result.error.replace(/^`[^`]*` cannot be read: /, '') : result.platforms.map(platformText);
}

const CONFIG = { os: 'windows', architecture: 'amd64', 'os.version': '10.0.20348.3692' };
const IMAGE = { schemaVersion: 2, config: { digest: digestOf(textOf(CONFIG)) }, layers: [] };
const GOOD = { '1': { body: IMAGE }, [digestOf(textOf(CONFIG))]: { body: CONFIG } };
const PLATFORMS = ['windows/amd64 10.0.20348.3692'];
const index = (manifests: readonly unknown[]) => ({ schemaVersion: 2, mediaType: OCI_INDEX, manifests });

describe('digests', () => {
  test('are verified with the algorithm that they name', async () => {
    const config512 = digestOf(textOf(CONFIG), 'sha512');
    const image = { ...IMAGE, config: { digest: config512 } };
    const digest = digestOf(textOf(image), 'sha512');
    const answer = { body: image, headers: { 'docker-content-digest': digest } };
    const { host } = await registryWith({ '1': answer, [config512]: { body: CONFIG } });
    expect(await clientOf().client.image(referenceTo(`${host}/app:1`))).toMatchObject({ digest });
  });

  test.each(['sha256', 'sha512'])('of another content are errors: %s', async (algorithm) => {
    const digest = digestOf('other', algorithm);
    const { host } = await registryWith({
      ...GOOD,
      header: { body: IMAGE, headers: { 'docker-content-digest': digest } },
      [digest]: { body: IMAGE },
      index: { body: index([{ mediaType: OCI_MANIFEST, digest }]) },
      config: { body: { ...IMAGE, config: { digest } } },
    });
    const message = `the digest of what \`${host}\` sends is not \`${digest.slice(0, 80)}\`.`;
    for (const tag of [':header', `@${digest}`, ':index', ':config']) {
      expect(await readFrom(host, undefined, tag)).toBe(message);
    }
  });

  test('of a header are compared with the requested one, too', async () => {
    const digest = digestOf(textOf(IMAGE));
    const headers = { 'docker-content-digest': digestOf('other') };
    const { host } = await registryWith({ ...GOOD, [digest]: { body: IMAGE, headers } });
    expect(await readFrom(host, undefined, `@${digest}`)).toContain('the digest of what');
  });

  test.each(['', 'sha256:abc', '../../../v2/other/blobs/x', 'md5:00', 5, undefined])(
    'that are invalid: %j',
    async (digest) => {
      const { host, requests } = await registryWith({
        index: { body: index([{ mediaType: OCI_MANIFEST, digest }]) },
        config: { body: { ...IMAGE, config: { digest } } },
      });
      expect(await readFrom(host, undefined, ':index')).toBe('its index contains an invalid digest.');
      expect(await readFrom(host, undefined, ':config')).toBe('its manifest contains an invalid digest.');
      expect(requests).toHaveLength(2);
    },
  );
});

describe('a manifest', () => {
  const other = 'answers with something else than a manifest.';
  const none = 'it names no platform, so it is not a container image.';
  test.each<[string, Answer, string]>([
    ['is not JSON', { body: '<html>' }, other],
    ['is empty', { body: '' }, other],
    ['is a list', { body: '[]' }, other],
    ['is empty JSON', { body: {} }, none],
    ['is null', { body: 'null' }, other],
    ['has other types', { body: { manifests: 5, config: [] } }, 'its manifest is ambiguous.'],
    ['has an index of other types', { body: { manifests: [5, null, [], 'a'] } }, none],
    ['is of schema 1', { body: { schemaVersion: 1 } }, 'it uses the old image format (schema 1).'],
    [
      'is of signed schema 1',
      { body: {}, headers: { 'content-type': 'application/vnd.docker.distribution.manifest.v1+prettyjws' } },
      'it uses the old image format (schema 1).',
    ],
    ['is both', { body: { ...index([]), ...IMAGE } }, 'its manifest is ambiguous.'],
    [
      'has a platform with odd characters',
      { body: index([{ platform: { os: 'linux\u001b[2J', architecture: 'amd64' } }]) },
      'the name of its platform is not valid.',
    ],
    ['has platforms of other types', { body: index([{ platform: { os: 5, architecture: {} } }]) }, none],
  ])('that %s is an error', async (_, answer, message) => {
    const { host } = await registryWith({ '1': answer });
    expect(await readFrom(host)).toMatch(new RegExp(`${message.replace(/[().]/g, '\\$&')}$`));
  });

  test('that names itself, or another one often, is read once', async () => {
    const digest = digestOf(textOf(IMAGE));
    const { host, requests } = await registryWith({
      ...GOOD,
      [digest]: { body: IMAGE },
      '1': { body: index(Array(1_000).fill({ mediaType: DOCKER_MANIFEST, digest })) },
      itself: (response) => response.end(textOf(index([{ mediaType: OCI_INDEX, digest: digestOf('itself') }]))),
      [digestOf('itself')]: { body: index([{ mediaType: OCI_INDEX, digest: digestOf('itself') }]) },
    });
    expect(await readFrom(host)).toEqual(PLATFORMS);
    expect(requests).toHaveLength(3);
    expect(await readFrom(host, undefined, ':itself')).toContain('the digest of what');
    expect(requests).toHaveLength(5);
  });

  test('has a limited number of platforms and of manifests without them', async () => {
    const limit = constants().get('server/src/registry/registry-client.ts MAX_MANIFESTS') ?? 0;
    const named = (count: number) =>
      index(Array.from({ length: count }, (_, i) => ({ platform: { os: 'linux', architecture: `a${i}` } })));
    const images = Array.from({ length: limit + 1 }, (_, i) => ({ ...IMAGE, annotations: { i } })).map(textOf);
    const unnamed = (count: number) => index(images.slice(0, count).map((text) => ({ digest: digestOf(text) })));
    const { host } = await registryWith({
      ...GOOD,
      ...Object.fromEntries(images.map((body) => [digestOf(body), { body }])),
      'named-within': { body: named(limit) },
      'named-beyond': { body: named(limit + 1) },
      within: { body: unnamed(limit) },
      beyond: { body: unnamed(limit + 1) },
    });
    expect(await readFrom(host, undefined, ':named-within')).toHaveLength(limit);
    expect(await readFrom(host, undefined, ':named-beyond')).toBe('it has more than 200 platforms.');
    expect(await readFrom(host, undefined, ':within')).toEqual(PLATFORMS);
    expect(await readFrom(host, undefined, ':beyond')).toBe('it has more than 200 manifests.');
  });
});

describe('a busy registry', () => {
  /** A registry whose first answers are others, and how often each client waits. */
  async function busy(answer: Answer, times: number) {
    let count = 0;
    const { host, requests } = await registryWith({
      ...GOOD,
      '1': (response) => {
        const { status = 200, headers = {} } = count++ < times ? answer : {};
        response.writeHead(status, headers).end(textOf(IMAGE));
      },
    });
    const { client, waits } = clientOf();
    return { result: await readFrom(host, client), waits, requests: requests.length, host };
  }

  test('is asked four times, with longer and longer pauses', async () => {
    expect(await busy({ status: 503 }, 3)).toMatchObject({ result: PLATFORMS, waits: [500, 1_000, 2_000] });
    const { result, waits, host } = await busy({ status: 500 }, 4);
    expect([result, waits.length]).toEqual([`\`${host}\` answers with HTTP 500.`, 3]);
  });

  test.each([
    ['7', 7_000],
    ['60', 60_000],
    [new Date(1_000_000 + 30_000).toUTCString(), 30_000],
    [new Date(0).toUTCString(), 500],
    ['soon', 500],
    ['0', 500],
  ])('says when to ask again: %s', async (text, wait) => {
    const headers = { 'retry-after': text };
    expect(await busy({ status: 429, headers }, 1)).toMatchObject({ result: PLATFORMS, waits: [wait] });
  });

  test('is not waited for longer than a minute', async () => {
    const { result, waits, host } = await busy({ status: 429, headers: { 'retry-after': '61' } }, 9);
    expect([result, waits]).toEqual([
      `\`${host}\` limits requests. Try again later, or run \`docker login ${host}\`.`,
      [],
    ]);
  });

  test.each([
    ['100;w=21600', '0;w=21600', '100 in 6 hours, 0 left'],
    ['10;w=60', '0', '10 in 1 minute, 0 left'],
    ['10;w=90', '0', '10 in 90 seconds, 0 left'],
    ['100', '0;w=5', '100, 0 left'],
  ])('tells its limit %s', async (limit, left, words) => {
    const headers = { 'ratelimit-limit': limit, 'ratelimit-remaining': left };
    const { result, requests } = await busy({ status: 429, headers }, 9);
    expect([result, requests]).toEqual([expect.stringContaining(`limits requests (${words}). Try again`), 1]);
  });

  test('that drops connections is asked again', async () => {
    let count = 0;
    const { host } = await registryWith({
      ...GOOD,
      '1': (response) => (count++ < 3 ? response.socket?.destroy() : response.end(textOf(IMAGE))),
    });
    expect(await readFrom(host)).toEqual(PLATFORMS);
    count = -1;
    expect(await readFrom(host)).toBe(`\`${host}\` closed the connection.`);
  });
});

test.each([
  [403, 'denies access to it. Log in as a user who can pull it: `docker login HOST`.'],
  [404, 'does not have it, or requires a login for it: `docker login HOST`.'],
  [418, 'answers with HTTP 418.'],
  [204, 'answers with HTTP 204.'],
])('HTTP %s is explained', async (status, message) => {
  const { host } = await registryWith({ '1': { status } });
  expect(await readFrom(host)).toBe(`\`${host}\` ${message.replace('HOST', host)}`);
});

test('a storage host gets no credentials, even if it asks for them', async () => {
  const storage = await serve(cleanUp, ({ url }, response) => {
    if (url === '/config') response.end(textOf(CONFIG));
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end();
  });
  let path = '/config';
  const registry = await serve(cleanUp, ({ url = '', headers }, response) => {
    if (headers.authorization !== BASIC) response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end();
    else if (url.includes('/manifests/')) response.end(textOf(IMAGE));
    else response.writeHead(307, { location: `http://${storage.host}${path}` }).end();
  });
  const folder = cleanUp.folder();
  const auths = { [registry.host]: { username: 'user', password: 'secret' } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ auths }));
  const { client } = clientOf({ environment: { DOCKER_CONFIG: folder } });
  expect(await readFrom(registry.host, client)).toEqual(PLATFORMS);
  path = '/hostile';
  expect(await readFrom(registry.host, client)).toContain('does not accept the stored credentials');
  expect(storage.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
});

test('a mirror does not get the credentials of the registry', async () => {
  const asks: Answer = { status: 401, headers: { 'www-authenticate': 'Basic realm="a"' } };
  const mirror = await registryWith({ '1': asks });
  const registry = await registryWith({ ...GOOD });
  const folder = cleanUp.folder();
  const auths = { [registry.host]: { username: 'user', password: 'secret' } };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ auths }));
  const mirrors = { [registry.host]: [mirror.host] };
  const { client } = clientOf({ mirrors, environment: { DOCKER_CONFIG: folder } });
  expect(await readFrom(registry.host, client)).toEqual(PLATFORMS);
  expect(mirror.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('a mirror gets its own credentials', async () => {
  const other = `Basic ${Buffer.from('other:password').toString('base64')}`;
  const mirror = await serve(cleanUp, ({ url = '', headers }, response) => {
    if (headers.authorization !== other) response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end();
    else response.end(textOf(url.includes('/manifests/') ? IMAGE : CONFIG));
  });
  const registry = await registryWith({});
  const folder = cleanUp.folder();
  const auths = {
    [registry.host]: { username: 'user', password: 'secret' },
    [mirror.host]: { username: 'other', password: 'password' },
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ auths }));
  const mirrors = { [registry.host]: [mirror.host] };
  const { client } = clientOf({ mirrors, environment: { DOCKER_CONFIG: folder } });
  expect(await readFrom(registry.host, client)).toEqual(PLATFORMS);
  expect(mirror.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, other, other]);
  expect(registry.requests).toEqual([]);
});

test('Docker Hub is asked at its own host, through the proxy', async () => {
  const paths: string[] = [];
  const proxy = await serve(cleanUp, () => {});
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      paths.push(String(data).split(' ')[1] ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
  });
  cleanUp.add(() => server.close());
  const environment = { HTTPS_PROXY: await listen(server), HTTP_PROXY: proxy.host };
  const { client } = clientOf({ environment });
  expect(await client.image(referenceTo('nginx'))).toEqual({
    error: '`docker.io/library/nginx:latest` cannot be read: the proxy answers with HTTP 403.',
  });
  expect(paths).toEqual(['registry-1.docker.io:443']);
});

describe('the lookup of many images', () => {
  const references = Array.from({ length: 20 }, (_, i) => referenceTo(`registry.example/app:${i}`));

  test('reads six at a time', async () => {
    let [current, most] = [0, 0];
    const client = {
      image: async (): Promise<ImageResult> => {
        most = Math.max(most, ++current);
        await new Promise(setImmediate);
        current--;
        return { error: '' };
      },
    };
    expect((await lookUpImages(client, references)).size).toBe(20);
    expect(most).toBe(6);
  });

  test('keeps what is known when it is stopped', async () => {
    const controller = new AbortController();
    const { host } = await registryWith({
      ...GOOD,
      never: () => controller.abort(),
    });
    const names = [`${host}/app:1`, `${host}/app:never`, `${host}/app:none`];
    const stopped = await lookUpImages(clientOf().client, names.map(referenceTo), { signal: controller.signal });
    expect([...stopped.keys()].every((name) => name !== names[1])).toBe(true);
    expect(await lookUpImages(clientOf().client, names.map(referenceTo), { signal: controller.signal })).toEqual(
      new Map(),
    );
  });

  test('stops waiting for a busy registry', async () => {
    const controller = new AbortController();
    const { host, requests } = await registryWith({
      '1': (response) => {
        response.writeHead(503, { 'retry-after': '60' }).end();
        setTimeout(() => controller.abort(), 100);
      },
    });
    const client = new RegistryClient({ environment: {}, home: '/none', warn: () => {} });
    cleanUp.add(() => client.close());
    const { signal } = controller;
    expect(await lookUpImages(client, [referenceTo(`${host}/app:1`)], { signal })).toEqual(new Map());
    expect(requests).toHaveLength(1);
  });

  test('passes what is known, and errors that are bugs', async () => {
    const known = { digest: digestOf('a'), platforms: [] };
    const client = {
      image: async (_: ImageReference, before?: object) => (before ?? { error: 'none' }) as ImageResult,
    };
    const results = await lookUpImages(client, references, { known: new Map([['registry.example/app:3', known]]) });
    expect([results.get('registry.example/app:3'), results.get('registry.example/app:4')]).toEqual([
      known,
      { error: 'none' },
    ]);
    const broken = { image: async () => Promise.reject(new TypeError('bug')) };
    await expect(lookUpImages(broken, references)).rejects.toThrow('bug');
  });
});
