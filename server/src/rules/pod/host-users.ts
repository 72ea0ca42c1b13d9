import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/host-users',
  title: 'hostUsers on a Windows pod',
  fields: ['spec.hostUsers'],
  message: '`{0}: {1}` {effect}: Windows does not support user namespaces.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === true,
  outcomes: rejectedOnceDeclared(
    '1.33',
    { effect: 'advice', case: 'the value does not enable anything', since: '1.25' },
    { effect: 'ignored', since: '1.25' },
  ),
  why: `On Linux, \`hostUsers: false\` runs the pod in its own user namespace. Windows does not support user
namespaces, but ordinary containers have their own accounts anyway.

In Kubernetes 1.33 and later, the API server rejects the field with \`os.name: windows\`, even with the value
\`true\`. Earlier releases drop it, because the feature is off by default.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
