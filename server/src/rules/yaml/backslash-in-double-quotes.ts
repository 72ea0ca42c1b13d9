import { type Field, type Fix, message, type Rule } from '../../lint/rule.ts';
import { COMMANDS } from '../../rule-kit/commands.ts';
import { hiddenEscapes, isOpen, meantScalar, withBackslashes } from '../../rule-kit/double-quotes.ts';
import { inContainers, inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';

/** Fields that are one path or one name, in which no control character can be meant. */
const NAMES: readonly string[] = [
  ...inContainers('volumeMounts[*].mountPath'),
  ...inContainers('volumeMounts[*].subPath'),
  ...inContainers('workingDir'),
  'spec.volumes[*].hostPath.path',
  ...inSecurityContexts('windowsOptions.runAsUserName'),
];

/** Fields with any text, in which a line break or a tab may well be meant. */
const TEXTS: readonly string[] = [...COMMANDS.map((list) => `${list}[*]`), ...inContainers('env[*].value')];

/** A drive letter and a path behind it with single backslashes: where they are doubled, someone knows of escapes. */
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
      // What is no part of a path may be meant, and a text of several lines is not written anew.
      const isSimple = found.length === all.length && !raw.includes('\n') && raw.endsWith('"');
      const fixes = isSimple ? [literal(field, raw)] : [];
      if (worst?.kind === 'control') {
        yield {
          at,
          case: isText(field)
            ? 'the escape stands for another character, in a command or variable'
            : 'the escape stands for another character, in a path or name',
          message: message(
            'In double quotes `{0}` stands for {1}, so this is not `{2}`.',
            worst.text,
            worst.meaning,
            pathAt(worst.at) ?? withBackslashes(raw),
          ),
          fixes,
        };
      } else if (worst !== undefined) {
        yield {
          at,
          case: `the escape is ${worst.kind}`,
          message: message(
            worst.kind === 'unknown'
              ? 'In double quotes a backslash begins an escape, and YAML knows no `{0}`.'
              : 'In double quotes `{0}` has to be followed by a hexadecimal number.',
            worst.text,
          ),
          fixes,
        };
      } else if (isOpen(raw) && (!isText(field) || DRIVE.test(raw))) {
        yield {
          at,
          case: 'the text is not closed',
          message: message('The backslash before the last quotation mark makes it a part of the text.'),
          fixes,
        };
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'the escape is unknown',
      result: 'The manifest cannot be read.',
      seen: 'found unknown escape character',
    },
    {
      effect: 'fails',
      case: 'the escape is incomplete',
      result: 'The manifest cannot be read.',
      seen: 'did not find expected hexdecimal number',
    },
    { effect: 'fails', case: 'the text is not closed', result: 'The manifest cannot be read.' },
    {
      effect: 'fails',
      case: 'the escape stands for another character, in a path or name',
      result: 'The container does not start, or does not find what it looks for.',
    },
    {
      effect: 'fails',
      case: 'the escape stands for another character, in a command or variable',
      doubtful: true,
      result: 'The program is likely to look in vain for that path.',
    },
  ],
  why: `In double quotes YAML reads a backslash together with what follows: \`\\n\` is a line break, \`\\t\` a tab, \`\\N\` a rare character
of its own, and \`\\i\` is an error that keeps the whole manifest from being read. In single quotes, or without any, a backslash is a
backslash. Write \`'C:\\new'\` and \`'NT AUTHORITY\\SYSTEM'\`, or double every backslash: \`"C:\\\\new"\`.`,
  sources: [docs.runAsUserName, docs.volumes, code('yaml/yaml-spec YAML 1.2.2, 5.7 Escaped Characters')],
  examples: [
    {
      name: 'Paths and names that become others',
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
        'Take the backslashes literally': `apiVersion: apps/v1
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
      name: 'Text that is no YAML',
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
        'Take the backslashes literally': `apiVersion: v1
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
      name: 'A backslash before the last quotation mark',
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
        'Take the backslashes literally': `apiVersion: v1
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
      name: 'Single quotes, no quotes, doubled backslashes, line breaks that are meant',
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
      name: 'A Linux pod may mean what it says',
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
    title: 'Take the backslashes literally',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: withBackslashes(raw) }],
  };
}
