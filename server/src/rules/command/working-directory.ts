import { inContainers } from '../../lint/forbidden-field.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { docs } from '../../lint/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';

export default {
  id: 'command/working-directory',
  title: 'Linux path as the working directory',
  gate: 'windows',
  pod: {
    watches: inContainers('workingDir'),
    *check(field, { pod, settings }) {
      const folder = field.string ?? '';
      // What contains a variable or a template may begin with anything; two slashes begin the name of a share.
      if (!/^\/(?![\\/])/.test(folder) || /[${]/.test(folder)) return;
      const mounts = field.parent?.get('volumeMounts')?.items() ?? [];
      const own = normal(folder);
      const isMounted = mounts.some((mount) => own.startsWith(normal(mount.get('mountPath')?.string ?? '?')));
      if (own === '/' || isMounted || isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      yield {
        at: field.valueSpan,
        message: message('Windows reads `{0}` as `{1}`.', folder, `C:${folder.replaceAll('/', '\\')}`),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'If the image has no such folder, the container does not start.' }],
  why: `On Windows a path that begins with a slash is one on drive \`C:\`. The folder has to be in the image or to be mounted; an image made
for Windows seldom has the folders of its Linux twin. Write a Windows path such as \`C:\\app\`.`,
  sources: [docs.windowsIntro],
} satisfies Rule;

/** A path on drive C as it can be compared with others, with a slash at its end. */
function normal(path: string): string {
  const unified = path
    .toLowerCase()
    .replace(/^c:/, '')
    .replace(/[\\/]+/g, '/');
  return unified.endsWith('/') ? unified : `${unified}/`;
}
