import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userCharacters, userNameParts } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'user-invalid-characters',
  title: 'Invalid character in runAsUserName',
  says: (name) =>
    message(
      '`runAsUserName` {effect}: its user must not contain {0}.',
      userCharacters(userNameParts(name).user)
        .map((character) => `\`${character}\``)
        .join(', '),
    ),
  meant: (name) => {
    const [, left, separator, right] = /^([^@/\\]+)([@/])([^@/\\]+)$/.exec(name) ?? [];
    return separator === undefined ? undefined : separator === '@' ? `${right}\\${left}` : `${left}\\${right}`;
  },
  seen: 'runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]',
  why: `A user name must not contain any of \`" / \\ : ; | = , + * ? < > @ [ ]\`. Write the domain before the user,
separated by a backslash: \`CONTOSO\\web\`, not \`CONTOSO/web\` or \`web@contoso.com\`.`,
  examples: [
    {
      name: 'A user principal name (UPN)',
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
          securityContext:
            windowsOptions:
              runAsUserName: web@contoso.com
#                            ^^^^^^^^^^^^^^^ rejected
`,
      fixed: {
        'Change `runAsUserName` to `contoso.com\\web`': `apiVersion: apps/v1
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
          securityContext:
            windowsOptions:
              runAsUserName: 'contoso.com\\web'
`,
      },
    },
    {
      name: 'A slash instead of a backslash',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: "CONTOSO/web"
#                    ^^^^^^^^^^^^^ rejected
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Change `runAsUserName` to `CONTOSO\\web`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: 'CONTOSO\\web'
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Several invalid characters',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      securityContext:
        windowsOptions:
          runAsUserName: web;password=none
#                        ^^^^^^^^^^^^^^^^^ rejected
`,
    },
    {
      name: 'A GMSA account, which ends with a dollar sign',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: CONTOSO\\web$
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
});
