import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  id: 'run-as-user-name/user-missing',
  code: 'KW1131',
  fault: 'user-missing',
  title: 'Missing user in runAsUserName',
  messageFor: () => message('`runAsUserName` {effect}: the user after the backslash is missing.'),
  seen: "runAsUserName's User cannot be empty",
  why: `The backslash separates the domain from the user that the container runs as. Add the user after the backslash.
A user of the image itself does not have a domain: \`ContainerUser\`.`,
});
