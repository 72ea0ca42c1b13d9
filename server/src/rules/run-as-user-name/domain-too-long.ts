import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts, utf8Length } from '../../windows/user-name.ts';

export default userNameRule({
  id: 'run-as-user-name/domain-too-long',
  code: 'KW1123',
  fault: 'domain-too-long',
  title: 'Domain longer than 255 bytes in runAsUserName',
  messageFor: (name) =>
    message(
      '`runAsUserName` {effect}: its domain has {0} bytes, and the limit is 255.',
      String(utf8Length(userNameParts(name).domain ?? '')),
    ),
  seen: "runAsUserName's Domain length must be under 256 characters",
  why: `The domain before the backslash can have up to 255 bytes; characters outside ASCII count as two or more. Use
the NetBIOS name of the domain, which has at most 15 characters.`,
});
