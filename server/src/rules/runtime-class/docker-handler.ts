import { message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { isForWindows } from '../../windows/runtime-class.ts';

export default {
  id: 'runtime-class/docker-handler',
  title: 'RuntimeClass for Windows with the docker handler',
  gate: 'object',
  objects: [
    {
      kind: 'RuntimeClass',
      group: 'node.k8s.io',
      watches: ['handler'],
      *check(field, { object, settings }) {
        const isRight = settings.containerRuntime === 'docker';
        if (field.string !== 'docker' || isRight || !isForWindows(object)) return;
        yield {
          at: field.valueSpan,
          message: message('Handler `docker` works only on nodes with dockershim.'),
          fixes: [
            {
              title: 'Change `handler` to `runhcs-wcow-process`',
              safety: 'review',
              changes: [{ kind: 'replace', path: field.path, value: 'runhcs-wcow-process' }],
            },
          ],
        };
      },
    },
  ],
  outcomes: [
    {
      effect: 'fails',
      since: '1.24',
      doubtful: true,
      result: 'By default, containerd has no handler with this name, so the pods do not start.',
      seen: 'no runtime for "docker" is configured',
    },
    {
      effect: 'differs',
      until: '1.23',
      result: 'Pods of this class do not start on nodes with containerd.',
    },
  ],
  why: `A handler names a runtime in the configuration of the node. \`docker\` was the only handler of dockershim,
which was removed in Kubernetes 1.24. With containerd, set the handler to \`runhcs-wcow-process\`, unless your nodes
define a different one.`,
  sources: [
    docs.windowsGuide,
    docs.runtimeClass,
    code('containerd/containerd internal/cri/config/config_windows.go DefaultRuntimeConfig'),
  ],
  examples: [
    {
      name: 'Handler from an old guide',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2019
handler: 'docker'
#        ^^^^^^^^ fails
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    kubernetes.io/arch: amd64
    node.kubernetes.io/windows-build: 10.0.17763
`,
      fixed: {
        'Change `handler` to `runhcs-wcow-process`': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: windows-2019
handler: 'runhcs-wcow-process'
scheduling:
  nodeSelector:
    kubernetes.io/os: windows
    kubernetes.io/arch: amd64
    node.kubernetes.io/windows-build: 10.0.17763
`,
      },
    },
    {
      name: 'Release with dockershim',
      version: '1.23',
      bad: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: ltsc2019 }
handler: docker
#        ^^^^^^ differs
scheduling: { nodeSelector: { kubernetes.io/os: windows } }
`,
    },
    {
      name: 'Other handler, or a class for Linux',
      good: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: windows-2022 }
handler: runhcs-wcow-process
scheduling: { nodeSelector: { kubernetes.io/os: windows } }
---
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: docker }
handler: docker
`,
    },
  ],
} satisfies Rule;
