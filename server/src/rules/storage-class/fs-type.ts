import type { KubeObject } from '../../kubernetes/object.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { relatedUsers } from '../../lint/storage-users.ts';
import { isLinuxFileSystem } from '../../windows/file-systems.ts';
import { BETA_OS_LABEL, OS_LABEL } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/fs-type',
  title: 'StorageClass that formats for Linux',
  gate: 'object',
  objects: [
    {
      group: 'storage.k8s.io',
      kind: 'StorageClass',
      watches: ['parameters[csi.storage.k8s.io/fstype]', 'parameters.fsType', 'parameters.fstype'],
      *check(field, { object, facts }) {
        const fileSystem = field.string ?? '';
        if (!isLinuxFileSystem(fileSystem)) return;
        const users = usersOfClass(facts, object.name);
        const [first] = users.windows;
        if (first === undefined && (users.shared || !namesWindows(object))) return;
        const fix: Fix = {
          title: `Change \`${String(field.key)}\` to \`ntfs\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: 'ntfs' }],
        };
        yield {
          at: field.valueSpan,
          case:
            first === undefined ? 'the class is for Windows by its name or topology' : 'a Windows pod uses the class',
          message:
            first === undefined
              ? message('This class is for Windows by its name or topology, but formats disks with `{0}`.', fileSystem)
              : message('The Windows {0} gets disks that are formatted with `{1}`.', podTitle(first.pod), fileSystem),
          related: relatedUsers(users),
          fixes: users.shared ? [] : [fix],
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      case: 'a Windows pod uses the class',
      doubtful: true,
      result: 'Windows can neither make nor read them, so the pod may stay in ContainerCreating.',
    },
    {
      effect: 'differs',
      case: 'the class is for Windows by its name or topology',
      result: 'Windows can neither make nor read that file system.',
    },
  ],
  why: `Windows formats disks with NTFS; some drivers offer ReFS, and a few use NTFS on Windows whatever the class says. Where Linux pods
use the class too, make another one for Windows, with \`ntfs\`, and let the claims of Windows pods name it.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

/** Whether a class says that it is for Windows, whoever uses it. */
function namesWindows({ name, field }: KubeObject): boolean {
  if (/windows|(?:^|[-_.])win(?:$|[-_.\d])/i.test(name ?? '')) return true;
  const topologies = field.get('allowedTopologies')?.items() ?? [];
  return topologies
    .flatMap((topology) => topology.get('matchLabelExpressions')?.items() ?? [])
    .filter((expression) => [OS_LABEL, BETA_OS_LABEL].includes(expression.get('key')?.string ?? ''))
    .some((expression) => expression.get('values')?.strings().join() === 'windows');
}
