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
      const own = normal(folder);
      const isMounted = mounts.some((mount) => own.startsWith(normal(mount.get('mountPath')?.string ?? '?')));
      if (own === '/' || isMounted || isInHostProcess(pod, settings.kubernetesVersion, field)) return;
      yield {
        at: field.valueSpan,
        message: message('`workingDir: {0}` becomes `{1}` on Windows.', folder, `C:${folder.replaceAll('/', '\\')}`),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'If the image does not contain this folder, the container does not start.' }],
  why: `On Windows, a path that starts with a slash is on drive \`C:\`. The folder must be in the image or be mounted,
but Windows images rarely contain the folders of the Linux image. Set a Windows path such as \`C:\\app\`.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'Folder of the Linux image',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: 0 3 * * *
  jobTemplate:
    spec:
      template:
        spec:
          nodeSelector:
            kubernetes.io/os: windows
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example/report:1.0
              workingDir: /usr/src/app
#                         ^^^^^^^^^^^^ differs
`,
    },
    {
      name: 'Windows path, mounted folder, and root of the drive',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: report
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: report
      image: registry.example/report:1.0
      workingDir: C:\\report
    - name: print
      image: registry.example/print:1.0
      workingDir: /data/print
      volumeMounts:
        - { name: data, mountPath: 'C:\\Data' }
    - name: send
      image: registry.example/send:1.0
      workingDir: /
    - name: share
      image: registry.example/share:1.0
      workingDir: //server/share
    - name: any
      image: registry.example/any:1.0
      workingDir: /\${FOLDER}
  volumes:
    - name: data
      emptyDir: {}
`,
    },
    {
      name: 'HostProcess container',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  hostNetwork: true
  securityContext:
    windowsOptions: { hostProcess: true, runAsUserName: 'NT AUTHORITY\\SYSTEM' }
  containers:
    - name: agent
      image: registry.example/agent:1.0
      workingDir: /agent
`,
    },
  ],
} satisfies Rule;

/** A path on drive C in a form for comparison, with a slash at its end. */
function normal(path: string): string {
  const unified = path
    .toLowerCase()
    .replace(/^c:/, '')
    .replace(/[\\/]+/g, '/');
  return unified.endsWith('/') ? unified : `${unified}/`;
}
