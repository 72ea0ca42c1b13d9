/** What a `runAsUserName` names. `missing`: Windows knows it, but no container image has it; `linux`: a Linux habit. */
export type Account =
  | 'container-user'
  | 'container-administrator'
  | 'system'
  | 'local-service'
  | 'network-service'
  | 'missing'
  | 'linux'
  | 'other';

/**
 * Accounts by name in lower case, blanks left out of the part behind the backslash. The documents spell the service
 * accounts with and without a blank, and Windows accepts both.
 * https://kubernetes.io/docs/tasks/configure-pod-container/configure-runasusername/
 * https://kubernetes.io/docs/tasks/configure-pod-container/create-hostprocess-pod/#choosing-a-user-account
 */
const ACCOUNTS: ReadonlyMap<string, Account> = new Map<string, Account>([
  ['containeruser', 'container-user'],
  ['containeradministrator', 'container-administrator'],
  ['user manager\\containeruser', 'container-user'],
  ['user manager\\containeradministrator', 'container-administrator'],
  ['nt authority\\system', 'system'],
  ['nt authority\\localservice', 'local-service'],
  ['nt authority\\networkservice', 'network-service'],
  ['administrator', 'missing'],
  ['guest', 'missing'],
  ['root', 'linux'],
  ['nobody', 'linux'],
  ['nginx', 'linux'],
  ['app', 'linux'],
  ['www-data', 'linux'],
]);

/** Which account a name means; case does not matter to Windows. A number is a Linux user id. */
export function account(name: string): Account {
  const [user = '', ...domain] = name.toLowerCase().split('\\').reverse();
  const key = [...domain.reverse(), domain.length > 0 ? user.replaceAll(' ', '') : user].join('\\');
  return ACCOUNTS.get(key) ?? (/^\d+$/.test(name) ? 'linux' : 'other');
}

/** Whether a HostProcess container may run as it, as far as the documents list accounts; local groups are others. */
export function isHostProcessAccount(kind: Account): boolean {
  return kind === 'system' || kind === 'local-service' || kind === 'network-service';
}

/** Whether its network logons use the machine's identity, which is what a GMSA replaces. */
export function usesMachineIdentity(kind: Account): boolean {
  return kind === 'system' || kind === 'network-service';
}
