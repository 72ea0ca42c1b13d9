import { describe, expect, test } from 'vitest';
import { URI } from 'vscode-uri';
import {
  keyOfUri,
  normalizeUri,
  type Platform,
  pathOfUri,
  resolveUri,
  uriOfPath,
} from '../../server/src/workspace/uri.ts';

const PATHS: readonly [Platform, path: string, uri: string][] = [
  ['posix', '/', 'file:///'],
  ['posix', '/manifests/web.yaml', 'file:///manifests/web.yaml'],
  ['posix', '/with blank/ü#?%25.yaml', 'file:///with%20blank/%C3%BC%23%3F%2525.yaml'],
  ['posix', "/a+b&c=d@e!'()*.yaml", 'file:///a%2Bb%26c%3Dd%40e%21%27%28%29%2A.yaml'],
  ['posix', '/back\\slash/c:d', 'file:///back%5Cslash/c%3Ad'],
  ['win32', 'C:\\', 'file:///c%3A/'],
  ['win32', 'C:\\manifests\\web server.yaml', 'file:///c%3A/manifests/web%20server.yaml'],
  ['win32', '\\\\server\\share\\a b.yaml', 'file://server/share/a%20b.yaml'],
  ['win32', '\\\\server\\share', 'file://server/share'],
];

describe.each(PATHS)('%s %s', (platform, path, uri) => {
  test('to the URI', () => expect(uriOfPath(path, platform)).toBe(uri));
  test('and back', () => expect(pathOfUri(uri, platform)).toBe(path));
  test('is the URI of VS Code', () => expect(URI.parse(uri).toString()).toBe(uri));
});

test.each([
  ['c:\\Manifests\\web.yaml', 'file:///c%3A/Manifests/web.yaml'],
  ['C:/Manifests/web.yaml', 'file:///c%3A/Manifests/web.yaml'],
  ['\\\\?\\C:\\Manifests\\web.yaml', 'file:///c%3A/Manifests/web.yaml'],
  ['\\\\?\\UNC\\Server\\Share\\web.yaml', 'file://server/Share/web.yaml'],
  ['//Server/Share/web.yaml', 'file://server/Share/web.yaml'],
])('accepts %s as a Windows path', (path, uri) => {
  expect(uriOfPath(path, 'win32')).toBe(uri);
});

test.each([
  ['file:///C:/x', 'file:///c%3A/x'],
  ['file:///c:/x', 'file:///c%3A/x'],
  ['file:///C%3A/x', 'file:///c%3A/x'],
  ['file:///c%3a/x', 'file:///c%3A/x'],
  ['FILE:///c%3A/x', 'file:///c%3A/x'],
  ['file:/c:/x', 'file:///c%3A/x'],
  ['file://localhost/c:/x', 'file:///c%3A/x'],
  ['file://SERVER/Share/x', 'file://server/Share/x'],
  ['file:///a b/(1)/ü.yaml', 'file:///a%20b/%281%29/%C3%BC.yaml'],
  ['file:///not%encoded%ff.yaml', 'file:///not%25encoded%25ff.yaml'],
  ['file:///\ud800.yaml', 'file:///%EF%BF%BD.yaml'],
  ['untitled:Untitled-1', 'untitled:Untitled-1'],
  ['vscode-vfs://github/o/r/a.yaml', 'vscode-vfs://github/o/r/a.yaml'],
  ['', ''],
])('%s is normalized to %s', (uri, normalized) => {
  expect(normalizeUri(uri)).toBe(normalized);
  expect(normalizeUri(normalized)).toBe(normalized);
});

test('treats names that differ by case as one file only on Windows', () => {
  const upper = 'file:///C:/Work/Ünit/A.yaml';
  const other = 'file:///c%3A/work/%C3%BCnit/a.YAML';
  expect(keyOfUri(upper, 'win32')).toBe(keyOfUri(other, 'win32'));
  expect(keyOfUri(upper, 'posix')).not.toBe(keyOfUri(other, 'posix'));
});

test('returns a path only for file URIs', () => {
  expect(pathOfUri('untitled:Untitled-1', 'win32')).toBeUndefined();
  expect(pathOfUri('https://example.com/a.yaml', 'posix')).toBeUndefined();
});

test.each([
  ['file:///work/overlay', '../base', 'file:///work/base'],
  ['file:///work/overlay', './a b/../(1).yaml', 'file:///work/overlay/%281%29.yaml'],
  ['file:///work', 'deep//folder/', 'file:///work/deep/folder'],
  ['file:///work', '..', 'file://'],
  ['file:///work', '../../x', undefined],
  ['file:///c%3A/work', '../x', 'file:///c%3A/x'],
  ['file://server/share', '../../x', undefined],
  ['vscode-vfs://github/o/r', '../x', 'vscode-vfs://github/o/x'],
  ['file:///work/overlay', '..\\base', 'file:///work/base'],
  ['file:///work/overlays/dev', '..\\..\\base/a b.yaml', 'file:///work/base/a%20b.yaml'],
  ['file:///work', '/etc/x', undefined],
  ['file:///work', '\\etc\\x', undefined],
  ['file:///work', '\\\\server\\share\\x', undefined],
  ['file:///work', 'C:\\x', undefined],
  ['file:///work', 'https://example.com/x', undefined],
  ['file:///work', '', undefined],
  ['file:///work', 'x/'.repeat(5000), undefined],
  ['stdin:-', 'x', undefined],
])('from %s, %s leads to %s', (folder, path, uri) => {
  expect(resolveUri(folder, path)).toBe(uri);
});
