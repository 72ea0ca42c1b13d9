import { forbiddenField } from '../../lint/forbidden-field.ts';
import { code, docs } from '../../lint/sources.ts';

export default forbiddenField({
  id: 'volumes/empty-dir-mode',
  title: 'Mode of an emptyDir on Windows',
  fields: ['spec.volumes[*].emptyDir.mode'],
  says: 'Folders on Windows have no mode bits, so `{0}: {1}` says nothing of who may use this one.',
  accepted: (field) => !field.isScalar,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha as well: the API server drops it unless its feature gate is on.',
    },
  ],
  why: `The mode is for the folder that the kubelet makes on a Linux node. On Windows access control lists decide, and the folder gets
those of the one above it.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
});
