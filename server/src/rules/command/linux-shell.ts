import { type Fix, message, type Rule } from '../../lint/rule.ts';
import {
  COMMANDS,
  type CommandLine,
  commandLine,
  isLinuxPath,
  isLinuxShell,
  LINUX_SHELLS,
  programName,
} from '../../rule-kit/commands.ts';
import { docs } from '../../rule-kit/sources.ts';
import { bringsPosixShell, builtOn, imageOs, parseImage } from '../../windows/images.ts';

export default {
  id: 'command/linux-shell',
  title: 'Linux shell in a Windows container',
  gate: 'windows',
  pod: {
    watches: COMMANDS,
    *check(list, { pod, settings }) {
      const line = commandLine(pod, list);
      const text = line?.program?.text ?? '';
      const isPath = isLinuxPath(text);
      if (line?.program === undefined || !isLinuxShell(text)) return;
      const image = parseImage(line.container.field.get('image')?.string ?? '');
      // Another rule reports Linux images.
      if (bringsPosixShell(image, settings.posixShellImages) || imageOs(image, settings)?.os === 'linux') return;
      yield {
        at: line.program.field.valueSpan,
        field: line.program.field.path,
        case: isPath
          ? 'the command starts with a Linux path, such as `/bin/sh`'
          : 'the command starts with the name of a Linux shell, such as `sh`',
        message: message(
          isPath
            ? '`{0}` is a Linux path that does not exist in Windows base images.'
            : '`{0}` is a Linux shell that does not exist in Windows base images.',
          text,
        ),
        fixes: LINUX_SHELLS.includes(programName(text)) ? otherShells(line) : [],
      };
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the command starts with a Linux path, such as `/bin/sh`',
      doubtful: true,
      result: 'The command probably fails.',
      seen: 'The system cannot find the file specified.',
    },
    {
      effect: 'differs',
      case: 'the command starts with the name of a Linux shell, such as `sh`',
      result: 'The command works only if the image contains the shell.',
    },
  ],
  why: `Windows images contain \`cmd.exe\`, and those based on Server Core also \`powershell.exe\`, but not \`/bin/sh\`.
If its command does not exist, a container does not start, and a probe or hook fails. Rewrite the command for a Windows
shell. List images that contain a POSIX shell in the setting \`kubewin.posixShellImages\`.`,
  sources: [docs.windowsIntro, docs.windowsGuide],
  examples: [
    {
      name: 'Script and probe copied from a Linux pod',
      bad: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          command:
            - /bin/sh
#             ^^^^^^^ fails
            - -c
            - web --port 80 # no TLS
          readinessProbe:
            exec:
              command: ["cmd", "/c", "/usr/local/bin/check"]
#                                    ^^^^^^^^^^^^^^^^^^^^^^ fails
          lifecycle:
            postStart: { exec: { command: [bash, /scripts/warm-up.sh] } }
#                                          ^^^^ differs
`,
      fixed: {
        'Run it with `cmd /c`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          command:
            - cmd
            - /c
            - web --port 80 # no TLS
          readinessProbe:
            exec:
              command: ["cmd", "/c", "/usr/local/bin/check"]
          lifecycle:
            postStart: { exec: { command: [bash, /scripts/warm-up.sh] } }
`,
        'Run it with `powershell -Command`': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: web
          image: registry.example/web:1.0
          command:
            - powershell
            - '-Command'
            - web --port 80 # no TLS
          readinessProbe:
            exec:
              command: ["cmd", "/c", "/usr/local/bin/check"]
          lifecycle:
            postStart: { exec: { command: [bash, /scripts/warm-up.sh] } }
`,
      },
    },
    {
      name: 'Nano Server, which does not contain PowerShell',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      restartPolicy: Never
      initContainers:
        - name: prepare
          image: mcr.microsoft.com/windows/nanoserver:ltsc2022
          args: [sh, -c, echo prepared]
#                ^^ differs
          startupProbe: { exec: { command: [/bin/true] } }
#                                           ^^^^^^^^^ fails
      containers:
        - name: import
          image: registry.example/import:1.0
          command: ["/usr/bin/env"]
#                   ^^^^^^^^^^^^^^ fails
          args: ["import"]
          livenessProbe: { exec: { command: [/bin/true] } }
#                                            ^^^^^^^^^ fails
          lifecycle: { preStop: { exec: { command: [/bin/true] } } }
#                                                   ^^^^^^^^^ fails
`,
      fixed: {
        'Run it with `cmd /c`': `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      nodeSelector: { kubernetes.io/os: windows }
      restartPolicy: Never
      initContainers:
        - name: prepare
          image: mcr.microsoft.com/windows/nanoserver:ltsc2022
          args: [cmd, /c, echo prepared]
          startupProbe: { exec: { command: [/bin/true] } }
      containers:
        - name: import
          image: registry.example/import:1.0
          command: ["/usr/bin/env"]
          args: ["import"]
          livenessProbe: { exec: { command: [/bin/true] } }
          lifecycle: { preStop: { exec: { command: [/bin/true] } } }
`,
      },
    },
    {
      name: 'Windows shells, programs of the image, and arguments',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      command: [cmd, /S, /c, "web > C:\\\\log.txt"]
    - name: log
      image: registry.example/log:1.0
      command: [/log/forward]
      args: [/bin/sh]
    - name: proxy
      image: registry.example/proxy:1.0
      command: [/usr/local/bin/proxy.exe]
`,
    },
    {
      name: 'Images that contain a POSIX shell',
      settings: { posixShellImages: ['registry.example/git/'] },
      good: `apiVersion: v1
kind: Pod
metadata:
  name: mirror
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: mirror
      image: registry.example/git/mirror:1.0
      command: [/bin/sh, -c, git fetch]
    - name: build
      image: registry.example/msys2:2024
      command: [bash, -c, make]
    - name: probe
      image: registry.k8s.io/e2e-test-images/agnhost:2.39
      command: [sh, -c, sleep 3600]
`,
    },
    {
      name: 'Linux image, where another rule applies',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: cache
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: cache
      image: redis:7-alpine
      command: [/bin/sh, -c, redis-server]
`,
    },
  ],
} satisfies Rule;

/** Another shell for `sh -c` with one string, which is kept. */
function otherShells({ container, words }: CommandLine): Fix[] {
  const [shell, flag, script, ...others] = words;
  if (shell === undefined || flag === undefined || script === undefined || others.length > 0) return [];
  if (/\s/.test(shell.text) || !/^-[a-z]*c$/.test(flag.text)) return [];
  const isNano = builtOn(parseImage(container.field.get('image')?.string ?? ''))?.id === 'nanoserver';
  const shells = [
    // It reads only one line.
    ...(script.text.trim().includes('\n') ? [] : [['cmd', '/c'] as const]),
    ...(isNano ? [] : [['powershell', '-Command'] as const]),
  ];
  return shells.map(([name, option]) => ({
    title: `Run it with \`${name} ${option}\``,
    safety: 'review',
    changes: [
      { kind: 'replace', path: shell.field.path, value: name },
      { kind: 'replace', path: flag.field.path, value: option },
    ],
  }));
}
