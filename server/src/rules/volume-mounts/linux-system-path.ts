import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isInHostProcess } from '../../windows/host-process.ts';
import { isLinuxSystemPath, isResolverFile, isSharedMemory } from '../../windows/mount-paths.ts';

export default {
  id: 'volume-mounts/linux-system-path',
  title: 'Volume mounted at a Linux system path',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field, { pod, settings }) {
      const path = field.string ?? '';
      const hasRuleOfItsOwn = isSharedMemory(path) || isResolverFile(path);
      if (!isLinuxSystemPath(path) || hasRuleOfItsOwn || isPlaceholder(path)) return;
      // With containerd 1.6, the volume of a HostProcess container is not at its mount path.
      if (settings.containerRuntime === 'containerd-1.6' && isInHostProcess(pod, settings.kubernetesVersion, field))
        return;
      yield {
        at: field.valueSpan,
        message: message(
          '`{0}` becomes `{1}`, where most Windows programs do not look.',
          path,
          `C:${path.replaceAll('/', '\\')}`,
        ),
      };
    },
  },
  outcomes: [{ effect: 'differs' }],
  why: `Windows programs do not look for system files in \`/etc\`, \`/usr\` or \`/run\`. Certificates and the time
zone, for example, are in the registry, and temporary files are in \`%TEMP%\`. The mount works, but check whether your
application reads it.`,
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
      name: 'Other folders, and the service account token',
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
