import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  id: 'run-as-user-name/too-many-backslashes',
  code: 'KW1128',
  fault: 'too-many-backslashes',
  title: 'More than one backslash in runAsUserName',
  messageFor: (name) => message('`runAsUserName` {effect}: `{0}` contains more than one backslash.', name),
  intended: (name) => name.replace(/\\+/g, '\\'),
  seen: 'runAsUserName cannot contain more than one backslash',
  why: `A user name is \`User\` or \`DOMAIN\\User\`, with one backslash. YAML reads two backslashes as one only in
double quotes. Without quotes or in single quotes, write a single backslash.`,
});
