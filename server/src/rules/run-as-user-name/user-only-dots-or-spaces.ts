import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';

export default userNameRule({
  fault: 'user-only-dots-or-spaces',
  title: 'Nothing but periods and spaces for a user in runAsUserName',
  says: () => message('The user in `runAsUserName` consists of periods or spaces alone.'),
  seen: "runAsUserName's User cannot contain only periods or spaces",
  why: `An account name may contain periods and spaces, as in \`NT AUTHORITY\\NETWORK SERVICE\`, but it needs another
character too.`,
});
