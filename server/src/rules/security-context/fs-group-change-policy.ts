import { forbiddenField, isUnfilled, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/fs-group-change-policy',
  title: 'fsGroupChangePolicy on a Windows pod',
  fields: ['spec.securityContext.fsGroupChangePolicy'],
  says: '`{0}` only says when `fsGroup` is applied, and on Windows it never is.',
  accepted: isUnfilled,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored', since: '1.18' }),
  why: `The policy can save the time that it takes to hand a large volume to the group \`fsGroup\`. The kubelet of a Windows
node hands over nothing, so that there is no time to save. A pod that declares \`os.name: windows\` may not have the field
at all, with either value and without \`fsGroup\` too.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
