import { forbiddenField, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'pod/share-process-namespace',
  title: 'shareProcessNamespace on a Windows pod',
  fields: ['spec.shareProcessNamespace'],
  says: 'The containers of a Windows pod have no process namespace to share, so `{0}: {1}` decides nothing.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `The containers of a Windows pod share the network and nothing else: none sees the processes or the root filesystem
of another. A sidecar that watches or signals the main process has to do so over the network or through files in a volume
of both. A pod that declares \`os.name: windows\` may not have the field at all, not even \`false\`.`,
  sources: [docs.windowsIntro, VALIDATE_WINDOWS],
});
