import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts, utf8Length } from '../../windows/user-name.ts';

export default userNameRule({
  id: 'run-as-user-name/user-too-long',
  code: 'KW1133',
  fault: 'user-too-long',
  title: 'User longer than 104 bytes in runAsUserName',
  messageFor: (name) =>
    message(
      '`runAsUserName` {effect}: its user has {0} bytes, and the limit is 104.',
      String(utf8Length(userNameParts(name).user)),
    ),
  seen: "runAsUserName's User length must not be longer than 104 characters",
  why: `The API server allows up to 104 bytes for the user; characters outside ASCII count as two or more. Local
Windows accounts have at most 20 characters.`,
});
