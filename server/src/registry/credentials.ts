import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DOCKER_HUB } from '../images/reference.ts';
import { isRecord, parseJson } from './json.ts';

/** What a user logs in to a registry with. */
export type Credential =
  | { readonly user: string; readonly password: string }
  /** A token that is exchanged for others. */
  | { readonly identityToken: string };

/** The key of Docker Hub in configuration files. */
const DOCKER_HUB_KEY = 'https://index.docker.io/v1/';
const NOT_FOUND = 'credentials not found in native keychain';
/** Maximum length of what a credential helper prints, in characters. */
const MAX_OUTPUT = 1_000_000;
/** Of a credential helper, in milliseconds. */
const HELPER_LIMIT = 30_000;

export interface CredentialOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Called once with a sentence about each file or helper that cannot be read. */
  readonly warn: (message: string) => void;
  /** The folder that has `.docker` in it: by default, the home directory. */
  readonly home?: string;
  readonly helperLimit?: number;
}

/** A configuration file of Docker or Podman, by normalized keys. */
interface Config {
  readonly path: string;
  readonly auths: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly helpers: ReadonlyMap<string, string>;
  readonly store: string | undefined;
}

/** The credentials that `docker login` and `podman login` store. */
export class Credentials {
  readonly #options: CredentialOptions & { readonly home: string; readonly helperLimit: number };
  readonly #found = new Map<string, Promise<Credential | undefined>>();
  #configs: Promise<readonly Config[]> | undefined;

  constructor(options: CredentialOptions) {
    const warned = new Set<string>();
    const warn = (message: string) => {
      if (!warned.has(message)) options.warn(message);
      warned.add(message);
    };
    this.#options = { home: homedir(), helperLimit: HELPER_LIMIT, ...options, warn };
  }

  /** The credential for a repository; undefined if there is none. The first file that has one decides. */
  async of(registry: string, repository: string): Promise<Credential | undefined> {
    this.#configs ??= this.#readConfigs();
    for (const config of await this.#configs) {
      const credential = await this.#inConfig(config, registry, repository);
      if (credential !== undefined) return credential;
    }
    return undefined;
  }

  async #inConfig({ path, auths, helpers, store }: Config, registry: string, repository: string) {
    // An empty name means that no helper has the credentials of this registry.
    const helper = (helpers.get(registry) ?? store) || undefined;
    const stored = helper === undefined ? undefined : await this.#fromHelper(helper, registry);
    if (stored !== undefined) return stored;
    // `registry/team/app`, `registry/team`, `registry`: Podman stores credentials of namespaces.
    for (let key = `${registry}/${repository}`; ; key = key.slice(0, key.lastIndexOf('/'))) {
      const entry = auths.get(key);
      const credential = entry && credentialOf(entry);
      if (entry !== undefined && credential === undefined && Object.keys(entry).length > 0 && helper === undefined) {
        this.#options.warn(`The credentials for \`${key}\` in \`${path}\` cannot be read.`);
      }
      if (credential !== undefined || key === registry) return credential;
    }
  }

  async #readConfigs(): Promise<readonly Config[]> {
    const { environment, home } = this.#options;
    const { DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR } = environment;
    const paths = [
      join(DOCKER_CONFIG || join(home, '.docker'), 'config.json'),
      ...(REGISTRY_AUTH_FILE ? [REGISTRY_AUTH_FILE] : []),
      ...(XDG_RUNTIME_DIR ? [join(XDG_RUNTIME_DIR, 'containers/auth.json')] : []),
    ];
    const configs = await Promise.all(paths.map((path) => this.#readConfig(path)));
    return configs.filter((config) => config !== undefined);
  }

  async #readConfig(path: string): Promise<Config | undefined> {
    try {
      const config: unknown = JSON.parse(await readFile(path, 'utf8'));
      if (!isRecord(config)) throw new Error('it is not a JSON object');
      const entries = (key: string) => Object.entries(isRecord(config[key]) ? config[key] : {});
      const store = config['credsStore'];
      return {
        path,
        auths: new Map(entries('auths').map(([key, value]) => [keyOf(key), isRecord(value) ? value : {}])),
        helpers: new Map(entries('credHelpers').map(([key, value]) => [keyOf(key), String(value)])),
        store: typeof store === 'string' && store !== '' ? store : undefined,
      };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // A parser may quote the text, which contains passwords.
      const reason = error instanceof SyntaxError ? 'it is not valid JSON' : (code ?? message);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        this.#options.warn(`\`${path}\` cannot be read (${reason}), so its credentials are not used.`);
      }
      return undefined;
    }
  }

  /** Each helper is asked once for a registry. */
  #fromHelper(name: string, registry: string): Promise<Credential | undefined> {
    const key = `${name} ${registry}`;
    const ask = async () => {
      try {
        return await this.#askHelper(name, registry === DOCKER_HUB ? DOCKER_HUB_KEY : registry);
      } catch (error) {
        const { message } = error as Error;
        this.#options.warn(`The credential helper \`${name}\` cannot be used for \`${registry}\`: ${message}.`);
        return undefined;
      }
    };
    const found = this.#found.get(key) ?? ask();
    this.#found.set(key, found);
    return found;
  }

  /** https://github.com/docker/docker-credential-helpers#development */
  async #askHelper(name: string, serverUrl: string): Promise<Credential | undefined> {
    if (!/^[\w.-]+$/.test(name)) throw new Error('its name is not valid');
    const { environment, home, helperLimit } = this.#options;
    const { output, code } = await new Promise<{ output: string; code: number | null }>((resolve, reject) => {
      const child = spawn(`docker-credential-${name}`, ['get'], {
        // On Windows, programs are also searched here. The folder with the manifests may not be trusted.
        cwd: home,
        env: environment,
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
        timeout: helperLimit,
        killSignal: 'SIGKILL',
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.length > MAX_OUTPUT) child.kill('SIGKILL');
      });
      child.on('error', ({ code, message }: NodeJS.ErrnoException) => {
        reject(new Error(code === 'ENOENT' ? `there is no program \`docker-credential-${name}\`` : message));
      });
      child.on('close', (code) => resolve({ output, code }));
      // Its own children may still hold the output open.
      child.on('exit', (_, signal) => {
        if (signal !== null) child.stdout.destroy();
      });
      // A helper may end without reading.
      child.stdin.on('error', () => {});
      child.stdin.end(`${serverUrl}\n`);
    });
    if (code === null) throw new Error('it was stopped, because it took too long or printed too much');
    if (code !== 0) {
      if (output.includes(NOT_FOUND)) return undefined;
      throw new Error(`it exits with ${code}`);
    }
    const answer = parseJson(output);
    const { Username: user, Secret: password } = isRecord(answer) ? answer : {};
    if (typeof user !== 'string' || typeof password !== 'string') throw new Error('its output is not valid');
    if (password === '') return undefined;
    return user === '<token>' ? { identityToken: password } : { user, password };
  }
}

/**
 * The registry or namespace that a key stands for. Docker stores addresses such as `https://registry.example/v1/`, and Podman
 * stores names such as `registry.example/team`.
 */
function keyOf(key: string): string {
  const name = key.replace(/^https?:\/\//, '');
  const [host = ''] = name.split('/');
  if (host === 'index.docker.io') return DOCKER_HUB;
  const isAddress = name !== key || /^\/v[12]\/?$/.test(name.slice(host.length));
  return isAddress ? host : name.replace(/\/$/, '');
}

/** The credential in an entry of `auths`; undefined if it has none. */
function credentialOf(entry: Readonly<Record<string, unknown>>): Credential | undefined {
  const text = (key: string) => (typeof entry[key] === 'string' && entry[key] !== '' ? entry[key] : undefined);
  const identityToken = text('identitytoken');
  if (identityToken !== undefined) return { identityToken };
  const decoded = Buffer.from(text('auth') ?? '', 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const user = colon > 0 ? decoded.slice(0, colon) : text('username');
  // Docker ends the password with zero bytes.
  const password = colon > 0 ? decoded.slice(colon + 1).replaceAll('\0', '') : text('password');
  if (user === undefined || password === undefined) return undefined;
  return user === '<token>' ? { identityToken: password } : { user, password };
}
