import { containerAround } from '../../kubernetes/pod.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { changeValue } from '../../rule-kit/change-value.ts';
import { isInMount } from '../../rule-kit/commands.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { ofWindowsShell } from '../../windows/host-paths.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'command/working-directory',
  code: 'KW1015',
  title: 'workingDir with a Linux path',
  gate: 'windows',
  pod: {
    watches: inContainers('workingDir'),
    check(field, { pod, settings, report }) {
      const folder = field.string ?? '';
      // A variable or template can start with anything; two slashes start the path of a network share.
      if (!/^\/(?![\\/])/.test(folder) || /[${]/.test(folder)) return;
      const container = containerAround(pod, field);
      if (folder === '/' || container === undefined || isInMount(container, folder)) return;
      if (isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      const intended = ofWindowsShell(folder);
      report({
        at: field.valueSpan,
        message: message('`workingDir: {0}` becomes `{1}` on Windows.', folder, `C:${folder.replaceAll('/', '\\')}`),
        fixes: intended === undefined ? [] : [changeValue(field, intended)],
      });
    },
  },
  outcomes: [{ effect: 'differs', result: 'If the image does not contain the folder, the container does not start.' }],
  why: `On Windows, a path that starts with a slash is on drive \`C:\`. The folder must be in the image or be mounted,
but Windows images rarely contain the folders of the Linux image. Set a Windows path such as \`C:\\app\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;
