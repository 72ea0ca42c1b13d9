import type { KubeObject } from '../../kubernetes/object.ts';
import { type Fix, message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../rule-kit/sources.ts';
import { relatedUsers } from '../../rule-kit/storage-users.ts';
import { t } from '../../text/localize.ts';
import { isLinuxFileSystem } from '../../windows/file-systems.ts';
import { BETA_OS_LABEL, OS_LABEL } from '../../windows/node-constraint.ts';
import { podTitle } from '../../windows/selected-pods.ts';
import { usersOfClass } from '../../windows/storage-links.ts';

export default {
  id: 'storage-class/fs-type',
  title: 'StorageClass with a Linux file system',
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
          title: t`Change \`${String(field.key)}\` to \`ntfs\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: 'ntfs' }],
        };
        yield {
          at: field.valueSpan,
          case:
            first === undefined
              ? 'the name or topology of the class indicates Windows'
              : 'a Windows pod uses the class',
          message:
            first === undefined
              ? message(
                  '`{0}` does not work on Windows, but the name or topology of this class indicates Windows.',
                  fileSystem,
                )
              : message(
                  '`{1}` may prevent Windows {0} from starting: Windows does not support this file system.',
                  podTitle(first.pod),
                  fileSystem,
                ),
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
      result: 'If the driver cannot format the disk, the pod stays in ContainerCreating.',
    },
    {
      effect: 'differs',
      case: 'the name or topology of the class indicates Windows',
      result: 'Windows cannot format or mount a disk with a Linux file system.',
    },
  ],
  why: `Windows formats disks with NTFS. Some drivers also support ReFS, and a few always use NTFS on Windows,
regardless of the class. If Linux pods use the class too, create another class with \`ntfs\`, and name it in the claims
of Windows pods.`,
  sources: [docs.windowsStorage],
} satisfies Rule;

/** Whether the name or the topology of a class indicates Windows. */
function namesWindows({ name, field }: KubeObject): boolean {
  if (/windows|(?:^|[-_.])win(?:$|[-_.\d])/i.test(name ?? '')) return true;
  const topologies = field.get('allowedTopologies')?.items() ?? [];
  return topologies
    .flatMap((topology) => topology.get('matchLabelExpressions')?.items() ?? [])
    .filter((expression) => [OS_LABEL, BETA_OS_LABEL].includes(expression.get('key')?.string ?? ''))
    .some((expression) => expression.get('values')?.strings().join() === 'windows');
}
