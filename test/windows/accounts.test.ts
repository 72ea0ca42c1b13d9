import { expect, test } from 'vitest';
import { type Account, account, isHostProcessAccount, usesMachineIdentity } from '../../server/src/windows/accounts.ts';

test.each<[name: string, kind: Account]>([
  ['ContainerUser', 'container-user'],
  ['containeruser', 'container-user'],
  ['ContainerAdministrator', 'container-administrator'],
  ['CONTAINERADMINISTRATOR', 'container-administrator'],
  ['User Manager\\ContainerUser', 'container-user'],
  ['USER MANAGER\\ContainerAdministrator', 'container-administrator'],
  ['NT AUTHORITY\\SYSTEM', 'system'],
  ['nt authority\\system', 'system'],
  ['NT AUTHORITY\\Local service', 'local-service'],
  ['NT AUTHORITY\\LocalService', 'local-service'],
  ['NT AUTHORITY\\NetworkService', 'network-service'],
  ['NT AUTHORITY\\NETWORK SERVICE', 'network-service'],
  ['NTAUTHORITY\\SYSTEM', 'other'],
  ['SYSTEM', 'other'],
  ['Administrator', 'missing'],
  ['guest', 'missing'],
  ['root', 'linux'],
  ['www-data', 'linux'],
  ['1000', 'linux'],
  ['DOMAIN\\root', 'other'],
  ['hpc-local-group', 'other'],
  ['constructor', 'other'],
  ['', 'other'],
])('%s is %s', (name, kind) => {
  expect(account(name)).toBe(kind);
});

test('HostProcess containers can run as service accounts, of which two use the computer identity', () => {
  const kinds: Account[] = [
    'container-user',
    'container-administrator',
    'system',
    'local-service',
    'network-service',
    'other',
  ];
  expect(kinds.filter(isHostProcessAccount)).toEqual(['system', 'local-service', 'network-service']);
  expect(kinds.filter(usesMachineIdentity)).toEqual(['system', 'network-service']);
});
