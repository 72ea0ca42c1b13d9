import { removal } from '../../lint/forbidden-field.ts';
import { message } from '../../lint/rule.ts';
import { changeUserName, userNameRule } from '../../lint/user-name-rule.ts';
import { hostProcessOf } from '../../lint/whole-pod.ts';

export default userNameRule({
  fault: 'empty',
  title: 'Empty runAsUserName',
  says: () => message('`runAsUserName` is there, but it names nobody.'),
  fixes: (field, { pod, once }) => [
    ...(once(pod.spec, hostProcessOf).extent === 'none' ? [changeUserName(field, 'ContainerUser')] : []),
    { ...removal(field), safety: 'review' },
  ],
  seen: 'runAsUserName cannot be an empty string',
  why: `An empty name does not mean the user of the image: leave \`runAsUserName\` out for that. \`ContainerUser\`, an account
with few rights, is in every Windows image.`,
});
