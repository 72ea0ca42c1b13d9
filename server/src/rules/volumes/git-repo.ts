import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';

export default {
  id: 'volumes/git-repo',
  title: 'gitRepo volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].gitRepo'],
    *check(field) {
      if (!field.isMapping) return;
      yield {
        at: field.span,
        message: message(
          'Volume `{0}` is to be filled by the kubelet with a clone of a Git repository.',
          volumeNameOf(field),
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.33',
      doubtful: true,
      result:
        'From 1.33 on that is off by default and from 1.36 on it is gone, so the pod may stay in ContainerCreating.',
    },
    { effect: 'differs', until: '1.32', result: 'It works only where git is installed on the Windows node.' },
  ],
  why: `The kubelet runs \`git\` on the node for such a volume, and a Windows node seldom has it. The kind was deprecated for years
because a repository could make the node run its own programs. Clone the repository in an init container into an
\`emptyDir\` that both containers mount.`,
  sources: [docs.volumes],
} satisfies Rule;
