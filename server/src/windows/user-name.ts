import { placeholdersIn } from '../yaml/read/placeholder.ts';

/** What the API server refuses in a `runAsUserName`, by the name of the rule that says so. */
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
 * Everything that the API server holds against a `runAsUserName`. Of the first three faults one hides all that follow:
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

/** The parts before and behind the first backslash; without one there is no domain. */
export function userNameParts(name: string): { readonly domain: string | undefined; readonly user: string } {
  const backslash = name.indexOf('\\');
  return backslash < 0
    ? { domain: undefined, user: name }
    : { domain: name.slice(0, backslash), user: name.slice(backslash + 1) };
}

/** The first character below U+0020 or U+007F; others that control something, such as U+0085, are let pass. */
export function controlCharacter(name: string): string | undefined {
  return [...name].find((character) => character < ' ' || character === '\x7f');
}

/** The characters of a user part that no account name may have, each once. */
export function userCharacters(user: string): string[] {
  return [...new Set(user.match(/["/\\:;|=,+*?<>@[\]]/g))];
}

/** Whether a name is still to be filled in. Many characters of placeholders are faults of a name; `$` alone is none. */
export function isUserNameUnknown(name: string): boolean {
  return placeholdersIn(name).length > 0 || /^\$\w+$/.test(name);
}

/** How long a text is to the API server, which counts bytes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
