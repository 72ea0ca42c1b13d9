import { inContainers } from '../../lint/forbidden-field.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volume-mounts/sub-path-absolute',
  title: 'Absolute subPath',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].subPath'),
    *check(field) {
      const path = field.string ?? '';
      if (!/^(?:[A-Za-z]:|\\)/.test(path)) return;
      const relative = path.replace(/^[A-Za-z]:/, '').replace(/^[\\/]+/, '');
      const fix: Fix = {
        title: `Change \`subPath\` to \`${relative}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: relative }],
      };
      yield {
        at: field.valueSpan,
        message: message('`subPath: {0}` is an absolute path, where one inside the volume is due.', path),
        fixes: relative === '' ? [] : [fix],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet refuses to create the container (CreateContainerConfigError).',
      seen: 'must not be an absolute path',
    },
  ],
  why: `A \`subPath\` names a folder or file inside the volume, so it has neither a drive nor a separator at its beginning. The
API server finds only a slash there, whatever the pod is for; drives and backslashes are found by the kubelet of the Windows
node.`,
  sources: [docs.volumesAt('using-subpath'), code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go makeMounts')],
} satisfies Rule;
