import { message, type Rule } from '../../lint/rule.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isResolverFile } from '../../windows/mount-paths.ts';

export default {
  id: 'dns/etc-files',
  title: 'Files of the Linux resolver on Windows',
  gate: 'windows',
  pod: {
    watches: inContainers('volumeMounts[*].mountPath'),
    *check(field) {
      const path = field.string;
      if (path === undefined || !isResolverFile(path)) return;
      yield {
        at: field.valueSpan,
        message: message('`{0}` is a file of the Linux resolver.', path),
      };
    },
  },
  outcomes: [{ effect: 'differs', result: 'Windows does not read it to resolve names.' }],
  why: `Windows keeps what it needs for DNS in the registry of the container, so a file in \`/etc\` changes nothing. Use
\`dnsConfig\` for name servers. The one file that counts, \`C:\\Windows\\System32\\drivers\\etc\\hosts\`, is written by the
kubelet with containerd; \`hostAliases\` adds names to it.`,
  sources: [docs.windowsNetworking],
  examples: [
    {
      name: 'A list of name servers',
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
      name: 'In the manner of Windows',
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
      name: 'Other files in such a folder',
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
