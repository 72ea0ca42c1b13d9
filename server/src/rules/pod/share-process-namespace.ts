import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'pod/share-process-namespace',
  code: 'KW1108',
  title: 'shareProcessNamespace on a Windows pod',
  fields: ['spec.shareProcessNamespace'],
  message: '`{0}: {1}` {effect}: the containers of a Windows pod cannot share a process namespace.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `The containers of a Windows pod share only the network: they cannot see the processes or the root filesystem
of each other. A sidecar that monitors or signals the main process must use the network or files in a shared volume.

With \`os.name: windows\`, the API server rejects the field, even with the value \`false\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
