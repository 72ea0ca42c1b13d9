import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  fault: 'user-only-dots-or-spaces',
  title: 'Nothing but periods and spaces for a user in runAsUserName',
  says: () => message('The user in `runAsUserName` consists of periods or spaces alone.'),
  seen: "runAsUserName's User cannot contain only periods or spaces",
  why: `An account name may contain periods and spaces, as in \`NT AUTHORITY\\NETWORK SERVICE\`, but it needs another
character too.`,
  examples: [
    {
      name: 'Something left to think about',
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
      name: 'Between other characters',
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
