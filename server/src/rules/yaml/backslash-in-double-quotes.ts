import { COMMANDS } from '../../lint/commands.ts';
import { inContainers, inSecurityContexts } from '../../lint/forbidden-field.ts';
import { type Field, type Fix, type Message, message, type Rule } from '../../lint/rule.ts';
import { code, docs } from '../../lint/sources.ts';

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

/** The keys of the fields in `NAMES`. */
const NAME_KEYS: readonly unknown[] = ['mountPath', 'subPath', 'workingDir', 'path', 'runAsUserName'];

/** What the escapes that nobody means in a path stand for. */
const MEANINGS: Readonly<Record<string, string>> = {
  n: 'a line break',
  t: 'a tab',
  r: 'a carriage return',
  b: 'a backspace',
  a: 'a bell',
  f: 'a form feed',
  v: 'a vertical tab',
  e: 'an escape character',
  '0': 'a null character',
  N: 'a next-line character',
  _: 'a no-break space',
  L: 'a line separator',
  P: 'a paragraph separator',
};

const ESCAPE = /\\(?:x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|\r\n|[\s\S])/gi;

/** A drive letter and a path behind it with single backslashes: where they are doubled, someone knows of escapes. */
const DRIVE_PATH = /(?<![a-z\d])[a-z]:(?:\\[\w$%.~-](?:[^\\\s"'`<>|?*;,]| (?=[A-Z(]))*)+/gi;

export default {
  id: 'yaml/backslash-in-double-quotes',
  title: 'Backslash in double quotes',
  gate: 'guessed',
  pod: {
    watches: [...NAMES, ...TEXTS],
    *check(field) {
      if (field.quoting !== 'double') return;
      const found = escapesOf(field);
      const worst = found.find(({ kind }) => kind === 'invalid') ?? found[0];
      const isText = !isName(field);
      if (worst !== undefined) {
        yield {
          at: field.valueSpan,
          case: worst.kind === 'invalid' ? 'no escape' : isText ? 'in a command or variable' : 'a control character',
          message: says(worst, isText ? pathAround(field.raw, worst.at) : meant(field.raw)),
          fixes: isRepairable(field) ? [literal(field)] : [],
        };
      } else if (isOpen(field.raw) && (!isText || /(?<![a-z\d])[a-z]:[^"]*$/i.test(field.raw.slice(0, -2)))) {
        yield {
          at: field.valueSpan,
          case: 'not closed',
          message: message('Because of the backslash before it the last quotation mark does not end the text.'),
          fixes: [literal(field)],
        };
      }
    },
  },
  outcomes: [
    {
      effect: 'fails',
      case: 'no escape',
      result: 'So the manifest cannot be read.',
      seen: 'found unknown escape character',
    },
    { effect: 'fails', case: 'not closed', result: 'So the manifest cannot be read.' },
    {
      effect: 'fails',
      case: 'a control character',
      result: 'The container does not start, or does not find what it looks for.',
    },
    {
      effect: 'fails',
      case: 'in a command or variable',
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
#                     ^^^^^^^^^^^^^^^ fails
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
        - name: data
          mountPath: "D:\\"
#                    ^^^^^ fails
`,
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
#                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
      args: ["--root=C:\\Program Files\\Site"]
#            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fails
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

interface Escape {
  readonly kind: 'invalid' | 'control';
  /** As it is written. */
  readonly text: string;
  /** Offset in the scalar as it is written. */
  readonly at: number;
}

/** The escapes that nobody can mean where they stand, in a text those alone that are a part of a Windows path. */
function escapesOf(field: Field): Escape[] {
  const found = allEscapes(field.raw);
  if (isName(field)) return found;
  const paths = [...field.raw.matchAll(DRIVE_PATH)].map(({ index, 0: path }) => [index, index + path.length] as const);
  return found.filter(({ at }) => paths.some(([start, end]) => start <= at && at < end));
}

function allEscapes(raw: string): Escape[] {
  return [...raw.slice(0, -1).matchAll(ESCAPE)].flatMap(({ index, 0: text }): Escape[] => {
    const kind = kindOf(text);
    return kind === undefined ? [] : [{ kind, text, at: index }];
  });
}

/** Undefined for an escape that stands for what it looks like, or for a character that can be meant. */
function kindOf(escape: string): Escape['kind'] | undefined {
  const letter = escape.charAt(1);
  if (letter in MEANINGS) return 'control';
  if (/^[xuU]/.test(letter)) {
    if (escape.length === 2) return 'invalid';
    return /[\p{C}\p{Zl}\p{Zp}\u00a0]/u.test(character(escape)) ? 'control' : undefined;
  }
  return /[\\"/\s]/.test(letter) ? undefined : 'invalid';
}

function character(escape: string): string {
  const number = Number.parseInt(escape.slice(2), 16);
  return number > 0x10ffff ? '' : String.fromCodePoint(number);
}

function says({ kind, text }: Escape, path: string): Message {
  return kind === 'invalid'
    ? message('In double quotes a backslash begins an escape, and YAML knows no `{0}`.', text)
    : message(
        'In double quotes `{0}` stands for {1}, so this is not `{2}`.',
        text,
        MEANINGS[text.charAt(1)] ?? 'a control character',
        path,
      );
}

/** The Windows path that an offset is in. */
function pathAround(raw: string, at: number): string {
  const path = [...raw.matchAll(DRIVE_PATH)].find(({ index, 0: text }) => index <= at && at < index + text.length);
  return path?.[0] ?? meant(raw);
}

/** The text with its backslashes as they are; those that were doubled, but for the two at the beginning, once. */
function meant(raw: string): string {
  return raw.slice(1, -1).replace(/\\(["/])|(?<!^)\\\\/g, (_, quote: string | undefined) => quote ?? '\\');
}

/** Whether the backslash before the last quotation mark makes it a part of the text; the parser lets that pass. */
function isOpen(raw: string): boolean {
  return /(?<!\\)(?:\\\\)*\\"$/.test(raw);
}

/** In a text all that is an escape must be a part of paths, and it must stand on one line. */
function isRepairable(field: Field): boolean {
  return !field.raw.includes('\n') && escapesOf(field).length === allEscapes(field.raw).length;
}

function literal(field: Field): Fix {
  return {
    title: 'Take the backslashes literally',
    safety: 'review',
    changes: [{ kind: 'replace', path: field.path, value: meant(field.raw) }],
  };
}

function isName(field: Field): boolean {
  return NAME_KEYS.includes(field.key);
}
