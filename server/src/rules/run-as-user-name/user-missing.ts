import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';

export default userNameRule({
  fault: 'user-missing',
  title: 'Missing user in runAsUserName',
  says: () => message('`runAsUserName` {effect}: the user after the backslash is missing.'),
  seen: "runAsUserName's User cannot be empty",
  why: `The backslash separates the domain from the user that the container runs as. Add the user after the backslash.
A user of the image itself does not have a domain: \`ContainerUser\`.`,
  examples: [
    {
      name: 'A domain without a user',
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
      name: 'The pods of a StatefulSet before 1.34',
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
      name: 'A domain with a user',
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
