import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';
import { userCharacters, userNameParts } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'user-invalid-characters',
  title: 'Character in runAsUserName that no account name may have',
  says: (name) =>
    message(
      'The user in `runAsUserName` contains {0}, which no account name may have.',
      userCharacters(userNameParts(name).user)
        .map((character) => `\`${character}\``)
        .join(', '),
    ),
  meant: (name) => {
    const [, left, separator, right] = /^([^@/\\]+)([@/])([^@/\\]+)$/.exec(name) ?? [];
    return separator === undefined ? undefined : separator === '@' ? `${right}\\${left}` : `${left}\\${right}`;
  },
  seen: 'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
  why: `Account names have none of \`" / \\ : ; | = , + * ? < > @ [ ]\`. A domain stands before the user with a backslash
between them: \`CONTOSO\\web\`, neither \`CONTOSO/web\` nor \`web@contoso.com\`.`,
});
