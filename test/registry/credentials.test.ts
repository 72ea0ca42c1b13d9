import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type CredentialOptions, Credentials } from '../../server/src/registry/credentials.ts';
import { CleanUp } from './servers.ts';

const cleanUp = new CleanUp();
afterEach(() => cleanUp.run());

const HOST = 'registry.example';
const USER = { user: 'user', password: 'secret' };
const AUTH = Buffer.from('user:secret').toString('base64');

function folderWith(files: Readonly<Record<string, string | object>>): string {
  const folder = cleanUp.folder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** Credentials with a `config.json` of Docker, and the warnings about it. */
function withConfig(config: string | object, options: Partial<CredentialOptions> = {}) {
  const warnings: string[] = [];
  const home = folderWith({ '.docker/config.json': config });
  const warn = (message: string) => void warnings.push(message.replaceAll(home, '~'));
  return { credentials: new Credentials({ environment: {}, home, warn, ...options }), warnings };
}

test.each([
  [{ auth: AUTH }, USER],
  [{ auth: Buffer.from('user:a:b').toString('base64') }, { user: 'user', password: 'a:b' }],
  [{ auth: Buffer.from('user:secret\0\0').toString('base64') }, USER],
  [{ username: 'user', password: 'secret' }, USER],
  [{ auth: AUTH, identitytoken: 'token' }, { identityToken: 'token' }],
  [{ auth: Buffer.from('<token>:abc').toString('base64') }, { identityToken: 'abc' }],
  [{}, undefined],
])('an entry with %j is read', async (entry, credential) => {
  const { credentials, warnings } = withConfig({ auths: { [HOST]: entry } });
  expect(await credentials.of(HOST, 'app')).toEqual(credential);
  expect(warnings).toEqual([]);
});

test.each([
  [HOST, HOST],
  [`https://${HOST}`, HOST],
  [`https://${HOST}/v1/`, HOST],
  [`http://${HOST}/v2/`, HOST],
  [`${HOST}/v2/`, HOST],
  [`${HOST}:5000`, `${HOST}:5000`],
  ['https://index.docker.io/v1/', 'docker.io'],
  ['index.docker.io', 'docker.io'],
  ['docker.io', 'docker.io'],
])('the key %s is for %s', async (key, registry) => {
  const { credentials } = withConfig({ auths: { [key]: { auth: AUTH } } });
  expect(await credentials.of(registry, 'library/app')).toEqual(USER);
  for (const other of [`a.${HOST}`, 'example', `${HOST}:443`, 'registry-1.docker.io', '__proto__']) {
    expect(await credentials.of(other, 'library/app')).toBeUndefined();
  }
});

test('the longest namespace decides', async () => {
  const entry = (user: string) => ({ username: user, password: 'secret' });
  const auths = { [HOST]: entry('all'), [`${HOST}/team`]: entry('team'), [`${HOST}/team/app`]: entry('app') };
  const { credentials } = withConfig({ auths });
  const userOf = async (repository: string) => (await credentials.of(HOST, repository)) as { user: string };
  expect((await userOf('team/app')).user).toBe('app');
  expect((await userOf('team/other/app')).user).toBe('team');
  expect((await userOf('teams/app')).user).toBe('all');
});

test('files are read in order', async () => {
  const file = (user: string, host = HOST) => ({ auths: { [host]: { username: user, password: 'secret' } } });
  const folder = folderWith({
    'docker/config.json': file('docker', 'docker.example'),
    'own.json': file('own'),
    'run/containers/auth.json': { auths: { ...file('run').auths, ...file('run', 'run.example').auths } },
  });
  const environment = {
    DOCKER_CONFIG: join(folder, 'docker'),
    REGISTRY_AUTH_FILE: join(folder, 'own.json'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
  };
  const { credentials, warnings } = withConfig(file('home'), { environment });
  const users = await Promise.all(
    ['docker.example', HOST, 'run.example', 'none.example'].map((host) => credentials.of(host, 'a')),
  );
  const user = (name: string) => ({ user: name, password: 'secret' });
  expect(users).toEqual([user('docker'), user('own'), user('run'), undefined]);
  expect(warnings).toEqual([]);
});

test('there are none without files', async () => {
  const warnings: string[] = [];
  const credentials = new Credentials({ environment: {}, home: '/none', warn: (message) => warnings.push(message) });
  expect([await credentials.of(HOST, 'app'), warnings]).toEqual([undefined, []]);
});

test.each([
  [
    '{ "auths": { "a": "secret',
    '`~/.docker/config.json` cannot be read (it is not valid JSON), so its credentials are not used.',
  ],
  ['[]', '`~/.docker/config.json` cannot be read (it is not a JSON object), so its credentials are not used.'],
  [
    { auths: { [HOST]: { auth: 'x' } } },
    `The credentials for \`${HOST}\` in \`~/.docker/config.json\` cannot be read.`,
  ],
  [{ auths: { [HOST]: 5 }, credHelpers: 5, credsStore: 5 }, undefined],
])('%j is reported once, without its content', async (config, warning) => {
  const { credentials, warnings } = withConfig(config);
  for (let i = 0; i < 2; i++) expect(await credentials.of(HOST, 'app')).toBeUndefined();
  expect(warnings).toEqual(warning === undefined ? [] : [warning]);
});

describe.skipIf(process.platform === 'win32')('a credential helper', () => {
  /** A folder with a helper, and the environment in which it is found. */
  function helper(script: string) {
    const folder = folderWith({ 'docker-credential-test': `#!${process.execPath}\n${script}` });
    chmodSync(join(folder, 'docker-credential-test'), 0o755);
    return { environment: { PATH: `${folder}${delimiter}${process.env['PATH']}` } };
  }

  /** Returns the address that it is asked for as the password. */
  const ECHO = `
    let url = '';
    process.stdin.on('data', (data) => { url += data; }).on('end', () => {
      if (process.argv[2] !== 'get') process.exit(3);
      console.log(JSON.stringify({ ServerURL: url, Username: 'user', Secret: url.trim() }));
    });`;

  test('is asked by its protocol', async () => {
    const { credentials, warnings } = withConfig(
      { credHelpers: { [HOST]: 'test', 'docker.io': 'test' }, auths: { [HOST]: {} } },
      helper(ECHO),
    );
    expect(await credentials.of(HOST, 'app')).toEqual({ user: 'user', password: HOST });
    expect(await credentials.of('docker.io', 'a/b')).toEqual({ user: 'user', password: 'https://index.docker.io/v1/' });
    expect(await credentials.of('other.example', 'app')).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  test('for all registries is asked once for each, and files are read if it has none', async () => {
    const script = `
      require('node:fs').appendFileSync(process.env.LOG, 'x');
      console.log('credentials not found in native keychain');
      process.exit(1);`;
    const log = join(folderWith({ log: '' }), 'log');
    const { environment } = helper(script);
    const options = { environment: { ...environment, LOG: log } };
    const { credentials, warnings } = withConfig({ credsStore: 'test', auths: { [HOST]: { auth: AUTH } } }, options);
    expect(await Promise.all(['a', 'b'].map((name) => credentials.of(HOST, name)))).toEqual([USER, USER]);
    expect(await credentials.of('other.example', 'a')).toBeUndefined();
    expect([readFileSync(log, 'utf8'), warnings]).toEqual(['xx', []]);
  });

  test('is not asked if its name is empty, and neither is that for all registries', async () => {
    const config = { credsStore: 'none', credHelpers: { [HOST]: '' }, auths: { [HOST]: { auth: AUTH } } };
    const { credentials, warnings } = withConfig(config, helper(ECHO));
    expect(await credentials.of(HOST, 'app')).toEqual(USER);
    expect(warnings).toEqual([]);
  });

  test('whose child keeps the output open is not waited for', { timeout: 10_000 }, async () => {
    const script = `
      require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'inherit' });
      setInterval(() => {}, 1_000);`;
    const { credentials, warnings } = withConfig({ credsStore: 'test' }, { ...helper(script), helperLimit: 400 });
    expect(await credentials.of(HOST, 'app')).toBeUndefined();
    expect(warnings).toHaveLength(1);
  });

  test('returns an identity token', async () => {
    const script = `console.log(JSON.stringify({ Username: '<token>', Secret: 'abc' }));`;
    const { credentials } = withConfig({ credsStore: 'test' }, helper(script));
    expect(await credentials.of(HOST, 'app')).toEqual({ identityToken: 'abc' });
  });

  test.each([
    ['test', 'process.exit(2)', 'it exits with 2'],
    ['test', 'console.log("secret")', 'its output is not valid'],
    ['test', 'console.log("{}")', 'its output is not valid'],
    ['test', 'setInterval(() => {}, 1_000)', 'it was stopped, because it took too long or printed too much'],
    [
      'test',
      'console.log("x".repeat(2_000_000)); setInterval(() => {}, 1_000)',
      'it was stopped, because it took too long or printed too much',
    ],
    ['none', '', 'there is no program `docker-credential-none`'],
    ['../test', '', 'its name is not valid'],
    ['test; true', '', 'its name is not valid'],
  ])('%s that runs %j is reported, and the registry is read without credentials', async (name, script, reason) => {
    const options = { ...helper(script), helperLimit: script.includes('setInterval') ? 400 : 30_000 };
    const { credentials, warnings } = withConfig({ credHelpers: { [HOST]: name } }, options);
    expect(await credentials.of(HOST, 'app')).toBeUndefined();
    expect(await credentials.of(HOST, 'other')).toBeUndefined();
    expect(warnings).toEqual([`The credential helper \`${name}\` cannot be used for \`${HOST}\`: ${reason}.`]);
  });
});
