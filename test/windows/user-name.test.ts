import { expect, test } from 'vitest';
import {
  controlCharacter,
  isUserNameUnknown,
  type UserNameFault,
  userCharacters,
  userNameFaults,
  userNameParts,
} from '../../server/src/windows/user-name.ts';

const long = (length: number) => 'x'.repeat(length);

test.each<[name: string, faults: readonly UserNameFault[]]>([
  ['ContainerUser', []],
  ['NT AUTHORITY\\SYSTEM', []],
  ['example.com\\web', []],
  ['user\u0085', []],
  ['', ['empty']],
  ['a\tb', ['control-characters']],
  ['a\x7f', ['control-characters']],
  ['\n\\', ['control-characters']],
  ['a\\b\\c', ['too-many-backslashes']],
  ['a\\\\', ['too-many-backslashes']],
  ['a\\', ['user-missing']],
  ['\\', ['domain-format', 'user-missing']],
  ['\\user', ['domain-format']],
  ['.a\\user', ['domain-format']],
  ['a.b\\user', []],
  ['a_b\\user', []],
  [`${long(15)}\\user`, []],
  [`${'_'.repeat(15)}\\user`, []],
  [`${'_'.repeat(16)}\\user`, ['domain-format']],
  [`${long(63)}\\user`, []],
  [`${long(64)}\\user`, ['domain-format']],
  ['-a-very-long-domain\\user', ['domain-format']],
  [`${[long(63), long(63), long(63), long(63)].join('.')}\\user`, []],
  [`${[long(63), long(63), long(63), long(63), 'x'].join('.')}\\user`, ['domain-too-long']],
  [long(104), []],
  [long(105), ['user-too-long']],
  // The API server counts bytes.
  ['ä'.repeat(52), []],
  ['ä'.repeat(53), ['user-too-long']],
  ['.', ['user-only-dots-or-spaces']],
  [' . ', ['user-only-dots-or-spaces']],
  ['a\\..', ['user-only-dots-or-spaces']],
  ['a.', []],
  ['a@b', ['user-invalid-characters']],
  ['a/b', ['user-invalid-characters']],
  [`${long(104)}@`, ['user-too-long', 'user-invalid-characters']],
])('%j has the faults %j', (name, faults) => {
  expect(userNameFaults(name)).toEqual(faults);
});

test.each<[name: string, domain: string | undefined, user: string]>([
  ['web', undefined, 'web'],
  ['a\\web', 'a', 'web'],
  ['\\web', '', 'web'],
  ['a\\', 'a', ''],
])('%s has the domain %s and the user %s', (name, domain, user) => {
  expect(userNameParts(name)).toEqual({ domain, user });
});

test('lists characters that are not allowed once', () => {
  expect(userCharacters('a"/\\:;|=,+*?<>@[]b')).toEqual([...'"/\\:;|=,+*?<>@[]']);
  expect(userCharacters('a@b@c')).toEqual(['@']);
  expect(userCharacters("a'b!c#d$e%f&g(h)-i.j_k{l}~")).toEqual([]);
  expect(['a\x1fb', 'a b', 'a\x7f'].map(controlCharacter)).toEqual(['\x1f', undefined, '\x7f']);
});

test.each<[name: string, isUnknown: boolean]>([
  ['$USER', true],
  [`\${USER}`, true],
  [`domain\\\${USER}`, true],
  ['<user>', true],
  ['web$', false],
  ['$', false],
  ['domain\\$USER', false],
  ['web', false],
])('%s is unknown: %s', (name, isUnknown) => {
  expect(isUserNameUnknown(name)).toBe(isUnknown);
});
