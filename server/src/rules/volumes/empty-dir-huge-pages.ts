import { message, type Rule } from '../../lint/rule.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/empty-dir-huge-pages',
  code: 'KW1224',
  title: 'emptyDir with huge pages on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].emptyDir.medium'],
    check(field, { report }) {
      const medium = field.string;
      if (!medium?.startsWith('HugePages')) return;
      report({
        at: field.valueSpan,
        message: message(
          '`medium: {1}` of volume `{0}` {effect}: Windows containers do not support huge pages.',
          field.parent?.parent?.get('name')?.string ?? '?',
          medium,
        ),
        fixes: [removal(field)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The mount fails, and the pod stays in ContainerCreating.',
    },
  ],
  why: `Huge pages require a privilege that Windows containers cannot get. Remove \`medium\`: the volume is then a
directory on the disk of the node.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
