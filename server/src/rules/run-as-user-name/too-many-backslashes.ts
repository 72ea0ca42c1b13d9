import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';

export default userNameRule({
  fault: 'too-many-backslashes',
  title: 'More than one backslash in runAsUserName',
  says: (name) => message('`runAsUserName` is `{0}`, with more than one backslash.', name),
  meant: (name) => name.replace(/\\+/g, '\\'),
  seen: 'runAsUserName cannot contain more than one backslash',
  why: `A name is \`User\` or \`DOMAIN\\User\`, with one backslash. YAML doubles a backslash in double quotes only: without
quotes and in single quotes two stay two.`,
});
