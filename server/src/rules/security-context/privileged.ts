import { bidirectional, convertToHostProcess } from '../../rule-kit/convert-to-host-process.ts';
import { inContainers } from '../../rule-kit/field-patterns.ts';
import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { rejectedOnceDeclared } from '../../rule-kit/rejected-once-declared.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'security-context/privileged',
  title: 'Privileged container on Windows',
  fields: inContainers('securityContext.privileged'),
  says: '`{0}` {effect}: Windows does not support privileged containers.',
  accepted: (field) => field.boolean === undefined,
  harmless: (field) => field.boolean === false,
  // The API server allows Bidirectional mounts only in privileged containers, so they are removed with `privileged`.
  alsoRemove: ({ parent: securityContext }) =>
    (securityContext?.parent ? bidirectional(securityContext.parent) : []).map(({ path }) => ({
      kind: 'remove',
      path,
    })),
  // Offered once for each pod, not for each container.
  alternatives: (field, context) => {
    const first = context.pod.containers.find((one) => one.field.at('securityContext', 'privileged')?.boolean === true);
    const isFirst = first?.field.at('securityContext', 'privileged') === field;
    return isFirst ? convertToHostProcess(context.pod, context) : [];
  },
  outcomes: rejectedOnceDeclared('1.24', { effect: 'advice', case: 'the value is harmless' }, { effect: 'ignored' }),
  why: `Windows does not support privileged containers. To access the host, use a HostProcess container: set
\`windowsOptions.hostProcess: true\` and \`hostNetwork: true\`. With \`os.name: windows\`, the API server rejects
\`privileged\` with either value, even in HostProcess pods.`,
  sources: [
    docs.windowsIntro,
    docs.hostProcess,
    code('kubernetes/kubernetes pkg/apis/core/validation/validation.go validateWindows'),
  ],
  examples: [
    {
      name: 'Copied from a Linux pod',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: agent
      image: registry.example/agent:1.4
      securityContext:
        privileged: true
#       ^^^^^^^^^^ ignored
        windowsOptions:
          runAsUserName: ContainerUser
`,
      fixed: {
        'Remove `privileged`': `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: agent
      image: registry.example/agent:1.4
      securityContext:
        windowsOptions:
          runAsUserName: ContainerUser
`,
      },
    },
    {
      name: '`privileged: false` without `os.name`',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: agent
      image: registry.example/agent:1.4
      securityContext:
        privileged: false
#       ^^^^^^^^^^ advice
`,
    },
    {
      name: 'Rejected with `os.name: windows`, with a `Bidirectional` mount',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  os:
    name: windows
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.4
      securityContext:
        privileged: true
#       ^^^^^^^^^^ rejected
      volumeMounts:
        - name: data
          mountPath: C:\\data
          mountPropagation: Bidirectional
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.4
      securityContext:
        privileged: false
#       ^^^^^^^^^^ rejected
  containers:
    - name: agent
      image: registry.example/agent:1.4
  volumes:
    - name: data
      emptyDir: {}
`,
      fixed: {
        'Make it a HostProcess pod': `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  os:
    name: windows
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: 'NT AUTHORITY\\SYSTEM'
  hostNetwork: true
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.4
      volumeMounts:
        - name: data
          mountPath: C:\\data
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.4
  containers:
    - name: agent
      image: registry.example/agent:1.4
  volumes:
    - name: data
      emptyDir: {}
`,
        'Remove `privileged`': `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  os:
    name: windows
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.4
      volumeMounts:
        - name: data
          mountPath: C:\\data
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.4
      securityContext:
        privileged: false
  containers:
    - name: agent
      image: registry.example/agent:1.4
  volumes:
    - name: data
      emptyDir: {}
`,
      },
    },
    {
      name: 'A HostProcess container instead',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  nodeSelector:
    kubernetes.io/os: windows
  hostNetwork: true
  securityContext:
    windowsOptions:
      hostProcess: true
      runAsUserName: 'NT AUTHORITY\\SYSTEM'
  containers:
    - name: agent
      image: registry.example/agent:1.4
`,
    },
  ],
});
