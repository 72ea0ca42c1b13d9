import { inContainers } from '../../lint/forbidden-field.ts';
import { type Field, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

export default {
  id: 'volume-mounts/multiple-sub-paths',
  title: 'Several subPath mounts in one Windows container',
  gate: 'windows',
  pod: {
    watches: [...inContainers('volumeMounts[*].subPath'), ...inContainers('volumeMounts[*].subPathExpr')],
    *check(field, { once }) {
      const list = field.parent?.parent;
      const mounts = list === undefined ? [] : once(list, subPaths);
      const [first, second] = mounts;
      if (first === undefined || second !== field) return;
      const name = field.parent?.parent?.parent?.get('name')?.string ?? '?';
      yield {
        at: field.span,
        message: message('Container `{0}` has {1} mounts with `subPath`.', name, String(mounts.length)),
        related: [{ at: first.span, message: 'The first one is here.' }],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      until: '1.36',
      doubtful: true,
      result:
        'They work, but kubelets before 1.37 may leave folders open, and then the pod hangs in Terminating when it is deleted.',
    },
  ],
  why: `For each \`subPath\` the kubelet opens the folders on the way, and with more than one in a container it did not close all
of them again on Windows, which keeps the volumes from being cleaned up. Mount the folder above them once, or bring the
files together in a projected volume. Kubernetes 1.37 has the correction.`,
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
