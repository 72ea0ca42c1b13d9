import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'pod/host-users',
  title: 'hostUsers on a Windows pod',
  fields: ['spec.hostUsers'],
  says: 'Windows has no user namespaces, so `{0}: {1}` decides nothing.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === true,
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'its value changes nothing', since: '1.25' },
    { effect: 'ignored', since: '1.25' },
  ),
  why: `With \`hostUsers: false\` the users of a Linux pod are others than those of its node. Windows has no such namespace;
the accounts of a container are its own anyway, unless it is a HostProcess container. From 1.33 on a pod that declares
\`os.name: windows\` may not have the field at all, not even \`true\`. Before, the API server drops it, because the feature is
off there by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
