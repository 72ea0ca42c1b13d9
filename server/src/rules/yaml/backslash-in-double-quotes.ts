import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { COMMANDS } from '../../rule-kit/commands.ts';
import { hiddenEscapes, isOpen, meantScalar, withBackslashes } from '../../rule-kit/double-quotes.ts';
import { inContainers, inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

/** Fields with a single path or name, in which a control character cannot be intended. */
const NAMES: readonly string[] = [
  ...inContainers('volumeMounts[*].mountPath'),
  ...inContainers('volumeMounts[*].subPath'),
  ...inContainers('workingDir'),
  'spec.volumes[*].hostPath.path',
  ...inSecurityContexts('windowsOptions.runAsUserName'),
];

/** Fields with free text, in which a line break or a tab may be intended. */
const TEXTS: readonly string[] = [...COMMANDS.map((list) => `${list}[*]`), ...inContainers('env[*].value')];

/** A drive letter and a path with single backslashes; doubled ones are deliberate escape sequences. */
const DRIVE_PATH = /(?<![a-z\d])[a-z]:(?=\\[\w$%.~-]{2})(?:\\[\w$%.~-](?:[^\\\s"'`<>|?*;,]| (?=[A-Z(]))*)+/gi;

const DRIVE = /(?<![a-z\d])[a-z]:/i;

export default {
  id: 'yaml/backslash-in-double-quotes',
  title: 'Backslash in double quotes',
  gate: 'guessed',
  pod: {
    watches: [...NAMES, ...TEXTS],
    *check(field) {
      if (field.quoting !== 'double') return;
      const { start } = field.valueSpan;
      const raw = meantScalar(field.raw);
      const at = { start, end: start + raw.length };
      const paths = isText(field) ? [...raw.matchAll(DRIVE_PATH)] : [];
      const pathAt = (offset: number) =>
        paths.find(({ index, 0: path }) => index <= offset && offset < index + path.length)?.[0];
      const all = hiddenEscapes(raw);
      const found = isText(field) ? all.filter((one) => pathAt(one.at) !== undefined) : all;
      const worst = found.find(({ kind }) => kind !== 'control') ?? found[0];
      // An escape outside of a path may be intended, and a text of several lines is not rewritten.
      const isSimple = found.length === all.length && !raw.includes('\n') && raw.endsWith('"');
      const fixes = isSimple ? [literal(field, raw)] : [];
      if (worst?.kind === 'control') {
        yield {
          at,
          case: isText(field)
            ? 'the escape sequence changes a command or variable'
            : 'the escape sequence changes a path or name',
          message: message(
            'In double quotes, `{0}` is {1}, so the value is not `{2}`.',
            worst.text,
            worst.meaning,
            pathAt(worst.at) ?? withBackslashes(raw),
          ),
          fixes,
        };
      } else if (worst !== undefined) {
        yield {
          at,
          case: `the escape sequence is ${worst.kind}`,
          message: message(
            worst.kind === 'unknown'
              ? 'In double quotes, `{0}` is not a valid escape sequence.'
              : 'In double quotes, `{0}` must be followed by a hexadecimal number.',
            worst.text,
          ),
          fixes,
        };
      } else if (isOpen(raw) && (!isText(field) || DRIVE.test(raw))) {
        yield {
          at,
          case: 'the string is not closed',
          message: message('The string is not closed: the last backslash escapes the quotation mark.'),
          fixes,
        };
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the escape sequence is unknown',
      result: 'The manifest cannot be parsed.',
      seen: 'found unknown escape character',
    },
    {
      effect: 'fails',
      case: 'the escape sequence is incomplete',
      result: 'The manifest cannot be parsed.',
      seen: 'did not find expected hexdecimal number',
    },
    { effect: 'fails', case: 'the string is not closed', result: 'The manifest cannot be parsed.' },
    {
      effect: 'fails',
      case: 'the escape sequence changes a path or name',
      result: 'The container does not start, or does not find the path or account.',
    },
    {
      effect: 'fails',
      case: 'the escape sequence changes a command or variable',
      doubtful: true,
      result: 'The program probably does not find the path.',
    },
  ],
  why: `In a double-quoted YAML string, a backslash starts an escape sequence: \`\\n\` is a line break, \`\\t\` a tab,
and \`\\N\` a next-line character. An invalid sequence such as \`\\i\` makes the whole manifest unreadable. In single
quotes or without quotes, a backslash is an ordinary character. Write \`'C:\\new'\` and \`'NT AUTHORITY\\SYSTEM'\`, or
double every backslash: \`"C:\\\\new"\`.`,
  sources: [docs.runAsUserName, docs.volumes, code('yaml/yaml-spec YAML 1.2.2, 5.7 Escaped Characters')],
  examples: [
    {
      name: 'Paths and names that change',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          runAsUserName: "NT AUTHORITY\\NetworkService"
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
      containers:
        - name: logs
          image: registry.example/logs:1.0
          workingDir: "C:\\\\logs\\bin" # one of them is doubled
#                     ^^^^^^^^^^^^^^ fails
          volumeMounts:
            - name: temp
              mountPath: "C:\\temp"
#                        ^^^^^^^^^ fails
              subPath: "logs\\new"
#                      ^^^^^^^^^^ fails
      volumes:
        - name: temp
          hostPath:
            path: "C:\\x07"
#                 ^^^^^^^^ fails
`,
      fixed: {
        'Use literal backslashes': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: logs
spec:
  selector:
    matchLabels: { app: logs }
  template:
    metadata:
      labels: { app: logs }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          runAsUserName: 'NT AUTHORITY\\NetworkService'
      containers:
        - name: logs
          image: registry.example/logs:1.0
          workingDir: "C:\\\\logs\\bin" # one of them is doubled
          volumeMounts:
            - name: temp
              mountPath: "C:\\temp"
              subPath: "logs\\new"
      volumes:
        - name: temp
          hostPath:
            path: "C:\\x07"
`,
      },
    },
    {
      name: 'Invalid escape sequences',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: registry.example/site:1.0
      workingDir: "C:\\inetpub\\wwwroot"
#                 ^^^^^^^^^^^^^^^^^^^^ fails
      securityContext:
        windowsOptions:
          runAsUserName: "CONTOSO\\user"
#                        ^^^^^^^^^^^^^^ fails
`,
      fixed: {
        'Use literal backslashes': `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: registry.example/site:1.0
      workingDir: 'C:\\inetpub\\wwwroot'
      securityContext:
        windowsOptions:
          runAsUserName: "CONTOSO\\user"
`,
      },
    },
    {
      name: 'Backslash before the closing quotation mark',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: registry.example/site:1.0
      volumeMounts:
        - mountPath: "D:\\"
#                    ^^^^^ fails
          name: "data"
---
apiVersion: v1
kind: Pod
metadata:
  name: log
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: log
      image: registry.example/log:1.0
      workingDir: "C:\\log\\"
#                 ^^^^^^^^^ fails
      args: []
`,
      fixed: {
        'Use literal backslashes': `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: registry.example/site:1.0
      volumeMounts:
        - mountPath: 'D:\\'
          name: "data"
---
apiVersion: v1
kind: Pod
metadata:
  name: log
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: log
      image: registry.example/log:1.0
      workingDir: "C:\\log\\"
      args: []
`,
      },
    },
    {
      name: 'Commands and variables',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: site
      image: registry.example/site:1.0
      command: [cmd, /c, "copy C:\\new\\*.* C:\\\\data"]
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
      args: ["--root=C:\\Program Files\\Site"]
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
      env:
        - name: LOG
          value: "C:\\new\\bin"
#                ^^^^^^^^^^^^ fails
      livenessProbe: { exec: { command: [cmd, /c, "type C:\\temp\\alive"] } }
#                                                 ^^^^^^^^^^^^^^^^^^^^ fails
      readinessProbe: { exec: { command: [cmd, /c, "type C:\\temp\\alive"] } }
#                                                  ^^^^^^^^^^^^^^^^^^^^ fails
      startupProbe: { exec: { command: [cmd, /c, "type C:\\temp\\alive"] } }
#                                                ^^^^^^^^^^^^^^^^^^^^ fails
      lifecycle:
        preStop: { exec: { command: [cmd, /c, "del C:\\temp\\alive"] } }
#                                             ^^^^^^^^^^^^^^^^^^^ fails
        postStart: { exec: { command: [cmd, /c, "echo 1 > C:\\temp\\alive"] } }
#                                               ^^^^^^^^^^^^^^^^^^^^^^^^ fails
`,
    },
    {
      name: 'Single quotes, no quotes, doubled backslashes, and intended line breaks',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: windows
  securityContext:
    windowsOptions:
      runAsUserName: "CONTOSO\\\\user"
  containers:
    - name: site
      image: registry.example/site:1.0
      workingDir: 'C:\\temp'
      command: [powershell, -Command, "cd C:\\\\temp\\nStart-Site \\"now\\""]
      volumeMounts:
        - { name: data, mountPath: D:\\new }
      env:
        - { name: BANNER, value: "a:\\n  b" }
`,
    },
    {
      name: 'Linux pod',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: site
spec:
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: site
      image: registry.example/site:1.0
      workingDir: "/site\\tabs"
`,
    },
  ],
} satisfies Rule;

function isText({ key }: Field): boolean {
  return typeof key === 'number' || key === 'value';
}

function literal(field: Field, raw: string): Fix {
  return {
    title: 'Use literal backslashes',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: withBackslashes(raw) }],
  };
}
