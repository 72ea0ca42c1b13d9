import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { relevantWords } from '../../server/src/lint/rule-set/relevance.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { RULES } from '../../server/src/rules/index.ts';
import { LineIndex } from '../../server/src/text/line-index.ts';
import { readLarge } from '../../server/src/workspace/large-input.ts';
import { folderWith, kubewin, only } from './kubewin.ts';
import { expectSchema } from './schema.ts';

const WORDS = relevantWords(RULES);

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function kept(text: string | Uint8Array, size = 7) {
  const reading = await readLarge(inChunks(Buffer.from(text), size), { words: WORDS, settings: DEFAULT_SETTINGS });
  if ('fault' in reading) throw new Error(reading.fault.message);
  const { parts, ...rest } = reading;
  const [part = { text: '', skips: [] }, ...others] = parts;
  expect(others).toEqual([]);
  return { ...part, ...rest };
}

const pod = (name: string, more: object = {}, status: object = { phase: 'Running' }) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"windows":"x"}\n' }, name },
  spec: { containers: [{ image: 'registry.example/web:1.0', name: 'web' }], ...more },
  status,
});
const WINDOWS = { nodeSelector: { 'kubernetes.io/os': 'windows' } };
const node = (name: string, os: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { labels: { 'kubernetes.io/os': os }, managedFields: [{ manager: 'kubelet' }], name },
  status: {
    allocatable: { cpu: '4' },
    images: [{ names: ['a'] }],
    nodeInfo: { kubeletVersion: 'v1.29.4' },
    conditions: [],
  },
});
const SECRET = { apiVersion: 'v1', data: { a: 'c2VjcmV0', b: 'bW9yZQ==' }, kind: 'Secret', metadata: { name: 's' } };

const ITEMS = [
  pod('plain'),
  pod('selected', { hostPID: true, ...WINDOWS }),
  pod('on-windows', { hostPID: true, nodeName: 'w' }),
  pod('only-by-node', { nodeName: 'w' }),
  pod('on-linux', { nodeName: 'l' }),
  pod('nowhere', { nodeName: 'gone' }),
  SECRET,
  node('w', 'windows'),
  node('l', 'linux'),
  pod('late', { nodeName: 'l' }),
];
const list = (items: readonly object[]) => ({
  apiVersion: 'v1',
  items,
  kind: 'List',
  metadata: { resourceVersion: '' },
});

/** Writes YAML as kubectl does. */
function yaml(value: unknown, indentation = 0): string {
  const blanks = ' '.repeat(indentation);
  if (Array.isArray(value)) {
    return value.map((item) => `${blanks}- ${yaml(item, indentation + 2).trimStart()}`).join('');
  }
  if (typeof value !== 'object' || value === null) return `${blanks}${JSON.stringify(value)}\n`;
  return Object.entries(value)
    .map(([key, item]) => {
      if (typeof item === 'string' && item.endsWith('\n')) return `${blanks}${key}: |\n${blanks}  ${item}`;
      if (typeof item !== 'object' || Object.keys(item).length === 0)
        return `${blanks}${key}: ${JSON.stringify(item)}\n`;
      return `${blanks}${key}:\n${yaml(item, indentation + (Array.isArray(item) ? 0 : 2))}`;
    })
    .join('');
}

const FORMS: Readonly<Record<string, string>> = {
  YAML: yaml(list(ITEMS)),
  'YAML with indented items': yaml(list(ITEMS)).replace(/(?<=^items:\n)[\s\S]*(?=^kind: List)/m, (items) =>
    items.replace(/^/gm, '  ').replace(/ +$/, ''),
  ),
  JSON: `${JSON.stringify(list(ITEMS), null, 4)}\n`,
  'JSON indented by two': `${JSON.stringify(list(ITEMS), null, 2)}\n`,
  documents: ITEMS.map((item) => `---\n${yaml(item)}`).join(''),
  CRLF: yaml(list(ITEMS)).replaceAll('\n', '\r\n'),
};

describe.each(Object.entries(FORMS))('%s', (_, text) => {
  test('keeps only objects that can matter', async () => {
    const { text: left } = await kept(text);
    for (const name of ['selected', 'on-windows', 'only-by-node']) expect(left).toContain(name);
    for (const name of [
      'plain',
      'on-linux',
      'nowhere',
      'late',
      'Running',
      'last-applied',
      'managedFields',
      'images',
      'c2Vj',
    ]) {
      expect(left).not.toContain(name);
    }
    expect(left).toContain('kubeletVersion');
    expect(left).toContain('allocatable');
    expect(left).toMatch(/ "?a"?:/);
  });

  test('keeps the line numbers, whatever the size of chunks', async () => {
    const lines = text.split(/\r?\n/);
    for (const size of [1, 13, 100_000]) {
      const { text: left, skips = [] } = await kept(text, size);
      const index = new LineIndex(left, 'utf-16', skips);
      for (const word of ['selected', 'on-windows', 'kubeletVersion', 'hostPID']) {
        const { line, character } = index.positionAt(left.indexOf(word));
        expect(lines[line]?.slice(character)).toMatch(new RegExp(`^${word}`));
      }
    }
  });

  test('gives the findings of the complete text', async () => {
    const rules = only('pod/host-pid');
    const cwd = folderWith({});
    writeFileSync(join(cwd, 'all'), text);
    const whole = JSON.parse((await kubewin(['check', 'all', '--format=json', ...rules], { cwd })).stdout);
    const { text: left, skips = [] } = await kept(text);
    writeFileSync(join(cwd, 'left'), left);
    const part = JSON.parse((await kubewin(['check', 'left', '--format=json', ...rules], { cwd })).stdout);
    const lineOf = (line: number) =>
      new LineIndex(left, 'utf-16', skips).positionAt(new LineIndex(left).offsetAt({ line, character: 0 })).line;
    const findings = part.files[0].findings.map(
      (finding: { range: Record<'start' | 'end', { line: number; column: number }> }) => ({
        ...finding,
        range: Object.fromEntries(
          Object.entries(finding.range).map(([key, { line, column }]) => [key, { line: lineOf(line - 1) + 1, column }]),
        ),
      }),
    );
    expect(findings).toEqual(whole.files[0].findings);
    expect(findings).toHaveLength(2);
  });
});

test('cuts JSON in one line, too', async () => {
  const text = JSON.stringify(list(ITEMS));
  const { text: left } = await kept(text);
  expect(left).toContain('on-windows');
  expect(left).not.toContain('on-linux');
});

test.each([
  ['in strings', { note: '"items": [{ \\" }]' }],
  ['in other lists', { others: [{ items: [{ kind: 'Pod' }] }] }],
])('ignores items %s', async (_, more) => {
  const text = JSON.stringify({ ...more, ...list([pod('selected', WINDOWS)]) }, null, 4);
  const { text: left } = await kept(text);
  expect(left.match(/^--- /gm)).toHaveLength(1);
  expect(left).toContain('selected');
});

test('does not read a list outside of `items` as objects', async () => {
  const text = yaml([pod('selected', WINDOWS)]);
  const { text: left } = await kept(text);
  expect(left).toMatch(/^- apiVersion:/m);
});

test('reads UTF-16 in parts, too', async () => {
  const { text, encoding } = await kept(Buffer.from(`\uFEFF${FORMS['YAML']}`, 'utf16le'), 5);
  expect(encoding).toBe('utf-16le');
  expect(text).toContain('on-windows');
});

test.each<[name: string, text: string | Uint8Array, message: string]>([
  ['half of the last character', Buffer.concat([Buffer.from('a: '), Buffer.from([0xc3])]), 'It is not text'],
  ['bytes that are not text', Buffer.concat([Buffer.from('a: '), Buffer.from([0xff])]), 'It is not text'],
  ['a document that is too large', `a: ${'x'.repeat(10_000_001)}`, 'The file is larger than 10 MB.'],
])('%s', async (_, text, message) => {
  const reading = await readLarge(inChunks(Buffer.from(text), 65_536), { words: WORDS, settings: DEFAULT_SETTINGS });
  expect('fault' in reading && reading.fault.message).toContain(message);
});

test('stops reading beyond the limit', async () => {
  let read = 0;
  const item = Buffer.from(yaml([pod('a', {}, { message: 'x'.repeat(1_000_000) })]));
  async function* endless() {
    yield Buffer.from('items:\n');
    for (; ; read += item.length) yield item;
  }
  const reading = await readLarge(endless(), { words: WORDS, settings: DEFAULT_SETTINGS });
  expect('fault' in reading && reading.fault.message).toBe('The input is larger than 250 MB.');
  expect(read).toBeLessThan(260_000_000);
});

describe('a large list of relevant objects', () => {
  const FILLER = pod('linux', {}, { message: 'x'.repeat(8_000_000) });
  const ENV = Array.from({ length: 300 }, (_, i) => ({ name: `SETTING_${i}`, value: 'x'.repeat(2_000) }));
  /** Pods that are each as large as a part. */
  const many = (count: number, more: object) =>
    Array.from({ length: count }, (_, i) =>
      pod(`p${i}`, { containers: [{ env: ENV, image: 'registry.example/web:1.0', name: 'web' }], ...more }),
    );
  const rules = ['--format=json', ...only('pod/host-pid')];

  test.each([
    ['pods that select Windows', { ...WINDOWS, hostPID: true }],
    ['pods on Windows nodes', { nodeName: 'w', hostPID: true }],
  ])('%s are checked in parts, as one file', async (_, more) => {
    const text = yaml(list([FILLER, ...many(4, more), FILLER, node('w', 'windows')]));
    const reading = await readLarge(inChunks(Buffer.from(text), 65_536), { words: WORDS, settings: DEFAULT_SETTINGS });
    expect('parts' in reading && reading.parts).toHaveLength(5);
    const { code, stdout } = await kubewin(['check', '-', ...rules], { input: text });
    const lines = text.split('\n').flatMap((line, i) => (line.includes('hostPID') ? [i + 1] : []));
    const { files } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(files).toHaveLength(1);
    expect(files[0].findings.map(({ range }: { range: { start: { line: number } } }) => range.start.line)).toEqual(
      lines,
    );
    const result = await kubewin(['check', '-', ...only('pod/host-pid')], { input: text });
    for (const line of lines) expect(result.stdout).toContain(`${line} |     hostPID: true`);
    expect(result.stdout).toContain('in 1 file (7 objects)');
  });

  test('objects of the same name have different fingerprints, even in other parts', async () => {
    const single = yaml(many(1, { ...WINDOWS, hostPID: true })[0]);
    const input = `${yaml(FILLER)}${`---\n${single}`.repeat(3)}---\n${yaml(FILLER)}`;
    const { stdout } = await kubewin(['check', '-', '--format=gitlab', ...only('pod/host-pid')], { input });
    const found: { fingerprint: string }[] = JSON.parse(stdout);
    expect(found).toHaveLength(3);
    expect(new Set(found.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  test('facts of pods in one part apply to the others', async () => {
    const service = (name: string, app: string) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name },
      spec: { ports: [{ port: 80, protocol: 'SCTP' }], selector: { app } },
    });
    const last = { ...pod('last', WINDOWS), metadata: { labels: { app: 'last' }, name: 'last' } };
    const items = [service('used', 'last'), service('unused', 'other'), ...many(3, WINDOWS), last, FILLER, FILLER];
    const input = yaml(list(items));
    const { stdout } = await kubewin(['check', '-', '--format=json', ...only('service/sctp')], { input });
    const { files } = JSON.parse(stdout);
    expect(files[0].findings.map(({ object }: { object: { name: string } }) => object.name)).toEqual(['used']);
  });

  test.each(['explain', 'migrate'])('%s reports all workloads', async (command) => {
    const input = yaml(list([pod('small'), ...many(3, {}), FILLER, FILLER]));
    const { stdout } = await kubewin([command, '-', '--format=json'], { input });
    const { files } = JSON.parse(stdout);
    expect(files).toHaveLength(1);
    expect(files[0].workloads.map(({ object }: { object: { name: string } }) => object.name)).toEqual([
      'small',
      'p0',
      'p1',
      'p2',
      'linux',
      'linux',
    ]);
  });

  test('a directive for the file applies to all parts', async () => {
    const allowed = (count: number) =>
      [
        '# kubewin: allow-file pod/host-pid\n',
        ...many(count, { ...WINDOWS, hostPID: true }).map((object) => yaml(object)),
        yaml(FILLER),
        yaml(FILLER),
      ]
        .join('---\n')
        .replace('---\n', '');
    const { stdout } = await kubewin(['check', '-', ...rules], { input: allowed(3) });
    expect(JSON.parse(stdout).files[0].findings).toEqual([]);
    const { code, stderr } = await kubewin(['check', '-', ...rules], { input: allowed(20) });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'With a directive for the whole file, what can matter for Windows nodes in it may have 10 MB.',
    );
  });
});

/** A list that is larger than a file may be, with few relevant objects. */
function large(form: 'yaml' | 'json'): string {
  const items = [
    ...Array.from({ length: 60 }, (_, i) => pod(`linux-${i}`, {}, { message: 'x'.repeat(200_000) })),
    pod('selected', { hostPID: true, ...WINDOWS }),
    node('w', 'windows'),
  ];
  return form === 'yaml' ? yaml(list(items)) : JSON.stringify(list(items), null, 4);
}

test.each(['yaml', 'json'] as const)(
  'a large list in %s is checked, from a file and from standard input',
  async (form) => {
    const cwd = folderWith({});
    const text = large(form);
    writeFileSync(join(cwd, 'all.txt'), text);
    const line = text.split('\n').findIndex((content) => content.includes('hostPID')) + 1;
    const rules = ['--format=json', ...only('pod/host-pid')];
    for (const args of [['all.txt'], ['-']]) {
      const input = args[0] === '-' ? text : '';
      const { code, stdout, stderr } = await kubewin(['check', ...args, ...rules], { cwd, input });
      expectSchema('check', stdout);
      const { files, kubernetesVersion } = JSON.parse(stdout);
      expect(files).toMatchObject([
        { path: args[0], findings: [{ rule: 'pod/host-pid', range: { start: { line } } }] },
      ]);
      expect(kubernetesVersion).toBe('1.29');
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('Settings from the Nodes') });
    }
    const { code, stdout, stderr } = await kubewin(['check', '-', '--fix', ...rules], { input: text });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('-: The list is too large to be changed.');
  },
);

describe('JSON with a fault', () => {
  const text = large('json');
  const second = JSON.stringify(list([pod('second', { hostPID: true, ...WINDOWS })]), null, 4);
  const last = text.lastIndexOf('    {');
  const args = ['check', '-', '--format=json', ...only('pod/host-pid')];

  test.each<[name: string, input: string, names: string[]]>([
    ['in a string of an object that does not matter', text.slice(0, 11_000_000), []],
    ['in an object that matters', text.slice(0, text.indexOf('"hostPID"')), []],
    ['between objects', text.slice(0, text.indexOf('\n        },', 11_000_000) + '\n        },'.length), []],
    ['after the list', text.slice(0, text.lastIndexOf('],') + 2), ['selected']],
    ['by what follows', `${text}oops`, ['selected']],
    ['by a bracket', `${text.slice(0, last)}]${text.slice(last)}`, ['selected']],
    ['by objects in objects', `${text.slice(0, last)}{"a":${'['.repeat(2000)}`, ['selected']],
  ])('%s is reported, and the text above is checked', async (_, input, names) => {
    const { code, stdout, stderr } = await kubewin(args, { input });
    const { files, notes } = JSON.parse(stdout);
    expect(code).toBe(2);
    expect(files[0].findings.map(({ object }: { object: { name: string } }) => object.name)).toEqual(names);
    const errors = notes.filter(({ level }: { level: string }) => level === 'error');
    expect(errors[0]).toMatchObject({ path: '-', place: { line: expect.any(Number) } });
    expect(errors[0].place.line).toBeGreaterThan(1);
    expect(stderr).toContain('cannot be read as YAML here');
  });

  test.each([
    ['', ''],
    [' with a separator', '---\n'],
  ])('reads several lists after each other%s', async (_, between) => {
    const { code, stdout } = await kubewin(args, { input: `${text}\n${between}${second}\n` });
    expect(code).toBe(1);
    const lines = `${text}\n${between}`.split('\n').length - 1;
    const own = second.split('\n').findIndex((line) => line.includes('hostPID')) + 1;
    expect(JSON.parse(stdout).files[0].findings).toMatchObject([
      { object: { name: 'selected' } },
      { object: { name: 'second' }, range: { start: { line: lines + own, column: expect.any(Number) } } },
    ]);
  });

  test('objects without a list keep their positions', async () => {
    const single = JSON.stringify(pod('alone', { hostPID: true, ...WINDOWS }), null, 2);
    const { text: left, skips } = await kept(`${single}\n${single}\n`);
    const index = new LineIndex(left, 'utf-16', skips);
    const lines = `${single}\n${single}\n`.split('\n');
    for (const at of [left.indexOf('"hostPID"'), left.lastIndexOf('"hostPID"')]) {
      const { line, character } = index.positionAt(at);
      expect(lines[line]?.slice(character)).toMatch(/^"hostPID"/);
    }
    expect(left.match(/"alone"/g)).toHaveLength(2);
  });
});

test('keeps Linux pods that can be scheduled on a Windows node once Nodes of both systems were read', async () => {
  const deployment = (name: string) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { template: { spec: { containers: [{ image: 'registry.example/web:1.0', name: 'web' }] } } },
  });
  const items = [deployment('before'), node('w', 'windows'), deployment('between'), node('l', 'linux')];
  const { text } = await kept(yaml(list([...items, deployment('after'), pod('on-linux', { nodeName: 'l' })])));
  expect(['before', 'between', 'after', 'on-linux'].filter((name) => text.includes(name))).toEqual(['after']);
});

test('counts the objects of a large list without Windows pods', async () => {
  const text = yaml(
    list([pod('linux', {}, { message: 'x'.repeat(9_000_000) }), pod('linux', {}, { message: 'x'.repeat(9_000_000) })]),
  );
  expect(await kubewin(['check', '-', '--fail-if-empty'], { input: text })).toEqual({
    code: 0,
    stdout: 'No problems found in 1 file (2 objects).\n',
    stderr: '',
  });
});

test('does not read a large file in a folder', async () => {
  const cwd = folderWith({ 'all.yaml': large('yaml') });
  const { code, stderr } = await kubewin(['check'], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'all.yaml: The file is larger than 10 MB.\n' });
});
