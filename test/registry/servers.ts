import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** What servers of a test need to stop and to remove. */
export class CleanUp {
  readonly #steps: (() => unknown)[] = [];

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'kubewin-registry-'));
    this.add(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await step();
  }
}

/** A server on loopback, and the requests that it got. */
export interface TestServer {
  /** Its address with the port, such as `127.0.0.1:5000`. */
  readonly host: string;
  readonly requests: { readonly path: string; readonly method: string; readonly headers: IncomingMessage['headers'] }[];
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

export async function serve(cleanUp: CleanUp, handler: Handler, certificate?: Certificate): Promise<TestServer> {
  const requests: TestServer['requests'] = [];
  const listener: RequestListener = (request, response) => {
    requests.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers });
    void handler(request, response);
  };
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  cleanUp.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return { host: await listen(server), requests };
}

export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  return (await bytesOf(request)).toString();
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate for `127.0.0.1` and `registry.example` that signs itself; undefined without OpenSSL. */
export function makeCertificate(cleanUp: CleanUp): Certificate | undefined {
  const folder = cleanUp.folder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const names = 'subjectAltName=IP:127.0.0.1,DNS:registry.example';
  const args = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    '/CN=test',
    '-addext',
    names,
  ];
  const { status } = spawnSync('openssl', ['req', '-x509', ...args, '-days', '2', '-keyout', key, '-out', cert]);
  if (status !== 0) return undefined;
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** How users log in to a registry. */
export type Login =
  | { readonly kind: 'none' }
  /** With the user `user` and the password `secret`. */
  | { readonly kind: 'basic' }
  | { readonly kind: 'token'; readonly realm: string; readonly certificate: Certificate };

export const SERVICE = 'test-registry';
export const ISSUER = 'test-issuer';
export const BASIC = `Basic ${Buffer.from('user:secret').toString('base64')}`;
/** Of the password `secret`. */
const HTPASSWD = 'user:$2b$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a\n';

const PROGRAM = ['docker-registry', 'registry'].find((name) => {
  try {
    return /distribution/.test(execFileSync(name, ['--version'], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return false;
  }
});

export const REGISTRY = PROGRAM === undefined ? 'a stand-in for a registry' : `the registry \`${PROGRAM}\``;

/** Starts the registry of the Distribution project, or a stand-in where it is not installed. Returns its host. */
export async function startRegistry(cleanUp: CleanUp, login: Login): Promise<string> {
  if (PROGRAM === undefined) return (await serve(cleanUp, standIn(login))).host;
  const folder = cleanUp.folder();
  const placeholder = createSocketServer();
  const host = await listen(placeholder);
  placeholder.close();
  const inFolder = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return JSON.stringify(join(folder, name));
  };
  const auth = {
    none: () => '',
    basic: () => `auth: { htpasswd: { realm: test, path: ${inFolder('htpasswd', HTPASSWD)} } }\n`,
    token: () => {
      const { realm, certificate } = login as Login & { kind: 'token' };
      const bundle = inFolder('root.pem', certificate.cert);
      return `auth: { token: { realm: "${realm}", service: ${SERVICE}, issuer: ${ISSUER}, rootcertbundle: ${bundle} } }\n`;
    },
  };
  const config = `version: 0.1
log: { level: error, accesslog: { disabled: true } }
storage: { filesystem: { rootdirectory: ${JSON.stringify(join(folder, 'data'))} } }
http: { addr: "${host}" }
${auth[login.kind]()}`;
  const path = JSON.parse(inFolder('config.yml', config)) as string;
  const child = spawn(PROGRAM, ['serve', path], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  cleanUp.add(() => {
    child.kill('SIGKILL');
    return ended;
  });
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(`http://${host}/v2/`).then(
        () => true,
        () => false,
      )
    )
      return host;
    await setTimeout(25);
  }
  throw new Error(`${PROGRAM} does not start`);
}

/** What a registry does in these tests. */
function standIn(login: Login): Handler {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, { readonly type: string; readonly body: Buffer }>();
  return async (request, response) => {
    const body = await bytesOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry.example');
    const [, repository = '', kind = '', name = ''] = /^\/v2\/(.+)\/(manifests|blobs)\/(.+)$/.exec(pathname) ?? [];
    const answer = (status: number, headers: Record<string, string> = {}, content?: Buffer) => {
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : content);
    };
    const { authorization } = request.headers;
    if (login.kind === 'basic' && authorization !== BASIC)
      return answer(401, { 'www-authenticate': 'Basic realm="test"' });
    if (login.kind === 'token' && !isAllowed(authorization, repository)) {
      const scope = repository === '' ? '' : `,scope="repository:${repository}:pull"`;
      const challenge = `Bearer realm="${login.realm}",service="${SERVICE}"${scope}`;
      return answer(401, { 'www-authenticate': challenge });
    }
    const digest = digestOf(body);
    if (request.method === 'POST') return answer(202, { location: pathname.replace(/uploads\/$/, 'uploads/1') });
    if (request.method === 'PUT' && kind === 'blobs') {
      blobs.set(searchParams.get('digest') ?? '', body);
      return answer(201);
    }
    if (request.method === 'PUT') {
      const manifest = { type: request.headers['content-type'] ?? '', body };
      for (const key of [name, digest]) manifests.set(`${repository} ${key}`, manifest);
      return answer(201, { 'docker-content-digest': digest });
    }
    const manifest = manifests.get(`${repository} ${name}`);
    const blob = blobs.get(name);
    if (kind === 'manifests' && manifest !== undefined) {
      const headers = { 'content-type': manifest.type, 'docker-content-digest': digestOf(manifest.body) };
      return answer(200, headers, manifest.body);
    }
    if (kind === 'blobs' && blob !== undefined) return answer(200, {}, blob);
    return answer(pathname === '/v2/' ? 200 : 404);
  };
}

/** Whether the token for a stand-in, which does not verify signatures, gives access to a repository. */
function isAllowed(authorization: string | undefined, repository: string): boolean {
  const [, claims = ''] = (authorization ?? '').split('.');
  if (claims === '') return false;
  const { exp, access } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return exp * 1_000 > Date.now() && (access as { name: string }[]).some(({ name }) => name === repository);
}

/** A token with access to a repository that the registry of the certificate accepts. */
export function tokenFor(repository: string, certificate: Certificate, actions = ['pull'], seconds = 300): string {
  const [, cert = ''] = /-+BEGIN CERTIFICATE-+([^-]+)/.exec(certificate.cert) ?? [];
  const now = Math.floor(Date.now() / 1_000);
  const header = { typ: 'JWT', alg: 'ES256', x5c: [cert.replace(/\s/g, '')] };
  const times = { iat: now - 600, nbf: now - 600, exp: now + seconds };
  const access = [{ type: 'repository', name: repository, actions }];
  const claims = { iss: ISSUER, sub: 'user', aud: SERVICE, jti: '1', ...times, access };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const key: KeyObject = createPrivateKey(certificate.key);
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export function digestOf(bytes: Buffer | string, algorithm = 'sha256'): string {
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

const OCI = 'application/vnd.oci.image';
export const OCI_INDEX = `${OCI}.index.v1+json`;
export const OCI_MANIFEST = `${OCI}.manifest.v1+json`;
export const DOCKER_LIST = 'application/vnd.docker.distribution.manifest.list.v2+json';
export const DOCKER_MANIFEST = 'application/vnd.docker.distribution.manifest.v2+json';

/** A descriptor of something that was pushed. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** Pushes to a repository of a registry. */
export class Pusher {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(host: string, repository: string, authorization?: string) {
    this.#base = `http://${host}/v2/${repository}`;
    this.#headers = authorization === undefined ? {} : { authorization };
  }

  async blob(content: object, mediaType: string): Promise<Descriptor> {
    const text = JSON.stringify(content);
    const { headers } = await this.#send(`${this.#base}/blobs/uploads/`, 'POST', 202);
    const url = new URL(headers.get('location') ?? '', this.#base);
    url.searchParams.set('digest', digestOf(text));
    await this.#send(url, 'PUT', 201, text, { 'content-type': 'application/octet-stream' });
    return { mediaType, digest: digestOf(text), size: text.length };
  }

  async manifest(content: object, mediaType: string, tag?: string): Promise<Descriptor> {
    const text = JSON.stringify({ schemaVersion: 2, mediaType, ...content });
    const digest = digestOf(text);
    await this.#send(`${this.#base}/manifests/${tag ?? digest}`, 'PUT', 201, text, { 'content-type': mediaType });
    return { mediaType, digest, size: text.length };
  }

  /** An image without layers. */
  async image(config: object, tag?: string, mediaType = OCI_MANIFEST): Promise<Descriptor> {
    const type =
      mediaType === OCI_MANIFEST ? `${OCI}.config.v1+json` : 'application/vnd.docker.container.image.v1+json';
    const blob = await this.blob({ rootfs: { type: 'layers', diff_ids: [] }, ...config }, type);
    return this.manifest({ config: blob, layers: [] }, mediaType, tag);
  }

  async #send(url: string | URL, method: string, status: number, body?: string, headers = {}): Promise<Response> {
    const response = await fetch(url, { method, headers: { ...this.#headers, ...headers }, ...(body && { body }) });
    if (response.status !== status) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    return response;
  }
}
