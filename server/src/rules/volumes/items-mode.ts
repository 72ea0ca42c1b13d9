import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

const KINDS = ['secret', 'configMap', 'downwardAPI'];

export default {
  id: 'volumes/items-mode',
  code: 'KW1242',
  title: 'File mode of volume items on Windows',
  gate: 'windows',
  pod: {
    watches: [...KINDS, ...KINDS.map((kind) => `projected.sources[*].${kind}`)].map(
      (source) => `spec.volumes[*].${source}.items[*].mode`,
    ),
    check(field, { report }) {
      if (!Number.isInteger(field.number)) return;
      report({
        at: field.span,
        message: message(
          '`mode: {0}` is not applied to file `{1}`: Windows uses ACLs instead of mode bits.',
          field.source ?? '',
          field.parent?.get('path')?.string ?? '?',
        ),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'The file inherits the ACL of its directory.' }],
  why: `On Windows, neither \`defaultMode\` nor the mode of a single file is respected: access control lists (ACLs)
control access, and files inherit them. If a program needs other permissions, set the ACL when the container starts.`,
  sources: [docs.windowsStorage],
} satisfies Rule;
