import { forbiddenField } from '../../lint/forbidden-field.ts';
import { code, docs } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'volumes/user-fields',
  title: 'Owners of files in a volume on Windows',
  fields: ['secret', 'configMap'].flatMap((kind) => [
    `spec.volumes[*].${kind}.defaultUser`,
    `spec.volumes[*].${kind}.items[*].user`,
  ]),
  says: 'Accounts on Windows have no numbers, so `{0}: {1}` makes nobody the owner of the files.',
  accepted: (field) => !field.isScalar,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha as well: the API server drops it unless its feature gate is on.',
    },
  ],
  why: `The field gives files to a user of a Linux container by his number. In a Windows container accounts have names and security
identifiers, and every account of the container can read the files of such a volume.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
});
