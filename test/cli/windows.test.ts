import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, kubewin, kubewinOnWindows, only, textOf } from './kubewin.ts';
import { DECLARED, FIXED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';

const FILES = { 'web/a.yaml': DECLARED, 'web/deep/b.yaml': SCHEDULED, 'c.yaml': DECLARED };

const isWindows = process.platform === 'win32';

/** A path of this system as Windows has it. */
function onDrive(path: string): string {
  return isWindows ? path : `C:${path.replaceAll('/', '\\')}`;
}

/** The same path on a share. */
function onShare(path: string): string {
  const [drive] = onDrive(path);
  return onDrive(path).replace(/^[A-Z]:/i, isWindows ? `\\\\localhost\\${drive}$$` : '\\\\server\\share');
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/');
}

/** The paths that a check reports. */
async function checkedIn(cwd: string, ...args: readonly string[]): Promise<string[]> {
  const { stdout } = await kubewinOnWindows(['check', '--format=json', ...args], { cwd });
  return JSON.parse(stdout).files.map(({ path }: { path: string }) => path);
}

test('paths have slashes, however they are given', async () => {
  const cwd = folderWith(FILES);
  expect(await checkedIn(cwd)).toEqual(['c.yaml', 'web/a.yaml', 'web/deep/b.yaml']);
  expect(await checkedIn(cwd, 'web\\a.yaml', '.\\web\\deep\\')).toEqual(['./web/deep/b.yaml', 'web/a.yaml']);
  expect(await checkedIn(cwd, `..\\${basename(cwd)}`)).toHaveLength(3);
  const web = onDrive(join(cwd, 'web'));
  expect(await checkedIn(cwd, web)).toEqual([`${slashed(web)}/a.yaml`, `${slashed(web)}/deep/b.yaml`]);
  const shared = onShare(join(cwd, 'c.yaml'));
  expect(shared).toMatch(/^\\\\/);
  expect(await checkedIn(cwd, shared)).toEqual([slashed(shared)]);
});

test('a file is checked once, in whatever case and form its path is given', async () => {
  const cwd = folderWith(FILES);
  const drive = onDrive(join(cwd, 'c.yaml'));
  const others = [drive.toLowerCase()[0] + drive.slice(1), `\\\\?\\${drive}`];
  expect(await checkedIn(cwd, 'c.yaml', drive, ...others)).toEqual(['c.yaml']);
});

test('globs are expanded, because the shells of Windows do not', async () => {
  const cwd = folderWith(FILES);
  expect(await checkedIn(cwd, '*.yaml')).toEqual(['c.yaml']);
  expect(await checkedIn(cwd, 'web\\**\\?.yaml')).toEqual(['web/a.yaml', 'web/deep/b.yaml']);
  expect(await checkedIn(cwd, `${onDrive(cwd)}\\w*\\a.yaml`)).toEqual([`${slashed(onDrive(cwd))}/web/a.yaml`]);
  expect(await kubewinOnWindows(['check', 'x\\*.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('x/*.yaml: No file matches.'),
  });
  expect(await checkedIn(cwd, '--exclude', 'web\\deep')).toEqual(['c.yaml', 'web/a.yaml']);
});

test.skipIf(isWindows)('globs are expanded on other systems, too, if the shell did not', async () => {
  const cwd = folderWith({ ...FILES, 'web/*.yaml': SCHEDULED, '.kubewin.yaml': 'exclude: [web/deep]\n' });
  const checked = async (...args: readonly string[]) => {
    const { stdout } = await kubewin(['check', '--format=json', ...args], { cwd });
    return JSON.parse(stdout).files.map(({ path }: { path: string }) => path);
  };
  expect(await checked('**/?.yaml')).toEqual(['c.yaml', 'web/*.yaml', 'web/a.yaml']);
  // A file with this name.
  expect(await checked('web/*.yaml')).toEqual(['web/*.yaml']);
});

test('lists that PowerShell and cmd write are read', async () => {
  const list = 'web\\a.yaml\r\nweb\\deep\\b.yaml\r\n';
  const cwd = folderWith({
    ...FILES,
    'utf16.txt': Buffer.from(`\uFEFF${list}`, 'utf16le'),
    'utf8.txt': `\uFEFF${list}`,
  });
  for (const name of ['utf16.txt', 'utf8.txt'])
    expect(await checkedIn(cwd, '--files-from', `.\\${name}`)).toEqual(['web/a.yaml', 'web/deep/b.yaml']);
});

test('a baseline of another system fits, and files are written to paths with backslashes', async () => {
  const cwd = folderWith(FILES);
  const written = await kubewin(['check', '--write-baseline=known.json'], { cwd });
  expect(written.code).toBe(0);
  const { code, stderr } = await kubewinOnWindows(
    ['check', '--baseline=.\\known.json', '--format=sarif=web\\deep\\x.sarif', '--write-baseline=web\\again.json'],
    { cwd },
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(textOf(cwd, 'web/again.json')).toBe(textOf(cwd, 'known.json'));
  const uris = textOf(cwd, 'web/deep/x.sarif').match(/"uri": ?"[^"]*yaml"/g) ?? [];
  expect(uris.length).toBeGreaterThan(0);
  expect(uris.filter((uri) => !/"(?:web\/)?(?:deep\/)?[abc]\.yaml"$/.test(uri))).toEqual([]);
});

test('fixes keep CRLF and write to the file that is named', async () => {
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');
  const cwd = folderWith({ 'web/a.yaml': crlf(DECLARED) });
  const { code } = await kubewinOnWindows(['check', '--fix', ...only(...MANIFEST_RULES), 'web\\a.yaml'], { cwd });
  expect([code, textOf(cwd, 'web/a.yaml')]).toEqual([0, crlf(FIXED)]);
});

test('no format prints a backslash in a path', async () => {
  const cwd = folderWith(FILES);
  for (const format of ['text', 'compact', 'github', 'azure', 'gitlab', 'junit', 'checkstyle', 'rdjson', 'sonar']) {
    const { stdout } = await kubewinOnWindows(['check', `--format=${format}`, 'web\\deep', 'web\\a.yaml'], { cwd });
    expect(stdout, format).toContain('web/deep/b.yaml');
    expect(stdout, format).not.toMatch(/web\\+(?:deep|a)/);
  }
});

test('characters outside of ASCII reach a console and a file in UTF-8', async () => {
  const cwd = folderWith({ 'größe.yaml': SCHEDULED.replace('name: scheduled', 'name: "größe"') });
  const { stdout } = await kubewinOnWindows(['check', '--format=compact', '--format=json=ä.json', 'gr*.yaml'], { cwd });
  expect(stdout).toMatch(/^größe\.yaml:9:3: /);
  expect(JSON.parse(textOf(cwd, 'ä.json')).files[0].path).toBe('größe.yaml');
});
