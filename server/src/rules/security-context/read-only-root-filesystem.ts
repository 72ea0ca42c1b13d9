import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { docs, VALIDATE_WINDOWS } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/read-only-root-filesystem',
  code: 'KW1173',
  title: 'readOnlyRootFilesystem on a Windows container',
  fields: inContainers('securityContext.readOnlyRootFilesystem'),
  message: '`{0}` {effect}: the root filesystem of a Windows container is always writable.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  outcomes: rejectedOnceDeclared(
    '1.24',
    { effect: 'advice', case: 'the value does not enable anything' },
    { effect: 'ignored' },
  ),
  why: `Windows writes to the registry and the account database while a container runs, so the root filesystem cannot
be read-only. To protect files from changes, put them in a volume and mount it with \`readOnly: true\`, which works on
Windows.

With \`os.name: windows\`, the API server rejects \`readOnlyRootFilesystem\` with either value.`,
  sources: [docs.windowsIntro, docs.windowsStorage, VALIDATE_WINDOWS],
});
