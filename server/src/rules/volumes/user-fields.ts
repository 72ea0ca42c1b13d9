import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'volumes/user-fields',
  code: 'KW1254',
  title: 'Numeric owners of volume files on Windows',
  fields: ['secret', 'configMap'].flatMap((kind) => [
    `spec.volumes[*].${kind}.defaultUser`,
    `spec.volumes[*].${kind}.items[*].user`,
  ]),
  message: '`{0}: {1}` has no effect: Windows accounts have no numeric IDs.',
  accepted: (field) => !field.isScalar,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha: the API server drops it unless its feature gate is enabled.',
    },
  ],
  why: `The field sets the owner of files in a Linux container by user ID. In a Windows container, accounts have names
and security identifiers (SIDs), and every account there can read the files of such a volume. Remove the field.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
});
