import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../lint/user-name-rule.ts';
import { controlCharacter } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'control-characters',
  title: 'Control character in runAsUserName',
  says: (name) => {
    const code = controlCharacter(name)?.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return message('`runAsUserName` contains the control character U+{0}.', code ?? '');
  },
  // In double quotes a backslash and a letter are one character: what was meant is what is written.
  meant: (_, field) =>
    field.quoting === 'double'
      ? field.document.text.slice(field.valueSpan.start + 1, field.valueSpan.end - 1)
      : undefined,
  seen: 'runAsUserName cannot contain control characters',
  why: `Account names consist of characters that can be printed. A control character is mostly a slip of YAML: in double
quotes \`\\t\` is a tab and \`\\n\` a line break, so that \`"CONTOSO\\tom"\` loses its backslash, and a block scalar ends with a
line break. Write the name without quotes or in single quotes.`,
  examples: [
    {
      name: 'A backslash in double quotes',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example/import:1.0
          securityContext:
            windowsOptions:
              runAsUserName: "CONTOSO\\tom"
#                            ^^^^^^^^^^^^^ rejected
`,
      fixed: { 'Change `runAsUserName` to `CONTOSO\\tom`': `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example/import:1.0
          securityContext:
            windowsOptions:
              runAsUserName: 'CONTOSO\\tom'
` },
    },
    {
      name: 'A block scalar brings a line break along',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions: {
      runAsUserName: "Container\\x01User"
#                    ^^^^^^^^^^^^^^^^^^^ rejected
    }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Single quotes and doubled backslashes are both fine',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          runAsUserName: 'CONTOSO\\tom'
    - name: log
      image: registry.example/log:1.0
      securityContext:
        windowsOptions:
          runAsUserName: "CONTOSO\\\\tom"
`,
    },
  ],
});
