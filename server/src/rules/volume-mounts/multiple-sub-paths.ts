import { containerAround } from '../../kubernetes/pod.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default {
  id: 'volume-mounts/multiple-sub-paths',
  code: 'KW1207',
  title: 'Multiple subPath mounts in one container',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), ...inContainers('volumeMounts[*].subPathExpr')],
    check(field, { pod, once, report }) {
      const list = field.parent?.parent;
      const mounts = list === undefined ? [] : once(list, subPaths);
      const [first, second] = mounts;
      if (first === undefined || second !== field) return;
      const name = containerAround(pod, field)?.name ?? '?';
      report({
        at: field.span,
        message: message(
          'The pod {effect}: container `{0}` has {1} mounts with `subPath`.',
          name,
          String(mounts.length),
        ),
        related: [{ at: first.span, message: 'The first of these mounts' }],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.36',
      doubtful: true,
      phrase: 'may hang in Terminating',
      result: 'Kubelets before 1.37 may leave folders open on Windows, so the volumes cannot be cleaned up.',
    },
  ],
  why: `For each \`subPath\`, the kubelet opens the folders of the path. If a container has more than one, kubelets
before 1.37 leave folders open on Windows, so the volumes cannot be cleaned up. Mount the parent folder once, or
combine the files in a projected volume.

Kubernetes 1.37 fixes this.`,
  sources: [
    docs.windowsStorage,
    code('kubernetes/kubernetes issue 112630'),
    code('kubernetes/kubernetes pull request 138367'),
  ],
} satisfies Rule;

function subPaths(list: Field): readonly Field[] {
  return list.items().flatMap((mount) => subPathOf(mount) ?? []);
}

function subPathOf(mount: Field): Field | undefined {
  return [mount.get('subPath'), mount.get('subPathExpr')].find((field) => field?.string);
}
