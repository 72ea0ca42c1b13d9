import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'volume-mounts/bind-mount-options',
  code: 'KW1201',
  title: 'bindMountOptions on Windows',
  fields: inContainers('volumeMounts[*].bindMountOptions'),
  message: '`{0}` {effect}: Windows does not support Linux mount flags.',
  accepted: (field) => field.items().length === 0,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha: the API server drops it unless its feature gate is enabled.',
    },
  ],
  why: `The Linux kernel enforces flags such as \`noexec\` on a mount. On Windows, access control lists (ACLs) control
which programs can run from a folder. To prevent changes to a volume, set \`readOnly: true\`, which works on Linux and
Windows.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
});
