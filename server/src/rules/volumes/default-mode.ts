import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/default-mode',
  title: 'defaultMode of a volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['secret', 'configMap', 'downwardAPI', 'projected'].map((kind) => `spec.volumes[*].${kind}.defaultMode`),
    *check(field) {
      if (!Number.isInteger(field.number)) return;
      yield {
        at: field.span,
        message: message(
          'Files on Windows have no mode bits, so `defaultMode: {0}` does not say who may read those of volume `{1}`.',
          field.source ?? '',
          field.parent?.parent?.get('name')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'They get the access rights that their folder hands down.' }],
  why: `A mode such as \`0400\` has no counterpart in NTFS, where access control lists decide; at most the attribute
«read-only» changes. A program that insists on the rights of its key files, as ssh does, has to set them itself when the
container starts.`,
  sources: [docs.windowsStorage],
} satisfies Rule;
