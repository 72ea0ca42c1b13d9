import { volumeNameOf } from '../../kubernetes/volume.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volumes/git-repo',
  code: 'KW1233',
  title: 'gitRepo volume on Windows',
  gate: 'windows',
  pod: {
    watches: ['spec.volumes[*].gitRepo'],
    check(field, { report }) {
      if (!field.isMapping) return;
      report({
        at: field.span,
        message: message('`gitRepo` volume `{0}` {effect}.', volumeNameOf(field)),
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.33',
      doubtful: true,
      phrase: 'may keep the pod in ContainerCreating',
      result: 'Kubernetes 1.33 disables the `gitRepo` plug-in by default, and 1.36 removes it.',
    },
    {
      effect: 'differs',
      until: '1.32',
      phrase: 'needs Git on the Windows node',
      result: 'The kubelet runs `git` on the node to clone the repository.',
    },
  ],
  why: `To fill a \`gitRepo\` volume, the kubelet runs \`git\` on the node, and Windows nodes rarely have Git
installed. The volume type was deprecated because a repository could run programs on the node. Instead, clone the
repository into an \`emptyDir\` from an init container, and mount the \`emptyDir\` in both containers.`,
  sources: [docs.volumes],
} satisfies Rule;
