import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userCharacters, userNameParts } from '../../windows/user-name.ts';

export default userNameRule({
  id: 'run-as-user-name/user-invalid-characters',
  code: 'KW1130',
  fault: 'user-invalid-characters',
  title: 'Invalid character in runAsUserName',
  messageFor: (name) =>
    message(
      '`runAsUserName` {effect}: its user must not contain {0}.',
      userCharacters(userNameParts(name).user)
        .map((character) => `\`${character}\``)
        .join(', '),
    ),
  intended: (name) => {
    const [, left, separator, right] = /^([^@/\\]+)([@/])([^@/\\]+)$/.exec(name) ?? [];
    return separator === undefined ? undefined : separator === '@' ? `${right}\\${left}` : `${left}\\${right}`;
  },
  seen: 'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
  why: `A user name must not contain any of \`" / \\ : ; | = , + * ? < > @ [ ]\`. Write the domain before the user,
separated by a backslash: \`CONTOSO\\web\`, not \`CONTOSO/web\` or \`web@contoso.com\`.`,
});
