import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, kubewin, only, shell } from './kubewin.ts';
import { BROKEN, DECLARED, MANIFEST_RULES, SCHEDULED } from './manifests.ts';
import { expectSchema } from './schema.ts';

const RULES = only(...MANIFEST_RULES);

describe('input that cannot be read', () => {
  test('is reported with file and position, and the rest is checked', async () => {
    const cwd = folderWith({
      'a.yaml': SCHEDULED,
      'nul.yaml': 'a: 1\nb: \0\n',
      'latin.yaml': Buffer.from('# na\xefve\n', 'latin1'),
      'utf-16.yaml': Buffer.from('\uFEFFkind: \uD83D Pod\n', 'utf16le'),
      'large.yaml': Buffer.alloc(10_000_001, ' '),
    });
    symlinkSync('loop.yaml', join(cwd, 'loop.yaml'));
    const { code, stdout, stderr } = await kubewin(['check', 'none.yaml', '', 'loop.yaml', '.', ...RULES], { cwd });
    expect(stderr.split('\n')).toEqual([
      'none.yaml: No such file or folder.',
      "'': The path is empty.",
      'loop.yaml: The file cannot be read: its symbolic links form a loop.',
      './large.yaml: The file is larger than 10 MB.',
      './latin.yaml:1:5: The file is not text: from here on it is not valid UTF-8.',
      './nul.yaml:2:4: The file is not text: it contains a NUL character.',
      './utf-16.yaml:1:7: The file is not text: from here on it is not valid UTF-16.',
      '',
    ]);
    expect(stdout).toMatch(/^ *--> \.\/a\.yaml:9:3$/m);
    expect(stdout).toContain('1 warning in 1 file (1 object).');
    expect(code).toBe(2);
  });

  test('leaves the JSON on standard output valid', async () => {
    const { code, stdout, stderr } = await kubewin(['check', 'none.yaml', '-', '--format=json'], { input: 'a: 1\n' });
    expect(JSON.parse(stdout)).toMatchObject({
      notes: [
        { level: 'error', path: 'none.yaml', place: null, message: 'No such file or folder.' },
        { level: 'note', path: null, place: null, message: 'No Kubernetes object was found in the input.' },
      ],
      files: [{ path: '-', findings: [] }],
    });
    expectSchema('check', stdout);
    expect(stderr).toBe('none.yaml: No such file or folder.\n');
    expect(code).toBe(2);
  });

  test('folders that link to each other are read once', async () => {
    const cwd = folderWith({ 'a/a.yaml': SCHEDULED });
    mkdirSync(join(cwd, 'b'));
    symlinkSync('../a', join(cwd, 'b', 'a'));
    symlinkSync('../b', join(cwd, 'a', 'b'));
    symlinkSync('loop', join(cwd, 'loop'));
    symlinkSync('nowhere', join(cwd, '.#lock.yaml'));
    const { code, stdout, stderr } = await kubewin(['check', ...RULES], { cwd });
    expect(stdout).toContain('1 warning in 1 file (1 object).');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  test('control characters in names are escaped', async () => {
    const cwd = folderWith({ 'a\u001b[31m\u202e.yaml': SCHEDULED.replace('registry', '\u001b]0;title\u0007registry') });
    const { stdout } = await kubewin(['check', ...RULES], { cwd });
    expect(stdout).toMatch(/^ --> a␛\[31m\uFFFD\.yaml:9:3$/m);
    expect(stdout).not.toContain('\u001b');
  });
});

describe('input without an object', () => {
  const nothing = 'kubewin: No Kubernetes object was found in the input.\n';

  test.each([
    ['empty', '', '-: Standard input is empty.\n'],
    ['blank', ' \n\n', '-: Standard input is empty.\n'],
    ['a comment', '# nothing\n', ''],
    ['not a manifest', 'os: windows\n', ''],
    ['text', 'Error: chart not found\n', ''],
  ])('is reported: %s', async (_, input, note) => {
    const checked = await kubewin(['check', '-'], { input });
    expect(checked).toEqual({ code: 0, stdout: '0 objects checked in 1 file.\n', stderr: note });
    const failing = await kubewin(['check', '-', '--fail-if-empty', '--format=json'], { input });
    expect(failing).toMatchObject({ code: 2, stderr: `${note}${nothing}` });
    expect(JSON.parse(failing.stdout).notes).toHaveLength(note === '' ? 1 : 2);
    expectSchema('check', failing.stdout);
    const explained = await kubewin(['explain', '-', '--fail-if-empty'], { input });
    expect(explained).toEqual({ code: 2, stdout: '0 objects checked in 1 file.\n', stderr: `${note}${nothing}` });
  });

  test('a single object is enough, even one that no rule reads', async () => {
    const cwd = folderWith({ 'a.yaml': 'a: 1\n', 'b.yaml': 'apiVersion: v1\nkind: ConfigMap\n' });
    const expected = { code: 0, stdout: 'No problems found in 2 files (1 object).\n', stderr: '' };
    expect(await kubewin(['check', '--fail-if-empty'], { cwd })).toEqual(expected);
  });
});

describe('a text that cannot be parsed', () => {
  const broken = 'a: [1, 2\n';

  test('gives exit code 2 if it is named, on standard input, or looks like a manifest', async () => {
    const manifest = 'apiVersion: v1\nkind: ConfigMap\ndata: [\n';
    for (const [text, path, code] of [
      [broken, '.', 0],
      [broken, 'a.yaml', 2],
      [broken, '-', 2],
      [manifest, '.', 2],
      [BROKEN, '.', 2],
    ] as const) {
      const cwd = folderWith({ 'a.yaml': text });
      const result = await kubewin(['check', path, '--format=json', ...RULES], { cwd, input: broken });
      expect(result.code, `${path}: ${text}`).toBe(code);
      expect(result.stderr).toContain('cannot be read as YAML here: ');
      const [note] = JSON.parse(result.stdout).notes;
      expect(note).toMatchObject({ level: code === 2 ? 'error' : 'note', place: { column: expect.any(Number) } });
      expectSchema('check', result.stdout);
    }
  });

  test('is counted in the summary', async () => {
    const cwd = folderWith({ 'a.yaml': broken, 'b.yaml': SCHEDULED });
    const { stdout } = await kubewin(['check', ...RULES], { cwd });
    expect(stdout).toContain('\n1 warning in 1 of 2 files (1 object).\n1 document could not be parsed.\n');
  });
});

describe('no input crashes the process', () => {
  const head = 'apiVersion: v1\nkind: Pod\nos: windows\n';
  const aliases = Array.from(
    { length: 11 },
    (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`,
  );
  const many = (item: string) => `[${Array(1000).fill(item).join(', ')}]`;
  const multiplied = [
    `- &mount { name: v, mountPath: 'C:\\x', mountPropagation: Bidirectional }`,
    `- &mounts ${many('*mount')}`,
    '- &container { name: c, image: x, volumeMounts: *mounts, securityContext: { privileged: true } }',
    `- &containers ${many('*container')}`,
  ];

  test.each([
    ['nested brackets', `${head}spec: ${'['.repeat(100_000)}`],
    ['closed brackets', `${head}spec: ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['nested braces', `${head}spec: ${'{a: '.repeat(100_000)}`],
    ['nested lists', `${head}spec:\n${'- '.repeat(5000)}`],
    ['many nested lists', `${head}spec:\n${'- '.repeat(100_000)}`],
    ['nested keys', `${head}spec:\n${Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i + 2)}a:`).join('\n')}`],
    ['nested explicit keys', `${head}spec:\n${'? '.repeat(50_000)}`],
    [
      'aliases of aliases',
      `${head}a0: &a0 [x]\n${aliases.join('\n')}\nspec: { containers: *a11, nodeSelector: *a11 }\n`,
    ],
    [
      'containers times mounts',
      `${head}x:\n${multiplied.join('\n')}\nspec: { os: { name: windows }, containers: *containers }\n`,
    ],
    [
      'an alias to itself',
      `${head}spec: &a { containers: *a, os: { name: windows }, securityContext: *a, nodeSelector: *a }\n`,
    ],
    ['a merge key that refers to itself', `${head}spec: &a { <<: *a, os: { name: windows }, hostPID: true }\n`],
    ['megabytes of words', `${head}${'windows '.repeat(500_000)}`],
    ['a megabyte of indicator characters', `${head}${garbage(1_000_000)}`],
    ['a megabyte of line breaks', `${head}${'\r\n'.repeat(500_000)}`],
    ['thousands of documents', 'kind: windows\n---\n'.repeat(20_000)],
    ['many values in one line', `${head}spec: [${'[],'.repeat(100_000)}]`],
    ['lone surrogates', `${head}metadata: { name: "\\ud800" }\nspec: { hostPID: true }\n`],
    [
      'keys that are special in JavaScript',
      `${head}__proto__: { a: 1 }\nconstructor: 1\nspec: { __proto__: 1, hostPID: true }\n`,
    ],
    ['directives', '# kubewin: allow \n# kubewin: os=\n# kubewin: allow , -- \n# kubewin:'.repeat(1000)],
  ])('%s', async (_, input) => {
    const { code, stderr } = await kubewin(['check', '-', '--format=json', ...RULES], { input });
    expect(stderr).not.toContain('bug in Kubewin');
    // A syntax error on standard input is an error, even if a part was checked.
    expect(code).toBe(stderr === '' ? code : 2);
    expect([0, 1, 2]).toContain(code);
  });

  test.each([
    ['one document', `${head}spec: [${'[],'.repeat(3_300_000)}]`],
    [
      'many documents',
      Array(11)
        .fill(`${head}spec: [${'[],'.repeat(300_000)}]`)
        .join('\n---\n'),
    ],
  ])('rejects more tokens than fit into memory, in %s', async (_, input) => {
    const { code, stderr } = await kubewin(['check', '-'], { input });
    expect(stderr).toBe('-: The file has too many YAML tokens.\n');
    expect(code).toBe(2);
  });

  test.each([
    ['too large', `[${'[],'.repeat(600_000)}]`],
    ['nested too deeply', '['.repeat(1_000_000)],
  ])('rejects a document that does not fit into memory: %s', async (fault, value) => {
    const { code, stderr } = await kubewin(['check', '-'], { input: `${head}spec: ${value}` });
    expect(stderr).toContain(`The document is ${fault}; it was not checked`);
    expect(code).toBe(2);
  });

  test('does not check an object that the API server does not accept', async () => {
    const sized = (size: number) => `${DECLARED}x: ${'x'.repeat(size - DECLARED.replace(/#.*|\s+/g, '').length - 2)}\n`;
    const allowed = [
      sized(3_145_728),
      `${DECLARED}# ${'x'.repeat(3_145_728)}\n`,
      `${DECLARED}x:${' '.repeat(3_145_728)}x\n`,
      `apiVersion: v1\nkind: List\nitems: [${'x'.repeat(3_145_728)}]\n---\n${DECLARED}`,
    ];
    for (const input of allowed) {
      expect(await kubewin(['check', '-', ...RULES], { input })).toMatchObject({ code: 1, stderr: '' });
    }
    const input = `${DECLARED}---\n${sized(3_145_729)}`;
    const { code, stdout, stderr } = await kubewin(['check', '-', ...RULES], { input });
    expect(stdout).toContain('2 errors in 1 file (1 object).');
    const line = DECLARED.split('\n').length;
    expect(stderr).toBe(
      `-:${line}:1: The object is larger than 3 MB. The API server does not accept it, so it was not checked.\n`,
    );
    expect(code).toBe(2);
  });

  test('reports many findings in one line', async () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', spec: { os: { name: 'windows' }, hostPID: true } };
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: Array(2000).fill(pod) });
    const { code, stdout, stderr } = await kubewin(['check', '-', ...RULES], { input });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toContain('2000 errors in 1 file (2000 objects).\n2000 fixes with --fix.\n');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(250);
  });

  test('rejects a megabyte of binary data', async () => {
    const noise = Uint8Array.from({ length: 1_000_000 }, (_, i) => (i * 7919 + (i >> 3) * 104_729) % 251);
    const { code, stderr } = await kubewin(['check', '-'], { input: noise });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^-:\d+:\d+: The file is not text: /);
  });

  test.skipIf(process.platform === 'win32')('a reader may close the pipe early', async () => {
    const cwd = folderWith({ 'a.yaml': Array(300).fill(DECLARED).join('---\n') });
    const line = `$kubewin check ${RULES.join(' ')} | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await shell(line, { cwd });
    expect(stdout).toMatch(/^Pod declared .*\n1\n$/);
    expect(stderr).toBe('');
  });
});

/** Indicator characters of YAML in a pseudorandom order, the same in every run. */
function garbage(length: number): string {
  const signs = '[]{}:-,&*#|>"\'\\ \n\n?!%@abc0';
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return signs[seed % signs.length];
  }).join('');
}
