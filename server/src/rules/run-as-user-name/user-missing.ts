import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';

export default userNameRule({
  fault: 'user-missing',
  title: 'No user behind the domain in runAsUserName',
  says: () => message('Nothing follows the backslash in `runAsUserName`.'),
  seen: "runAsUserName's User cannot be empty",
  why: `The backslash separates a domain from the user in it, and the user is what the container runs as. A user of the
image itself has no domain: \`ContainerUser\`.`,
});
