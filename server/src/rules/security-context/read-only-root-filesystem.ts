import { forbiddenField, inContainers, rejectedOnceDeclared } from '../../lint/forbidden-field.ts';
import { docs, VALIDATE_WINDOWS } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'security-context/read-only-root-filesystem',
  title: 'readOnlyRootFilesystem on a Windows container',
  fields: inContainers('securityContext.readOnlyRootFilesystem'),
  says: 'The root filesystem of a Windows container is always writable, and `{0}` cannot change that.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'its value changes nothing' },
    { effect: 'ignored' },
  ),
  why: `Windows writes to its registry and its database of accounts while a container runs, so that it cannot work on a
read-only root. What must not change can be kept in a volume and mounted with \`readOnly: true\`, which works on Windows as
well. A pod that declares \`os.name: windows\` may not have the field at all, not even \`false\`.`,
  sources: [docs.windowsIntro, docs.windowsStorage, VALIDATE_WINDOWS],
});
