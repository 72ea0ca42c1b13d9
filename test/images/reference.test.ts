import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalName, isDigest, parseReference } from '../../server/src/images/reference.ts';

const SHA256 = `sha256:${'a'.repeat(64)}`;
const SHA512 = `sha512:${'0'.repeat(128)}`;

/** The canonical name of a reference; undefined for one that is not valid. */
function nameOf(text: string): string | undefined {
  const reference = parseReference(text);
  return reference && canonicalName(reference);
}

// Most of these are in reference_test.go and normalize_test.go of github.com/distribution/reference.
test.each([
  ['nginx', 'docker.io/library/nginx:latest'],
  ['nginx:1.27', 'docker.io/library/nginx:1.27'],
  ['library/nginx', 'docker.io/library/nginx:latest'],
  ['docker.io/nginx', 'docker.io/library/nginx:latest'],
  ['index.docker.io/nginx', 'docker.io/library/nginx:latest'],
  ['index.docker.io/team/app:1', 'docker.io/team/app:1'],
  ['team/app', 'docker.io/team/app:latest'],
  ['localhost/app', 'localhost/app:latest'],
  ['localhost:5000/app', 'localhost:5000/app:latest'],
  ['localhost', 'docker.io/library/localhost:latest'],
  ['registry.example:8080', 'docker.io/library/registry.example:8080'],
  ['registry.example/app', 'registry.example/app:latest'],
  ['registry.example:5000/team/app:1.0', 'registry.example:5000/team/app:1.0'],
  ['Registry/app', 'Registry/app:latest'],
  ['127.0.0.1:5000/app', '127.0.0.1:5000/app:latest'],
  ['[2001:db8::1]:5000/app', '[2001:db8::1]:5000/app:latest'],
  ['[::1]/app', '[::1]/app:latest'],
  ['xn--n3h.example/app', 'xn--n3h.example/app:latest'],
  ['a__b/c--d/e.f_g', 'docker.io/a__b/c--d/e.f_g:latest'],
  [`nginx@${SHA256}`, `docker.io/library/nginx@${SHA256}`],
  [`nginx:1@${SHA512}`, `docker.io/library/nginx:1@${SHA512}`],
  [`app:${'t'.repeat(128)}`, `docker.io/library/app:${'t'.repeat(128)}`],
  [`a/${'a'.repeat(253)}`, `docker.io/a/${'a'.repeat(253)}:latest`],
])('the canonical name of %s is %s', (text, name) => {
  expect(nameOf(text)).toBe(name);
});

test.each([
  '',
  ' nginx',
  'nginx ',
  'nginx\n',
  'Nginx',
  'team/App',
  '.',
  '..',
  '../nginx',
  'registry.example/../app',
  'registry.example/a/../../b',
  'registry.example/./app',
  'registry.example//app',
  'registry.example/app/',
  '/app',
  'a..b/c',
  'a___b',
  'a.-b',
  '-app/b',
  'app:',
  'app:.tag',
  'app:ta/g:',
  `app:${'t'.repeat(129)}`,
  `a/${'a'.repeat(254)}`,
  `${'a'.repeat(252)}.com/app`,
  'app@',
  'app@sha256:abc',
  `app@md5:${'a'.repeat(32)}`,
  `app@sha256:${'A'.repeat(64)}`,
  `app@${SHA256}@${SHA256}`,
  `app@${SHA256}:1`,
  'a'.repeat(64),
  '-registry.example/app',
  'registry-.example/app',
  'registry.example:port/app',
  'user@registry.example/app',
  'https://registry.example/app',
  'registry.example/app?a',
  'registry.example/app#a',
  'registry.example/%2e%2e/app',
  'registry.example\\app',
  '[fe80::1%eth0]:5000/app',
  'aa/asdf$$^/aa',
  '{{ .Values.image }}',
  '$(IMAGE)',
])('%j is not a reference', (text) => {
  expect(parseReference(text)).toBeUndefined();
});

test('a text is a digest if its algorithm and length are right', () => {
  expect([SHA256, SHA512, `sha384:${'b'.repeat(96)}`].map(isDigest)).toEqual([true, true, true]);
  expect(['', 'sha256', `${SHA256}:`, `${SHA256}0`, `toString:${'a'.repeat(64)}`].map(isDigest)).toEqual(
    Array(5).fill(false),
  );
});

test('canonical names have the same canonical name, and nothing in them changes an address', () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9._:@/[\]-]{0,12}$/);
  const references = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 5 }).map((parts) => parts.join('/')),
  );
  let count = 0;
  fc.assert(
    fc.property(references, (text) => {
      const name = nameOf(text);
      if (name === undefined) return;
      count++;
      expect(nameOf(name)).toBe(name);
      const path = name.slice(name.indexOf('/'));
      expect(new URL(path, 'https://registry.example').pathname).toBe(path);
    }),
    { numRuns: 3_000 },
  );
  expect(count).toBeGreaterThan(50);
});
