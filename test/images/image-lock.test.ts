import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  ageHint,
  type LockedImage,
  platformChanges,
  platformText,
  readImageLock,
  readPlatform,
  writeImageLock,
} from '../../server/src/images/image-lock.ts';
import type { Platform } from '../../server/src/images/platform.ts';
import { imageLockSchema } from '../repository/image-lock-schema.ts';
import { constants } from '../repository/limits.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const LOCK = `# Platforms of the images in these manifests, as their registries report them.
# To refresh this file, run: kubewin images --lock --update '*'
version: 1
images:
  "[::1]:5000/app:1.0":
    digest: ${DIGEST}
    updated: 2026-11-26
    platforms: []
  mcr.microsoft.com/windows/servercore:ltsc2022:
    digest: ${DIGEST}
    updated: 2026-11-26
    platforms:
      - windows/amd64 10.0.20348.3692
  registry.example/app:1.0:
    digest: ${DIGEST}
    updated: 2026-11-26
    platforms:
      - linux/amd64
      - linux/arm/v7
      - windows/amd64
      - windows/amd64 10.0.9
      - windows/amd64 10.0.17763.1
      - windows/amd64 10.0.17763.1.1
      - windows/amd64 10.0.beta
`;

/** The faults in a text: the text at the span of the fault, and the message. */
function faultsOf(text: string): [at: string, message: string][] {
  return readImageLock(text).faults.map(({ span, message }) => [text.slice(span.start, span.end), message]);
}

const ENTRY = `    digest: ${DIGEST}\n    updated: 2026-11-26\n    platforms: [linux/amd64]\n`;
const NAME = 'registry.example/app:1.0';

test('what was read is written in the same bytes', () => {
  const { images, faults } = readImageLock(LOCK);
  expect(faults).toEqual([]);
  expect(images.map(({ name }) => name)).toEqual([
    '[::1]:5000/app:1.0',
    'mcr.microsoft.com/windows/servercore:ltsc2022',
    NAME,
  ]);
  expect(images[1]).toEqual({
    name: 'mcr.microsoft.com/windows/servercore:ltsc2022',
    digest: DIGEST,
    updated: '2026-11-26',
    platforms: [{ os: 'windows', architecture: 'amd64', osVersion: '10.0.20348.3692' }],
  });
  expect(writeImageLock(images)).toBe(LOCK);
  expect(writeImageLock(images.map((image) => ({ ...image, platforms: image.platforms.toReversed() })).reverse())).toBe(
    LOCK,
  );
  expect(readImageLock(writeImageLock([]))).toMatchObject({ images: [], faults: [] });
});

test('line ends of Windows and quotes are read', () => {
  const quoted = LOCK.replace('mcr.microsoft.com/windows/servercore:ltsc2022', '"$&"').replace(/2026-11-26/g, '"$&"');
  expect(writeImageLock(readImageLock(quoted.replaceAll('\n', '\r\n')).images)).toBe(LOCK);
});

test.each([
  ['a: [', 'it is ignored: '],
  ['', 'The file is ignored, because its `version` is not 1.'],
  ['- a\n', 'The file is ignored, because its `version` is not 1.'],
  ['images: {}\n', 'The file is ignored, because its `version` is not 1.'],
  [LOCK.replace('version: 1', 'version: 2'), 'The file is ignored, because its `version` is not 1.'],
  [`<<<<<<< ours\n${LOCK}`, 'it is ignored: '],
])('nothing is read of a file that cannot be read: %j', (text, message) => {
  const { images, faults } = readImageLock(text);
  expect(images).toEqual([]);
  expect(faults).toEqual([{ span: expect.anything(), message: expect.stringContaining(message) }]);
});

test('faults name the image and the place, and other images are read', () => {
  const entries = `  nginx:
${ENTRY}  registry.example/../app:
${ENTRY}  registry.example/a:1:
${ENTRY.replace(DIGEST, 'sha256:abc')}  registry.example/b:1:
${ENTRY.replace('2026-11-26', '2026-13-26')}  registry.example/c:1:
${ENTRY.replace('linux/amd64', 'linux/amd64, linux, {a: b}')}  registry.example/d:1:
    digest: ${DIGEST}
    updated: 2026-11-26
  registry.example/e:1: text
  ${NAME}:
${ENTRY}    size: 12
`;
  const text = `version: 1\nextra: yes\nimages:\n${entries}`;
  expect(faultsOf(text)).toEqual([
    ['extra', 'Unknown key `extra`, which is ignored.'],
    ['nginx', '`nginx` is ignored: the whole name is `docker.io/library/nginx:latest`.'],
    ['registry.example/../app', '`registry.example/../app` is not the name of an image, so it is ignored.'],
    ['sha256:abc', '`registry.example/a:1` is ignored, because its `digest` is missing or not valid.'],
    ['2026-13-26', '`registry.example/b:1` is ignored, because its `updated` is missing or not valid.'],
    ['linux', '`linux` is not a platform of `registry.example/c:1`.'],
    ['a', '`` is not a platform of `registry.example/c:1`.'],
    [
      '[linux/amd64, linux, {a: b}]',
      '`registry.example/c:1` is ignored, because its `platforms` is missing or not valid.',
    ],
    ['registry.example/d:1', '`registry.example/d:1` is ignored, because its `platforms` is missing or not valid.'],
    ['registry.example/e:1', '`registry.example/e:1` is ignored, because its `digest` is missing or not valid.'],
    ['size', 'Unknown key `size`, which is ignored.'],
  ]);
  expect(readImageLock(text).images.map(({ name }) => name)).toEqual([NAME]);
});

test('images that are not a mapping, and further documents, are faults', () => {
  expect(faultsOf('version: 1\nimages: []\n')).toEqual([['images', '`images` is a mapping from names to images.']]);
  expect(faultsOf('version: 1\n---\na: 1\n')).toEqual([['---', 'The file has one document; the others are ignored.']]);
});

test('a file that is too long is not read', () => {
  const length = constants().get('server/src/images/image-lock.ts MAX_LENGTH') ?? 0;
  const padded = (size: number) => `${LOCK}#${'x'.repeat(size - LOCK.length - 1)}`;
  expect(readImageLock(padded(length)).images).toHaveLength(3);
  expect(readImageLock(padded(length + 1))).toMatchObject({
    images: [],
    faults: [
      {
        span: { start: 0, end: 0 },
        message: 'The file has more than 4,000,000 characters, so it is ignored.',
      },
    ],
  });
});

test('a limited number of faults is listed', () => {
  const entries = Array.from({ length: 150 }, (_, i) => `  app${i}:\n${ENTRY}`).join('');
  expect(faultsOf(`version: 1\nimages:\n${entries}`)).toHaveLength(100);
});

test.each(['', 'linux', 'linux/', '/amd64', 'linux/arm/v7/x', 'linux/amd64  1', 'linux/amd64 1 2', 'a b/c', 'a/b\n'])(
  '%j is not a platform',
  (text) => {
    expect(readPlatform(text)).toBeUndefined();
  },
);

const DIGITS = '0123456789abcdef';
const PART = fc.stringMatching(/^[a-zA-Z0-9][\w.+-]{0,8}$/);
const PLATFORM: fc.Arbitrary<Platform> = fc.record(
  {
    os: PART,
    architecture: PART,
    variant: PART,
    osVersion: fc.oneof(PART, fc.stringMatching(/^\d{1,3}(\.\d{1,3}){2}$/)),
  },
  { requiredKeys: ['os', 'architecture'] },
);
const IMAGE: fc.Arbitrary<LockedImage> = fc.record({
  name: fc.stringMatching(/^[a-z]{1,4}\.example(:\d{1,4})?\/[a-z0-9]{1,5}:[a-z0-9]{1,4}$/),
  digest: fc
    .array(fc.constantFrom(...DIGITS), { minLength: 64, maxLength: 64 })
    .map((digits) => `sha256:${digits.join('')}`),
  updated: fc.constantFrom('2026-11-26', '1999-01-01'),
  platforms: fc.uniqueArray(PLATFORM, { maxLength: 6, selector: platformText }),
});

test('every image is read as it was written, in one order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(IMAGE, { maxLength: 5, selector: ({ name }) => name }), (images) => {
      const text = writeImageLock(images);
      const { images: read, faults } = readImageLock(text);
      expect(faults).toEqual([]);
      const shown = (list: readonly LockedImage[]) =>
        list.map((image) => ({ ...image, platforms: image.platforms.map(platformText).sort() })).sort(byName);
      expect(shown(read)).toEqual(shown(images));
      expect(writeImageLock(read)).toBe(text);
      expect(writeImageLock(images.toReversed())).toBe(text);
      expect(validate(parse(text))).toBe(true);
      // A file that was edited is parsed.
      expect(readImageLock(text)).toEqual(readImageLock(`${text}# edited\n`));
      const windows = text.replaceAll('\n', '\r\n');
      expect(readImageLock(windows)).toEqual(readImageLock(`${windows}# edited\r\n`));
    }),
    { numRuns: 200 },
  );
});

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

const validate = new Ajv({ strict: false }).compile(imageLockSchema());

test.each([
  LOCK,
  'version: 1\n',
  'version: 1\nimages:\n',
  'version: 2\n',
  'images: {}\n',
  'version: 1\nextra: 1\n',
  'version: 1\nimages: []\n',
  `version: 1\nimages:\n  ${NAME}:\n${ENTRY}`,
  `version: 1\nimages:\n  nginx:\n${ENTRY}`,
  `version: 1\nimages:\n  ${NAME}:\n${ENTRY.replace('sha256', 'md5')}`,
  `version: 1\nimages:\n  ${NAME}:\n${ENTRY.replace('26', '26th')}`,
  `version: 1\nimages:\n  ${NAME}:\n${ENTRY.replace('linux/amd64', 'linux')}`,
  `version: 1\nimages:\n  ${NAME}:\n${ENTRY}    size: 1\n`,
  `version: 1\nimages:\n  ${NAME}:\n    digest: ${DIGEST}\n    updated: 2026-11-26\n`,
])('the schema and the reader agree on %j', (text) => {
  expect(validate(parse(text))).toBe(readImageLock(text).faults.length === 0);
});

test('the changes of platforms ignore the revision of a Windows build', () => {
  const read = (...texts: string[]) => texts.flatMap((text) => readPlatform(text) ?? []);
  const before = read('linux/amd64', 'windows/amd64 10.0.17763.1', 'windows/amd64 10.0.20348.1');
  expect(
    platformChanges(before, read('windows/amd64 10.0.20348.2', 'windows/amd64 10.0.17763.9', 'linux/amd64')),
  ).toEqual([]);
  expect(platformChanges(before, read('windows/amd64 10.0.20348.2', 'windows/amd64 10.0.26100.1'))).toEqual([
    'now without linux/amd64 and windows/amd64 10.0.17763',
    'now with windows/amd64 10.0.26100',
  ]);
});

test('images that were read too long ago are a hint, except those with a digest', () => {
  const image = (name: string, updated: string) => ({ name, digest: DIGEST, updated, platforms: [] });
  const text = writeImageLock([
    image(NAME, '2026-08-28'),
    image('registry.example/new:1.0', '2026-08-29'),
    image('registry.example/older:1.0', '2026-02-01'),
    image(`registry.example/pinned@${DIGEST}`, '2020-01-01'),
  ]);
  const lock = readImageLock(text);
  const hint = (date: string, maxAge: number) => ageHint(lock, date, maxAge)?.message.split(' To refresh')[0];
  expect(text.slice(lock.span.start, lock.span.end)).toBe('images');
  expect(ageHint(lock, '2026-11-27', 90)).toEqual({
    span: lock.span,
    message:
      "The platforms of 2 images were read more than 90 days ago, the first on 2026-02-01. To refresh them, run: kubewin images --lock --update '*' --prune",
  });
  expect(hint('2026-11-26', 90)).toBe('The platforms of 1 image were read more than 90 days ago, on 2026-02-01.');
  expect(hint('2026-11-28', 90)).toContain('of 3 images');
  expect([hint('2099-01-01', 0), hint('2026-02-02', 1), hint('2020-01-01', 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(ageHint(readImageLock('version: 2'), '2099-01-01', 1)).toBeUndefined();
});
