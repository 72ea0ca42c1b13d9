import { isUnfilled } from '../../kubernetes/placeholder.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/fs-group-change-policy',
  code: 'KW1169',
  title: 'fsGroupChangePolicy on a Windows pod',
  fields: ['spec.securityContext.fsGroupChangePolicy'],
  message: '`{0}` {effect}: it only controls how `fsGroup` is applied, and Windows does not support `fsGroup`.',
  accepted: isUnfilled,
  outcomes: rejectedOnceDeclared('1.24', { effect: 'ignored', since: '1.18' }),
  why: `On Linux, the policy can skip the slow ownership change of a large volume. The kubelet on a Windows node never
changes the ownership of a volume, so the policy has no effect.

With \`os.name: windows\`, the API server rejects the field with either value, even without \`fsGroup\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
