import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  fault: 'user-missing',
  title: 'No user behind the domain in runAsUserName',
  says: () => message('Nothing follows the backslash in `runAsUserName`.'),
  seen: "runAsUserName's User cannot be empty",
  why: `The backslash separates a domain from the user in it, and the user is what the container runs as. A user of the
image itself has no domain: \`ContainerUser\`.`,
  examples: [
    {
      name: 'A domain alone',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      securityContext:
        windowsOptions:
          runAsUserName: CONTOSO\\
#                        ^^^^^^^^ rejected
      containers:
        - name: store
          image: registry.example/store:1.0
`,
    },
    {
      name: 'The same before the server looked at templates of StatefulSets',
      version: '1.33',
      bad: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: store
spec:
  serviceName: store
  selector:
    matchLabels: { app: store }
  template:
    metadata:
      labels: { app: store }
    spec:
      containers:
        - name: store
          image: registry.example/store:1.0
          securityContext:
            windowsOptions:
              runAsUserName: "CONTOSO\\\\"
#                            ^^^^^^^^^^^ fails
`,
    },
    {
      name: 'Domain and user',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: store
spec:
  securityContext:
    windowsOptions:
      runAsUserName: CONTOSO\\store
  containers:
    - name: store
      image: registry.example/store:1.0
`,
    },
  ],
});
