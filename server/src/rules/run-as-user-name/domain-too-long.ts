import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';
import { userNameParts, utf8Length } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'domain-too-long',
  title: 'Domain part of runAsUserName too long',
  says: (name) =>
    message(
      'The domain in `runAsUserName` has {0} bytes, and 255 are allowed.',
      String(utf8Length(userNameParts(name).domain ?? '')),
    ),
  seen: "runAsUserName's Domain length must be under 256 characters",
  why: `What stands before the backslash may have 255 bytes. Letters outside ASCII count for two bytes or more. The short
(NetBIOS) name of a domain never comes near it.`,
});
