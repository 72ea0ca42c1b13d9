import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'volumes/empty-dir-mode',
  code: 'KW1226',
  title: 'emptyDir mode on Windows',
  fields: ['spec.volumes[*].emptyDir.mode'],
  message: '`{0}: {1}` has no effect: Windows directories have no mode bits.',
  accepted: (field) => !field.isScalar,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha: the API server drops it unless its feature gate is enabled.',
    },
  ],
  why: `\`mode\` applies to the directory that the kubelet creates on a Linux node. On Windows, access control lists
(ACLs) control access, and the directory inherits the ACL of its parent directory. Remove the field.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
});
