/** The account in a `runAsUserName`. `missing`: Windows has it, but container images do not; `linux`: a Linux account. */
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
 * Accounts by name, in lower case and without spaces after the backslash. The documentation spells service accounts with
 * and without spaces, and Windows accepts both.
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

/** The account with a name, ignoring case like Windows. A number is a Linux user ID. */
export function account(name: string): Account {
  const [user = '', ...domain] = name.toLowerCase().split('\\').reverse();
  const key = [...domain.reverse(), domain.length > 0 ? user.replaceAll(' ', '') : user].join('\\');
  return ACCOUNTS.get(key) ?? (/^\d+$/.test(name) ? 'linux' : 'other');
}

/** Whether HostProcess containers are documented to run as this account. They can also run as members of local groups. */
export function isHostProcessAccount(kind: Account): boolean {
  return kind === 'system' || kind === 'local-service' || kind === 'network-service';
}

/** Whether its network logons use the identity of the computer, which a GMSA replaces. */
export function usesMachineIdentity(kind: Account): boolean {
  return kind === 'system' || kind === 'network-service';
}
