import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  fault: 'user-only-dots-or-spaces',
  title: 'Only periods or spaces in runAsUserName',
  says: () => message('`runAsUserName` {effect}: its user contains only periods or spaces.'),
  seen: "runAsUserName's User cannot contain only periods or spaces",
  why: `A user name can contain periods and spaces, as in \`NT AUTHORITY\\NETWORK SERVICE\`. It must also contain at
least one other character.`,
  examples: [
    {
      name: 'Three periods, and a space after the domain',
      bad: `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      containers:
        - name: web
          image: registry.example/web:1.0
          securityContext: { windowsOptions: { runAsUserName: ... } }
#                                                             ^^^ rejected
  - apiVersion: v1
    kind: Pod
    metadata:
      name: log
    spec:
      securityContext:
        windowsOptions:
          runAsUserName: 'CONTOSO\\ '
#                        ^^^^^^^^^^^ rejected
      containers:
        - name: log
          image: registry.example/log:1.0
`,
    },
    {
      name: 'Periods and spaces between other characters',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: CONTOSO\\svc. web
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
});
