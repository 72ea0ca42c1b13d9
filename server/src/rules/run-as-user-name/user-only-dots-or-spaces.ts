import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  id: 'run-as-user-name/user-only-dots-or-spaces',
  code: 'KW1132',
  fault: 'user-only-dots-or-spaces',
  title: 'Only periods or spaces in runAsUserName',
  messageFor: () => message('`runAsUserName` {effect}: its user contains only periods or spaces.'),
  seen: "runAsUserName's User cannot contain only periods or spaces",
  why: `A user name can contain periods and spaces, as in \`NT AUTHORITY\\NETWORK SERVICE\`. It must also contain at
least one other character.`,
});
