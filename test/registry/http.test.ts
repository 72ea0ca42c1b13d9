import { EventEmitter, once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { Http, type HttpOptions } from '../../server/src/registry/http.ts';
import { proxyAuthorization, proxyFor } from '../../server/src/registry/proxies.ts';
import { type Certificate, CleanUp, listen, makeCertificate, serve } from './servers.ts';

const cleanUp = new CleanUp();
const forAll = new CleanUp();
afterEach(() => cleanUp.run());
afterAll(() => forAll.run());

function httpWith(options: Partial<HttpOptions> = {}): Http {
  const http = new Http({ environment: {}, ...options });
  cleanUp.add(() => http.close());
  return http;
}

/** The status of an answer, or the message of the fault. */
async function outcome(http: Http, url: string, authorization?: string): Promise<number | string> {
  try {
    return (await http.request({ url: new URL(url), authorization })).status;
  } catch (error) {
    return (error as Error).message;
  }
}

test('connections are used again', async () => {
  const ports = new Set<number | undefined>();
  const { host } = await serve(cleanUp, ({ socket }, response) => {
    ports.add(socket.remotePort);
    response.end('{}');
  });
  const http = httpWith();
  for (let i = 0; i < 3; i++) expect(await outcome(http, `http://${host}/`)).toBe(200);
  expect(ports.size).toBe(1);
});

describe('redirects', () => {
  test('are followed without the authorization as soon as the host differs', async () => {
    const start = await serve(cleanUp, ({ url }, response) => {
      if (url === '/end') response.end();
      else response.writeHead(307, { location: url === '/a' ? '/b' : `http://${other.host}/c` }).end();
    });
    const other = await serve(cleanUp, (_, response) => {
      response.writeHead(302, { location: `http://${start.host}/end` }).end();
    });
    expect(await outcome(httpWith(), `http://${start.host}/a`, 'Basic x')).toBe(200);
    const sent = [...start.requests, ...other.requests].map(({ path, headers }) => [path, headers.authorization]);
    expect(Object.fromEntries(sent)).toEqual({ '/a': 'Basic x', '/b': 'Basic x', '/c': undefined, '/end': undefined });
  });

  test('are not followed forever', async () => {
    const { host, requests } = await serve(cleanUp, (_, response) => response.writeHead(301, { location: '/' }).end());
    expect(await outcome(httpWith(), `http://${host}/`)).toBe(`\`${host}\` redirects too often`);
    expect(requests).toHaveLength(6);
  });

  test('that cannot be read are answers', async () => {
    const { host } = await serve(cleanUp, (_, response) => response.writeHead(302, { location: 'http://[' }).end());
    expect(await outcome(httpWith(), `http://${host}/`)).toBe(302);
  });

  test.each(['http://remote.example/', 'ftp://remote.example/', 'file:///etc/passwd'])(
    'to %s are not followed',
    async (location) => {
      const { host } = await serve(cleanUp, (_, response) => response.writeHead(302, { location }).end());
      expect(await outcome(httpWith(), `http://${host}/`)).toContain('can only be reached with TLS');
    },
  );
});

describe('an answer', () => {
  test('has at most 4 MB', async () => {
    let size = 4_194_304;
    const { host } = await serve(cleanUp, (_, response) => response.end(Buffer.alloc(size)));
    expect(await outcome(httpWith(), `http://${host}/`)).toBe(200);
    size++;
    expect(await outcome(httpWith(), `http://${host}/`)).toBe(`the answer of \`${host}\` has more than 4 MB`);
  });

  test('that never ends is cut off', async () => {
    const { host } = await serve(cleanUp, (_, response) => {
      const write = () => void (response.destroyed || response.write(Buffer.alloc(1_000_000), write));
      write();
    });
    expect(await outcome(httpWith(), `http://${host}/`)).toContain('has more than 4 MB');
  });

  test('that is slow is cut off, too', { timeout: 10_000 }, async () => {
    const { host } = await serve(cleanUp, (_, response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    expect(await outcome(httpWith({ timeLimits: { total: 100 } }), `http://${host}/`)).toBe(
      `\`${host}\` takes too long`,
    );
  });

  test.each(['headers', 'body'])('without %s is not waited for', async (missing) => {
    const { host } = await serve(cleanUp, (_, response) => missing === 'body' && response.write('x'));
    expect(await outcome(httpWith({ timeLimits: { idle: 50 } }), `http://${host}/`)).toBe(
      `\`${host}\` does not answer`,
    );
  });

  test.each([
    ['closes at once', ''],
    ['is cut off in its headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['is cut off in its body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'],
    ['changes the protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ])('that %s is a lost connection', async (_, text) => {
    const host = await rawServer((socket) => socket.end(text));
    await expect(httpWith().request({ url: new URL(`http://${host}/`) })).rejects.toMatchObject({
      message: `\`${host}\` closed the connection`,
      isTransient: true,
    });
  });

  test('that is not HTTP, or has too long headers, is a fault', async () => {
    for (const text of ['SSH-2.0-OpenSSH\r\n', `HTTP/1.1 200 OK\r\na: ${'x'.repeat(100_000)}\r\n\r\n`]) {
      const host = await rawServer((socket) => socket.end(text));
      expect(await outcome(httpWith(), `http://${host}/`)).toContain(`\`${host}\` cannot be reached (HPE_`);
    }
  });
});

async function rawServer(handle: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => handle(socket));
  });
  cleanUp.add(() => server.close());
  return listen(server);
}

test('a signal ends a request with its reason', { timeout: 10_000 }, async () => {
  const { host } = await serve(cleanUp, () => {});
  const request = httpWith().request({ url: new URL(`http://${host}/`), signal: AbortSignal.timeout(20) });
  await expect(request).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('only hosts on loopback, and those that are named, are reached without TLS', async () => {
  const http = httpWith({ plainHttp: ['plain.example:80', 'port.example:5000', '127.0.0.1:9'] });
  const protocols = async (hosts: readonly string[]) =>
    Promise.all(hosts.map(async (host) => (await http.addressOf(host))?.protocol));
  const plain = ['plain.example', 'port.example:5000', '127.1:9'];
  expect(await protocols(plain)).toEqual(plain.map(() => 'http:'));
  const secure = ['registry.example', 'port.example', 'localhost.example', '127.0.0.1.example', '128.0.0.1', '[::2]'];
  expect(await protocols(secure)).toEqual(secure.map(() => 'https:'));
  expect(await http.addressOf('registry.example:99999')).toBeUndefined();
  expect(await outcome(http, 'http://remote.example/')).toBe('`remote.example` can only be reached with TLS');
});

describe('a host on loopback', () => {
  const addressOf = async (host: string, options: Partial<HttpOptions> = {}) =>
    (await httpWith(options).addressOf(host))?.href;

  test('that speaks HTTP is reached without TLS, and asked once', async () => {
    let connections = 0;
    const { host, requests } = await serve(cleanUp, (_, response) => response.end());
    const counting = await rawServer((socket) => {
      connections++;
      socket.end('HTTP/1.0 400 Bad Request\r\n\r\n');
    });
    expect(await addressOf(host)).toBe(`http://${host}/`);
    expect(await addressOf(host.replace('127.0.0.1', '127.1'))).toBe(`http://${host}/`);
    expect(requests).toEqual([]);
    const http = httpWith();
    for (let i = 0; i < 3; i++) expect((await http.addressOf(counting))?.protocol).toBe('http:');
    expect(connections).toBe(1);
  });

  test('at which nothing listens is reached without TLS', async () => {
    expect(await addressOf('127.0.0.1:1')).toBe('http://127.0.0.1:1/');
  });

  test.each([
    ['closes the connection', ''],
    ['sends an alert', '\x15\x03\x03\x00\x02\x02\x28'],
  ])('that %s is reached with TLS', async (_, text) => {
    const host = await rawServer((socket) => socket.end(text, 'latin1'));
    expect(await addressOf(host)).toBe(`https://${host}/`);
  });

  test('that does not answer is reached with TLS', async () => {
    const host = await rawServer(() => {});
    expect(await addressOf(host, { timeLimits: { connect: 50 } })).toBe(`https://${host}/`);
  });
});

const certificate = makeCertificate(forAll);

describe.skipIf(certificate === undefined)('TLS', () => {
  const authorities = certificate?.cert ?? '';
  const secure = (handler: Parameters<typeof serve>[1]) => serve(cleanUp, handler, certificate as Certificate);

  test('is verified, whatever the environment says', async () => {
    const { host } = await secure((_, response) => response.end());
    const url = `https://${host}/`;
    expect(await outcome(httpWith({ authorities }), url)).toBe(200);
    const message = `the certificate of \`${host}\` is not valid (DEPTH_ZERO_SELF_SIGNED_CERT)`;
    expect(await outcome(httpWith(), url)).toBe(message);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await outcome(httpWith(), url)).toBe(message);
    vi.unstubAllEnvs();
    const named = url.replace('127.0.0.1', 'localhost');
    expect(await outcome(httpWith({ authorities }), named)).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  test('is spoken with a host on loopback, whether or not its certificate is valid', async () => {
    const { host } = await secure((_, response) => response.end());
    for (const options of [{ authorities }, {}]) {
      expect((await httpWith(options).addressOf(host))?.href).toBe(`https://${host}/`);
    }
  });

  test('is not left by a redirect', async () => {
    const plain = await serve(cleanUp, (_, response) => response.end());
    const { host } = await secure((_, response) =>
      response.writeHead(302, { location: `http://${plain.host}/` }).end(),
    );
    expect(await outcome(httpWith({ authorities }), `https://${host}/`)).toBe(
      `\`${host}\` redirects to an address that is not allowed`,
    );
    expect(plain.requests).toEqual([]);
  });

  test('goes through a proxy, whose login only the proxy gets', async () => {
    const target = await secure(({ headers }, response) => response.writeHead(headers.authorization ? 200 : 401).end());
    const proxy = await tunnelTo(target.host);
    const environment = { https_proxy: `http://me:p%40ss@${proxy.host}` };
    const http = httpWith({ authorities, environment });
    const url = 'https://registry.example/v2/';
    expect(await outcome(http, url, 'Basic x')).toBe(200);
    expect(await outcome(http, url, 'Basic x')).toBe(200);
    expect(proxy.connects).toEqual([['registry.example:443', `Basic ${Buffer.from('me:p@ss').toString('base64')}`]]);
    expect(target.requests[0]?.headers['proxy-authorization']).toBeUndefined();
    expect(await outcome(httpWith({ environment }), url)).toContain(
      'the certificate of `registry.example` is not valid',
    );
    expect(await outcome(httpWith({ authorities, environment }), 'https://other.example/')).toContain(
      'ALTNAME_INVALID',
    );
  });

  test('has no other limit in a tunnel than elsewhere', async () => {
    const target = await secure((_, response) => setTimeout(() => response.end(), 900));
    const { host } = await tunnelTo(target.host);
    const http = httpWith({ authorities, environment: { HTTPS_PROXY: host }, timeLimits: { connect: 600 } });
    expect(await outcome(http, 'https://registry.example/')).toBe(200);
  });

  test('a redirect of a remote host to this machine is not followed', async () => {
    const own = await secure((_, response) => response.end());
    const target = await secure((_, response) => response.writeHead(302, { location: `https://${own.host}/` }).end());
    const { host } = await tunnelTo(target.host);
    const http = httpWith({ authorities, environment: { HTTPS_PROXY: host } });
    expect(await outcome(http, 'https://registry.example/')).toBe(
      '`registry.example` redirects to an address that is not allowed',
    );
  });
});

/** A proxy that leads every tunnel to one server. */
async function tunnelTo(target: string) {
  const connects: [string | undefined, string | undefined][] = [];
  const host = await rawProxy((head, socket) => {
    const [, path] = /^CONNECT (\S+)/.exec(head) ?? [];
    connects.push([path, /^proxy-authorization: (.*)$/im.exec(head)?.[1]]);
    const [name, port] = target.split(':');
    const tunnel = connectTo(Number(port), name);
    tunnel.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.pipe(tunnel).pipe(socket);
  });
  return { host, connects };
}

async function rawProxy(handle: (head: string, socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    void once(socket, 'data').then(([data]) => handle(String(data), socket));
  });
  cleanUp.add(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

describe('a proxy', () => {
  test('that rejects a tunnel is named', async () => {
    const host = await rawProxy((_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
    const http = httpWith({ environment: { HTTPS_PROXY: `http://${host}` } });
    expect(await outcome(http, 'https://registry.example/')).toBe('the proxy answers with HTTP 407');
  });

  test('that opens a tunnel without TLS behind it is left', async () => {
    const closed: Promise<unknown>[] = [];
    const host = await rawProxy((_, socket) => {
      closed.push(once(socket, 'close'));
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.resume();
    });
    const http = httpWith({ environment: { HTTPS_PROXY: `http://${host}` }, timeLimits: { connect: 50 } });
    expect(await outcome(http, 'https://registry.example/')).toMatch(/does not answer$/);
    http.close();
    expect(closed).toHaveLength(1);
    await closed[0];
  });

  test('that opens a tunnel without TLS behind it does not delay the end', async () => {
    const opened = new EventEmitter<{ data: [Socket] }>();
    const host = await rawProxy((_, socket) => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.once('data', () => opened.emit('data', socket));
    });
    const http = httpWith({ environment: { HTTPS_PROXY: `http://${host}` } });
    const result = outcome(http, 'https://registry.example/');
    const [socket] = await once(opened, 'data');
    const closed = once(socket, 'close');
    http.close();
    await closed;
    expect(await result).toBe('the connection was closed');
  });

  test('that does not answer is not waited for', async () => {
    const host = await rawProxy(() => {});
    const http = httpWith({ environment: { HTTPS_PROXY: host }, timeLimits: { connect: 50 } });
    expect(await outcome(http, 'https://registry.example/')).toMatch(/does not answer$/);
  });

  test('gets requests without TLS with the whole address', async () => {
    const proxy = await serve(cleanUp, (_, response) => response.end());
    const environment = { HTTP_PROXY: `http://a:b@${proxy.host}` };
    const http = httpWith({ environment, plainHttp: ['plain.example:5000'] });
    expect(await outcome(http, 'http://plain.example:5000/v2/')).toBe(200);
    expect(proxy.requests).toMatchObject([
      {
        path: 'http://plain.example:5000/v2/',
        headers: { host: 'plain.example:5000', 'proxy-authorization': 'Basic YTpi' },
      },
    ]);
  });

  test('is not used for loopback', async () => {
    const { host } = await serve(cleanUp, (_, response) => response.end());
    expect(await outcome(httpWith({ environment: { HTTP_PROXY: '127.0.0.1:1' } }), `http://${host}/`)).toBe(200);
  });

  test.each(['socks5://proxy.example', 'http://', ':'])('has to be an HTTP proxy, not %s', async (proxy) => {
    const http = httpWith({ environment: { HTTPS_PROXY: proxy } });
    expect(await outcome(http, 'https://registry.example/')).toContain('the address of the proxy is not valid');
  });

  test.each([
    ['', true],
    ['*', false],
    ['registry.example', false],
    ['REGISTRY.example', false],
    ['example', false],
    ['.example', false],
    ['*.example', false],
    ['.registry.example', true],
    ['gistry.example', true],
    ['other.example, registry.example', false],
    ['registry.example:443', false],
    ['registry.example:5000', true],
    [',', true],
  ])('with NO_PROXY=%s, is used for registry.example: %s', (list, isUsed) => {
    const proxy = proxyFor(new URL('https://registry.example/'), { HTTPS_PROXY: 'proxy.example:3128', NO_PROXY: list });
    expect(proxy?.host).toBe(isUsed ? 'proxy.example:3128' : undefined);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.7', '0.0.0.0/0'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::/32'],
    ['[2001:db8::7]', '[2001:db8::7]:443'],
  ])('is not used for %s with no_proxy=%s', (host, list) => {
    const url = new URL(`https://${host}/`);
    expect(proxyFor(url, { https_proxy: 'proxy.example', no_proxy: list })).toBeUndefined();
    const others =
      '192.0.3.0/24,2001:db9::/32,192.0.2.0/33,192.0.2.0/-1,192.0.2.0/x,192.0.2.0/,::/,example/8,192.0.2.7:80,2.7';
    expect(proxyFor(url, { https_proxy: 'proxy.example', no_proxy: others })?.host).toBe('proxy.example');
  });

  test('is read from the variable of the scheme, in capitals first', () => {
    const url = new URL('http://registry.example/');
    expect(proxyFor(url, { HTTPS_PROXY: 'a.example' })).toBeUndefined();
    expect(proxyFor(url, { HTTP_PROXY: 'a.example', http_proxy: 'b.example' })?.host).toBe('a.example');
    expect(proxyFor(url, { HTTP_PROXY: '', http_proxy: 'https://b.example' })?.href).toBe('https://b.example/');
    expect(proxyAuthorization(new URL('http://proxy.example'))).toEqual({});
  });
});
