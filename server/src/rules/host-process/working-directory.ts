import { containerAround } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { isInMount, isPathOfLinuxImage } from '../../rule-kit/commands.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

/** A path with neither drive, root, variable nor placeholder at its start. */
const RELATIVE = /^(?![a-z]:|[\\/%$<{#_[])[^${%]+$/i;

export default {
  id: 'host-process/working-directory',
  code: 'KW1059',
  title: 'workingDir of a HostProcess container outside of its image',
  since: '0.2',
  gate: 'any',
  withoutEvidence: 'silent',
  pod: {
    watches: inContainers('workingDir'),
    check(field, { pod, settings, report }) {
      const folder = field.searchable;
      if (folder === undefined || !(RELATIVE.test(folder) || isPathOfLinuxImage(folder))) return;
      // Up to containerd 1.6, it is below the root folder of the container.
      if (['containerd-1.6', 'docker'].includes(settings.containerRuntime)) return;
      if (!isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      const container = containerAround(pod, field);
      if (container === undefined || isInMount(container, folder)) return;
      const intended = absolute(folder);
      report({
        at: field.valueSpan,
        message: isPathOfLinuxImage(folder)
          ? message('`workingDir: {0}` {effect}: it is a folder of the node, not of the image.', folder)
          : message('`workingDir: {0}` {effect}: relative paths do not start at the root of the image.', folder),
        fixes: intended === undefined ? [] : [changeValue(field, intended)],
      });
    },
  },
  outcomes: [
    {
      effect: 'fails',
      since: '1.22',
      doubtful: true,
      result: 'A program or script is not found there.',
    },
  ],
  why: `Since containerd 1.7, the working directory of a HostProcess container is taken as it is, and a relative one starts
in a folder of containerd. Use an absolute path: below \`%CONTAINER_SANDBOX_MOUNT_POINT%\` for a folder of the image, or a
path with a drive letter for one of the node.

Containerd 1.6 joins it with the root folder of the container. So do later versions on Windows Server 2019.`,
  sources: [
    docs.hostProcess,
    {
      title: 'containerd/containerd issue 8090: manifests for HostProcess pods that broke',
      url: 'https://github.com/containerd/containerd/issues/8090',
    },
    {
      title: 'kubernetes/kubernetes issue 112885: working directories of HostProcess containers',
      url: 'https://github.com/kubernetes/kubernetes/issues/112885',
    },
    code('microsoft/hcsshim internal/jobcontainers/jobcontainer.go CreateProcess'),
  ],
} satisfies Rule;

/** With containerd 1.6, the root folder of the container was two levels below drive C. */
function absolute(folder: string): string | undefined {
  const path = folder.replaceAll('/', '\\').replace(/^(?:\.\\)+|^\.$|^\\/, '');
  if (/^\.\.\\\.\.\\(?!\.\.(?:\\|$))/.test(path)) return `C:\\${path.slice('..\\..\\'.length)}`;
  if (/^\.\.(?:\\|$)/.test(path)) return undefined;
  return `%CONTAINER_SANDBOX_MOUNT_POINT%${path === '' ? '' : `\\${path}`}`;
}
