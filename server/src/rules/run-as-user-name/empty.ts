import { message } from '../../lint/rule.ts';
import { standardAccountFor } from '../../rule-kit/accounts-for.ts';
import { removal } from '../../rule-kit/removal.ts';
import { changeUserName, userNameRule } from '../../rule-kit/user-name-rule.ts';
import { hostProcessOf } from '../../rule-kit/whole-pod.ts';
import { contextsUnder } from '../../windows/merged-context.ts';

export default userNameRule({
  id: 'run-as-user-name/empty',
  code: 'KW1124',
  fault: 'empty',
  title: 'Empty runAsUserName',
  messageFor: () => message('`runAsUserName` {effect}: it must not be empty.'),
  fixes: (field, { pod, settings, once }) => {
    const contexts = contextsUnder(pod, settings.kubernetesVersion, field, 'windowsOptions', 'runAsUserName');
    const account = standardAccountFor(
      pod,
      contexts.map(({ container }) => container),
    );
    return [
      ...(account !== undefined && once(pod.spec, hostProcessOf).extent === 'none'
        ? [changeUserName(field, account)]
        : []),
      { ...removal(field), safety: 'review' },
    ];
  },
  seen: 'runAsUserName cannot be an empty string',
  why: `An empty name does not select the default user of the image. To use that user, remove \`runAsUserName\`. To
use an account with few privileges, set it to \`ContainerUser\`, which exists in every Windows image.`,
});
