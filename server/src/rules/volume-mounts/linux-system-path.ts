import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { isLinuxSystemPath, isResolverFile, isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/linux-system-path',
  title: 'Mount in a folder of the Linux system',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod, settings }) {
      const path = field.string ?? '';
      const hasRuleOfItsOwn = isSharedMemory(path) || isResolverFile(path);
      if (!isLinuxSystemPath(path) || hasRuleOfItsOwn || isPlaceholder(path)) return;
      // With containerd 1.6 a HostProcess container does not find the volume there at all.
      if (settings.containerRuntime === 'containerd-1.6' && isInHostProcess(pod, settings.kubernetesVersion, field))
        return;
      yield {
        at: field.valueSpan,
        message: message(
          'Volume `{0}` is mounted at `{1}`, a path of the Linux system.',
          field.parent?.get('name')?.string ?? '?',
          path,
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'differs',
      result: 'In a Windows container that path is on drive C, and there because of the mount alone.',
    },
  ],
  why: `Programs for Windows look elsewhere for what Linux keeps in \`/etc\`, \`/usr\` or \`/run\`: certificates and the time zone are
in the registry, temporary files below \`%TEMP%\`. The mount works; whether your program reads it is for it to say.`,
  sources: [docs.windowsIntro],
  examples: [
    {
      name: 'Certificates and settings',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: agent
          image: registry.example/agent:1.0
          volumeMounts:
            - name: certificates
              mountPath: /etc/ssl/certs
#                        ^^^^^^^^^^^^^^ differs
            - { name: temp, mountPath: "/tmp" }
#                                      ^^^^^^ differs
      volumes:
        - { name: certificates, configMap: { name: certificates } }
        - { name: temp, emptyDir: {} }
`,
    },
    {
      name: 'Folders that are nobody’s, and the token of the service account',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  os: { name: windows }
  containers:
    - name: agent
      image: registry.example/agent:1.0
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: settings, mountPath: 'C:\\etc\\agent' }
        - { name: token, mountPath: /var/run/secrets/kubernetes.io/serviceaccount }
        - { name: developers, mountPath: /developers }
  volumes:
    - { name: data, emptyDir: {} }
    - { name: settings, configMap: { name: agent } }
    - { name: token, secret: { secretName: token } }
    - { name: developers, emptyDir: {} }
`,
    },
  ],
} satisfies Rule;
