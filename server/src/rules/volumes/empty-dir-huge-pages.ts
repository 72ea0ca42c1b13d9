import { removal } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/empty-dir-huge-pages',
  title: 'emptyDir on huge pages on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].emptyDir.medium'],
    *check(field) {
      const medium = field.string;
      if (!medium?.startsWith('HugePages')) return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is to lie on huge pages (`{1}`), which a Windows container cannot have.',
          field.parent?.parent?.get('name')?.string ?? '?',
          medium,
        ),
        fixes: [removal(field)],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The volume cannot be mounted, and the pod stays in ContainerCreating.',
    },
  ],
  why: `Large pages of memory need a privilege that Windows containers cannot get, so there is nothing to put such a volume
on. Without \`medium\` it is a folder on the disk of the node.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
