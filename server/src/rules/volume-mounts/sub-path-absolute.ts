import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { t } from '../../text/localize.ts';

export default {
  id: 'volume-mounts/sub-path-absolute',
  code: 'KW1212',
  title: 'Absolute subPath',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].subPath'),
    check(field, { report }) {
      const path = field.string ?? '';
      if (!/^(?:[A-Za-z]:|\\)/.test(path)) return;
      const relative = path.replace(/^[A-Za-z]:/, '').replace(/^[\\/]+/, '');
      const fix: Fix = {
        title: t`Change \`subPath\` to \`${relative}\``,
        safety: 'review',
        changes: [{ kind: 'replace', path: field.path, value: relative }],
      };
      report({
        at: field.valueSpan,
        message: message('`subPath: {0}` {effect}: it must be relative to the volume.', path),
        fixes: relative === '' ? [] : [fix],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      result: 'The kubelet does not create the container (`CreateContainerConfigError`).',
      seen: 'must not be an absolute path',
    },
  ],
  why: `A \`subPath\` is a path inside the volume, so it must not start with a drive letter or a separator. The API
server rejects only a leading slash. The kubelet on a Windows node also fails on drive letters and leading
backslashes.

Write the path relative to the volume.`,
  sources: [docs.volumesAt('using-subpath'), code('kubernetes/kubernetes pkg/kubelet/kubelet_pods.go makeMounts')],
} satisfies Rule;
