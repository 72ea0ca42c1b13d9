import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { Authorizer, parseChallenges } from '../../server/src/registry/auth.ts';
import type { Credential } from '../../server/src/registry/credentials.ts';
import type { HttpRequest, HttpResponse } from '../../server/src/registry/http.ts';
import { CleanUp } from './servers.ts';

const cleanUp = new CleanUp();
afterEach(() => cleanUp.run());

test.each([
  ['Basic realm="a"', [['basic', { realm: 'a' }]]],
  [
    'Bearer realm="https://auth.example/token",service="a b",scope="repository:a/b:pull,push"',
    [['bearer', { realm: 'https://auth.example/token', service: 'a b', scope: 'repository:a/b:pull,push' }]],
  ],
  ['BEARER Realm = x , SERVICE=y', [['bearer', { realm: 'x', service: 'y' }]]],
  [
    'Basic realm="a", Bearer realm="b", service="c"',
    [
      ['basic', { realm: 'a' }],
      ['bearer', { realm: 'b', service: 'c' }],
    ],
  ],
  [
    'Negotiate, Basic realm="a"',
    [
      ['negotiate', {}],
      ['basic', { realm: 'a' }],
    ],
  ],
  [String.raw`Basic realm="a \"b\" \\ c"`, [['basic', { realm: String.raw`a "b" \ c` }]]],
  ['Basic realm="", charset="UTF-8"', [['basic', { realm: '', charset: 'UTF-8' }]]],
  [',, Basic realm=a,,', [['basic', { realm: 'a' }]]],
  ['realm="a"', []],
  [
    'Bearer realm="a',
    [
      ['bearer', {}],
      ['realm', {}],
    ],
  ],
  ['', []],
])('the challenges of %j are read', (header, challenges) => {
  const read = parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
  expect(read).toEqual(challenges);
});

test('every challenge that is written is read', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/);
  const challenge = fc.tuple(
    name,
    fc.uniqueArray(fc.tuple(name, fc.string()), { minLength: 1, selector: ([key]) => key }),
  );
  fc.assert(
    fc.property(fc.array(challenge), (challenges) => {
      const header = challenges.map(([scheme, parameters]) => {
        return `${scheme} ${parameters.map(([key, value]) => `${key}="${value.replace(/["\\]/g, '\\$&')}"`).join(', ')}`;
      });
      const read = parseChallenges(header.join(', '));
      expect(read.map(({ scheme, parameters }) => [scheme, [...parameters]])).toEqual(challenges);
    }),
  );
});

const USER = { user: 'user', password: 'secret' };

/** An authorizer whose registry has a credential, and the requests for tokens. */
function authorizer(credential: Credential | undefined, token: () => object | string = () => ({ token: 'abc' })) {
  const sent: HttpRequest[] = [];
  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    sent.push(request);
    const answer = token();
    const body = Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer));
    return { url: request.url, status: 200, headers: {}, body };
  };
  const registries: string[] = [];
  const of = async (registry: string) => {
    registries.push(registry);
    return credential;
  };
  const time = { now: 0 };
  return { authorizer: new Authorizer(send, { of }, () => time.now), sent, registries, time };
}

function place(address: string) {
  return { registry: 'registry.example', address: new URL(address), repository: 'team/app' };
}

function unauthorized(challenge: string, url = 'https://registry.example/v2/team/app/manifests/1'): HttpResponse {
  return { url: new URL(url), status: 401, headers: { 'www-authenticate': challenge }, body: Buffer.from('') };
}

const REGISTRY = place('https://registry.example');

test('a token is requested with the service and scope of the challenge, and the credentials of the registry', async () => {
  const { authorizer: own, sent, registries } = authorizer(USER);
  const response = unauthorized('Bearer realm="https://auth.example/token?a=b",service="s",scope="repository:x:pull"');
  expect(await own.answer(REGISTRY, response, undefined)).toBe('Bearer abc');
  expect(sent.map(({ url, authorization, method }) => [url.href, authorization, method])).toEqual([
    ['https://auth.example/token?a=b&service=s&scope=repository%3Ax%3Apull', 'Basic dXNlcjpzZWNyZXQ=', undefined],
  ]);
  expect(registries).toEqual(['registry.example']);
});

test('an identity token is exchanged, and not sent as a password', async () => {
  const { authorizer: own, sent } = authorizer({ identityToken: 'id' }, () => ({ access_token: 'xyz' }));
  expect(
    await own.answer(REGISTRY, unauthorized('Bearer realm="https://auth.example/token",service="s"'), undefined),
  ).toBe('Bearer xyz');
  expect(sent).toMatchObject([{ method: 'POST', url: new URL('https://auth.example/token') }]);
  expect(sent[0]?.authorization).toBeUndefined();
  expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
    grant_type: 'refresh_token',
    client_id: 'kubewin',
    refresh_token: 'id',
    service: 's',
    scope: 'repository:team/app:pull',
  });
  expect(await own.answer(REGISTRY, unauthorized('Basic realm="a"'), 'Bearer xyz')).toBeUndefined();
});

test('tokens are preferred to passwords', async () => {
  const { authorizer: own } = authorizer(USER);
  const both = 'Basic realm="a", Bearer realm="https://auth.example/token"';
  expect(await own.answer(REGISTRY, unauthorized(both), undefined)).toBe('Bearer abc');
  const { authorizer: other } = authorizer(USER);
  expect(await other.answer(REGISTRY, unauthorized('Basic realm="a"'), undefined)).toBe('Basic dXNlcjpzZWNyZXQ=');
  expect(await other.answer(REGISTRY, unauthorized('Basic realm="a"'), 'Basic dXNlcjpzZWNyZXQ=')).toBeUndefined();
});

describe('credentials are not sent', () => {
  test('if a host that the registry redirects to asks for them', async () => {
    const { authorizer: own, sent, registries } = authorizer(USER);
    for (const url of ['https://storage.example/blob', 'https://registry.example:8443/', 'http://registry.example/']) {
      for (const challenge of ['Basic realm="a"', 'Bearer realm="https://auth.example/token"']) {
        expect(await own.answer(REGISTRY, unauthorized(challenge, url), undefined)).toBeUndefined();
      }
    }
    expect([sent, registries]).toEqual([[], []]);
  });

  test.each([
    ['https://registry.example', 'http://auth.example/token'],
    ['https://registry.example', 'http://127.0.0.1:80/token'],
    ['https://registry.example', 'https://localhost/token'],
    ['https://registry.example', 'https://127.1/token'],
    ['https://registry.example', 'https://[::1]/token'],
    ['https://registry.example', 'file:///etc/passwd'],
    ['https://registry.example', 'https://user:password@auth.example/token'],
    ['https://registry.example', '/token'],
    ['https://registry.example', ''],
    ['http://plain.example', 'http://localhost/token'],
  ])('from %s to %s', async (address, realm) => {
    const { authorizer: own, sent } = authorizer(USER);
    const asked = own.answer(place(address), unauthorized(`Bearer realm="${realm}"`, address), undefined);
    const host = new URL(address).host;
    await expect(asked).rejects.toThrow(`\`${host}\` asks to log in at an address that is not allowed`);
    expect(sent).toEqual([]);
  });

  test('to another registry: one on loopback gets its own, which may not exist', async () => {
    const { authorizer: own, sent, registries } = authorizer(undefined);
    const local = { registry: '127.0.0.1:5000', address: new URL('http://127.0.0.1:5000'), repository: 'a' };
    const response = unauthorized(
      'Bearer realm="https://auth.docker.io/token",service="registry.docker.io"',
      local.address.href,
    );
    await own.answer(local, response, undefined);
    expect(sent.map(({ authorization }) => authorization)).toEqual([undefined]);
    expect(registries).toEqual(['127.0.0.1:5000']);
  });
});

test.each(['', '{}', '[]', '{"token":5}', '{"token":""}', String.raw`{"token":"a\r\nb: c"}`, '{"token":"a b"}'])(
  'a realm that answers with %s is named',
  async (text) => {
    const { authorizer: own } = authorizer(undefined, () => text);
    await expect(own.answer(REGISTRY, unauthorized('Bearer realm="https://auth.example/"'), undefined)).rejects.toThrow(
      '`auth.example` issues no token (HTTP 200)',
    );
    expect(await own.known(REGISTRY)).toBeUndefined();
  },
);

test('a realm that limits requests is named, with its limit', async () => {
  const headers = { 'ratelimit-limit': '100;w=21600', 'ratelimit-remaining': '0;w=21600' };
  const url = new URL('https://auth.example/');
  const send = async () => ({ url, status: 429, headers, body: Buffer.from('') });
  const own = new Authorizer(send, { of: async () => undefined });
  await expect(own.answer(REGISTRY, unauthorized('Bearer realm="https://auth.example/"'), undefined)).rejects.toThrow(
    '`auth.example` limits requests (100 in 6 hours, 0 left). Try again later',
  );
});

test('a token is known until it expires, and renewed by one of many requests', async () => {
  let count = 0;
  const { authorizer: own, sent, time } = authorizer(undefined, () => ({ token: `t${++count}`, expires_in: 100 }));
  const response = unauthorized('Bearer realm="https://auth.example/"');
  expect(await own.known(REGISTRY)).toBeUndefined();
  await own.answer(REGISTRY, response, undefined);
  time.now = 99_999;
  expect(await own.known(REGISTRY)).toBe('Bearer t1');
  expect(await own.known({ ...REGISTRY, repository: 'other' })).toBeUndefined();
  // The registry does not accept it any more.
  const renewed = await own.answer(REGISTRY, response, 'Bearer t1');
  expect(renewed).toBe('Bearer t2');
  expect(await own.answer(REGISTRY, response, 'Bearer t1')).toBe('Bearer t2');
  expect(sent).toHaveLength(2);
  time.now = 200_000;
  expect(await own.known(REGISTRY)).toBeUndefined();
});

test('a token without a time expires after a minute', async () => {
  const { authorizer: own, time } = authorizer(undefined, () => ({ token: 'a', expires_in: -5 }));
  await own.answer(REGISTRY, unauthorized('Bearer realm="https://auth.example/"'), undefined);
  time.now = 59_999;
  expect(await own.known(REGISTRY)).toBe('Bearer a');
  time.now = 60_000;
  expect(await own.known(REGISTRY)).toBeUndefined();
});
