import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';
import { userNameParts, utf8Length } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'user-too-long',
  title: 'User part of runAsUserName too long',
  says: (name) =>
    message(
      'The user in `runAsUserName` has {0} bytes, and 104 are allowed.',
      String(utf8Length(userNameParts(name).user)),
    ),
  seen: "runAsUserName's User length must not be longer than 104 characters",
  why: `The API server takes up to 104 bytes behind the backslash, where letters outside ASCII count for two or more. Windows
itself allows local accounts 20 characters.`,
});
