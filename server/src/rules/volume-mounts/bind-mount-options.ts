import { forbiddenField, inContainers } from '../../lint/forbidden-field.ts';
import { code, docs } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'volume-mounts/bind-mount-options',
  title: 'bindMountOptions on Windows',
  fields: inContainers('volumeMounts[*].bindMountOptions'),
  says: '`{0}` are flags of the Linux kernel, and mounts on Windows have none.',
  accepted: (field) => field.items().length === 0,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha as well: the API server drops it unless its feature gate is on.',
    },
  ],
  why: `Flags such as \`noexec\` tell the Linux kernel what it lets programs do with a mount. On Windows access control lists decide
what may be run from a folder; \`readOnly\` works on both.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
});
