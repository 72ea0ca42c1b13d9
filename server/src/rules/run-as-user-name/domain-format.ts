import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts } from '../../windows/user-name.ts';

export default userNameRule({
  id: 'run-as-user-name/domain-format',
  code: 'KW1122',
  fault: 'domain-format',
  title: 'Malformed domain in runAsUserName',
  messageFor: (name) => {
    const { domain } = userNameParts(name);
    return domain
      ? message('`runAsUserName` {effect}: `{0}` is not a valid domain name.', shorten(domain))
      : message('`runAsUserName` {effect}: the domain before the backslash is empty.');
  },
  // `.\user` and `\user` are short forms for a local account.
  intended: (name) => (/^\.?\\/.test(name) ? userNameParts(name).user : undefined),
  seen: "runAsUserName's Domain doesn't match the NetBios nor the DNS format",
  why: `The domain before the backslash must be a NetBIOS name or a DNS name such as \`corp.contoso.com\`. A NetBIOS
name has up to 15 characters, does not start with a period, and contains none of \`\\ / : * ? " < > |\`. The short
forms \`.\\User\` and \`\\User\` for a local account are not allowed: write \`User\` alone.`,
});

function shorten(domain: string): string {
  return domain.length > 60 ? `${domain.slice(0, 60)}…` : domain;
}
