import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isResolverFile } from '../../windows/mount-paths.ts';

export default {
  id: 'dns/etc-files',
  title: 'Linux resolver files in a Windows container',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const path = field.string;
      if (path === undefined || !isResolverFile(path)) return;
      yield {
        at: field.valueSpan,
        message: message('`{0}` is a file of the Linux DNS resolver.', path),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'Windows does not use the file to resolve names.' }],
  why: `Windows stores the DNS configuration of a container in the registry, so a file in \`/etc\` has no effect. Set
name servers in \`dnsConfig\`. The only file that Windows reads is \`C:\\Windows\\System32\\drivers\\etc\\hosts\`. With
containerd, the kubelet writes it, and \`hostAliases\` adds names to it.`,
  sources: [docs.windowsNetworking],
  examples: [
    {
      name: 'List of name servers',
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
          nodeSelector: { kubernetes.io/os: windows }
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example/report:1.0
              volumeMounts:
                - name: dns
                  mountPath: /etc/resolv.conf
#                            ^^^^^^^^^^^^^^^^ differs
                  subPath: resolv.conf
          volumes:
            - name: dns
              configMap: { name: dns }
`,
    },
    {
      name: 'Windows paths',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      volumeMounts:
        - { name: dns, mountPath: 'C:\\etc\\hosts' }
#                                 ^^^^^^^^^^^^^^ differs
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts:
        - { name: settings, mountPath: C:\\settings }
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      volumeMounts:
        - { name: dns, mountPath: "C:/etc/nsswitch.conf" }
#                                 ^^^^^^^^^^^^^^^^^^^^^^ differs
  volumes:
    - name: dns
      configMap: { name: dns }
    - name: settings
      configMap: { name: settings }
`,
    },
    {
      name: 'Other files in the same folder',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  os: { name: windows }
  containers:
    - name: web
      image: registry.example/web:1.0
      volumeMounts:
        - { name: settings, mountPath: /etc/web }
        - { name: settings, mountPath: /etc/hosts.d }
  volumes:
    - name: settings
      configMap: { name: settings }
`,
    },
  ],
} satisfies Rule;
