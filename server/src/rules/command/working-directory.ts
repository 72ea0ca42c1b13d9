import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'command/working-directory',
  title: 'workingDir with a Linux path',
  gate: 'windows',
  pod: {
    watches: inContainers('workingDir'),
    *check(field, { pod, settings }) {
      const folder = field.string ?? '';
      // A variable or template can start with anything; two slashes start the path of a network share.
      if (!/^\/(?![\\/])/.test(folder) || /[${]/.test(folder)) return;
      const mounts = field.parent?.get('volumeMounts')?.items() ?? [];
      const path = normalized(folder);
      const isMounted = mounts.some((mount) => path.startsWith(normalized(mount.get('mountPath')?.string ?? '?')));
      if (path === '/' || isMounted || isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      yield {
        at: field.valueSpan,
        message: message('`workingDir: {0}` becomes `{1}` on Windows.', folder, `C:${folder.replaceAll('/', '\\')}`),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'If the image does not contain the folder, the container does not start.' }],
  why: `On Windows, a path that starts with a slash is on drive \`C:\`. The folder must be in the image or be mounted,
but Windows images rarely contain the folders of the Linux image. Set a Windows path such as \`C:\\app\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** A path on drive C in a form for comparison, with a slash at its end. */
function normalized(path: string): string {
  const unified = path
    .toLowerCase()
    .replace(/^c:/, '')
    .replace(/[\\/]+/g, '/');
  return unified.endsWith('/') ? unified : `${unified}/`;
}
