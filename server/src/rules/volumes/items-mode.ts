import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

const KINDS = ['secret', 'configMap', 'downwardAPI'];

export default {
  id: 'volumes/items-mode',
  title: 'Mode of a single file in a volume on Windows',
  gate: 'windows',
  pod: {
    watches: [...KINDS, ...KINDS.map((kind) => `projected.sources[*].${kind}`)].map(
      (source) => `spec.volumes[*].${source}.items[*].mode`,
    ),
    *check(field) {
      if (!Number.isInteger(field.number)) return;
      yield {
        at: field.span,
        message: message(
          'Files on Windows have no mode bits, so `mode: {0}` does not say who may read `{1}`.',
          field.source ?? '',
          field.parent?.get('path')?.string ?? '?',
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'It gets the access rights that its folder hands down.' }],
  why: `The mode of one file is honored as little as the \`defaultMode\` of all: access control lists decide on Windows, and
the files inherit theirs. A program that needs other rights has to set them when the container starts.`,
  sources: [docs.windowsStorage],
} satisfies Rule;
