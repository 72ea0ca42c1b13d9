import { placeholdersIn } from '../yaml/read/placeholder.ts';

/** The errors that the API server finds in a `runAsUserName`, by the name of their rule. */
export type UserNameFault =
  | 'empty'
  | 'control-characters'
  | 'too-many-backslashes'
  | 'domain-too-long'
  | 'domain-format'
  | 'user-missing'
  | 'user-too-long'
  | 'user-only-dots-or-spaces'
  | 'user-invalid-characters';

const DNS_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const DNS_NAME = new RegExp(`^${DNS_LABEL}(?:\\.${DNS_LABEL})*$`);
const NETBIOS_NAME = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/u;
const MAX_DOMAIN_LENGTH = 255;
const MAX_USER_LENGTH = 104;

/**
 * All errors that the API server reports for a `runAsUserName`. Each of the first three hides those that follow:
 * https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/core/validation/validation.go (validateWindowsSecurityContextOptions)
 */
export function userNameFaults(name: string): UserNameFault[] {
  if (name === '') return ['empty'];
  if (controlCharacter(name) !== undefined) return ['control-characters'];
  if (name.split('\\').length > 2) return ['too-many-backslashes'];
  const { domain, user } = userNameParts(name);
  const faults: UserNameFault[] = [];
  if (domain !== undefined) {
    if (utf8Length(domain) > MAX_DOMAIN_LENGTH) faults.push('domain-too-long');
    if (!NETBIOS_NAME.test(domain) && !DNS_NAME.test(domain)) faults.push('domain-format');
  }
  if (user === '') faults.push('user-missing');
  if (utf8Length(user) > MAX_USER_LENGTH) faults.push('user-too-long');
  if (/^[. ]+$/.test(user)) faults.push('user-only-dots-or-spaces');
  if (userCharacters(user).length > 0) faults.push('user-invalid-characters');
  return faults;
}

/** The parts before and after the first backslash; without a backslash, there is no domain. */
export function userNameParts(name: string): { readonly domain: string | undefined; readonly user: string } {
  const backslash = name.indexOf('\\');
  return backslash < 0
    ? { domain: undefined, user: name }
    : { domain: name.slice(0, backslash), user: name.slice(backslash + 1) };
}

/** The first control character below U+0020, or U+007F. The API server accepts others, such as U+0085. */
export function controlCharacter(name: string): string | undefined {
  return [...name].find((character) => character < ' ' || character === '\x7f');
}

/** The distinct characters of a user name that are not allowed in account names. */
export function userCharacters(user: string): string[] {
  return [...new Set(user.match(/["/\\:;|=,+*?<>@[\]]/g))];
}

/** Whether a name contains a placeholder. `isPlaceholder` does not fit: a `$` alone is valid in a user name. */
export function isUserNameUnknown(name: string): boolean {
  return placeholdersIn(name).length > 0 || /^\$\w+$/.test(name);
}

/** The length of a text in bytes, which the API server counts. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
