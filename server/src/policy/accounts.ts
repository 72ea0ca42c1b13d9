import type { UserNameFault } from '../windows/user-name.ts';
import { matches } from './cel.ts';

// A `value` of `runAsUserName` as CEL.

const USER_PART = 'value.substring(value.lastIndexOf("\\\\") + 1)';
const DOMAIN = 'value.split("\\\\")[0]';
const HAS_CONTROL = 'value.matches("[\\x00-\\x1f\\x7f]")';
const HAS_BACKSLASHES = matches('value', /\\[^\\]*\\/);
const IS_READ = `value != "" && !${HAS_CONTROL} && !${HAS_BACKSLASHES}`;
export const HAS_DOMAIN = 'value.contains("\\\\")';
const NETBIOS = matches(DOMAIN, /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/);
const DNS = matches(
  DOMAIN,
  /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/,
);

/** `userNameFaults` of windows/user-name.ts: each of the first three faults hides all that follow. */
export const USER_NAME_FAULTS: Readonly<Record<UserNameFault, string>> = {
  empty: 'value == ""',
  'control-characters': HAS_CONTROL,
  'too-many-backslashes': `!${HAS_CONTROL} && ${HAS_BACKSLASHES}`,
  'domain-too-long': `${IS_READ} && ${HAS_DOMAIN} && size(bytes(${DOMAIN})) > 255`,
  'domain-format': `${IS_READ} && ${HAS_DOMAIN} && !${NETBIOS} && !${DNS}`,
  'user-missing': `${IS_READ} && value.endsWith("\\\\")`,
  'user-too-long': `${IS_READ} && size(bytes(${USER_PART})) > 104`,
  'user-only-dots-or-spaces': `${IS_READ} && ${matches(USER_PART, /^[. ]+$/)}`,
  'user-invalid-characters': `${IS_READ} && ${matches(USER_PART, /["/\\:;|=,+*?<>@[\]]/)}`,
};
export const HAS_NO_FAULT = `value != "" && !(${Object.values(USER_NAME_FAULTS).join(' || ')})`;

// The accounts of windows/accounts.ts. Windows ignores blanks in the names of service accounts.
export const IS_SERVICE_ACCOUNT = matches(
  'value',
  /^nt authority\\ *(s *y *s *t *e *m|l *o *c *a *l *s *e *r *v *i *c *e|n *e *t *w *o *r *k *s *e *r *v *i *c *e) *$/i,
);
export const IS_CONTAINER_ACCOUNT = `(${matches('value', /^(containeruser|containeradministrator)$/i)} || ${matches('value', /^user manager\\ *(c *o *n *t *a *i *n *e *r *u *s *e *r|c *o *n *t *a *i *n *e *r *a *d *m *i *n *i *s *t *r *a *t *o *r) *$/i)})`;
export const IS_LOCAL_SERVICE = matches('value', /^nt authority\\ *l *o *c *a *l *s *e *r *v *i *c *e *$/i);
export const IS_CONTAINER_USER = `(value.lowerAscii() == "containeruser" || ${matches('value', /^user manager\\ *c *o *n *t *a *i *n *e *r *u *s *e *r *$/i)})`;
export const IS_IMAGE_ACCOUNT = matches('value', /^(administrator|guest|root|nobody|nginx|app|www-data|[0-9]+)$/i);
