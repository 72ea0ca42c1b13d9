import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';
import { userNameParts } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'domain-format',
  title: 'Malformed domain in runAsUserName',
  says: (name) => {
    const { domain } = userNameParts(name);
    return domain
      ? message('The part before the backslash in `runAsUserName`, `{0}`, is no name of a domain.', shorten(domain))
      : message('Nothing stands before the backslash in `runAsUserName`.');
  },
  // These are ways to write «on this computer».
  meant: (name) => (/^\.?\\/.test(name) ? userNameParts(name).user : undefined),
  seen: "runAsUserName's Domain doesn't match the NetBios nor the DNS format",
  why: `Before the backslash stands a NetBIOS name (up to 15 characters, none of \`\\ / : * ? " < > |\`, no period at the
start) or a DNS name such as \`corp.contoso.com\`. The short forms \`.\\User\` and \`\\User\` for an account of the same
computer are refused; write \`User\` alone.`,
});

function shorten(domain: string): string {
  return domain.length > 60 ? `${domain.slice(0, 60)}…` : domain;
}
