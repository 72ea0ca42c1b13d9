import { forbiddenField } from '../../rule-kit/forbidden-field.ts';
import { code, docs } from '../../rule-kit/sources.ts';

export default forbiddenField({
  id: 'volumes/user-fields',
  title: 'Numeric owners of volume files on Windows',
  fields: ['secret', 'configMap'].flatMap((kind) => [
    `spec.volumes[*].${kind}.defaultUser`,
    `spec.volumes[*].${kind}.items[*].user`,
  ]),
  says: '`{0}: {1}` has no effect: Windows accounts have no numeric IDs.',
  accepted: (field) => !field.isScalar,
  outcomes: [
    {
      effect: 'ignored',
      since: '1.37',
      doubtful: true,
      result: 'The field is alpha: the API server drops it unless its feature gate is enabled.',
    },
  ],
  why: `The field sets the owner of files in a Linux container by user ID. In a Windows container, accounts have names
and security identifiers (SIDs), and every account there can read the files of such a volume. Remove the field.`,
  sources: [docs.volumes, code('kubernetes/api core/v1/types.go')],
  examples: [
    {
      name: 'Files owned by one user',
      bad: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: agent
          image: registry.example/agent:1.0
      volumes:
        - name: token
          secret:
            secretName: token
            defaultUser: 1000
#           ^^^^^^^^^^^ ignored
        - name: key
          secret:
            secretName: key
            items: [{ key: key, path: key.pem, user: 1000 }]
#                                              ^^^^ ignored
        - name: settings
          configMap: { name: settings, defaultUser: 1000 }
#                                      ^^^^^^^^^^^ ignored
        - name: rules
          configMap:
            name: rules
            items:
              - key: rules
                path: rules.yaml
                user: 1000
#               ^^^^ ignored
`,
      fixed: {
        'Remove `defaultUser`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: agent
          image: registry.example/agent:1.0
      volumes:
        - name: token
          secret:
            secretName: token
        - name: key
          secret:
            secretName: key
            items: [{ key: key, path: key.pem, user: 1000 }]
        - name: settings
          configMap: { name: settings, defaultUser: 1000 }
        - name: rules
          configMap:
            name: rules
            items:
              - key: rules
                path: rules.yaml
                user: 1000
`,
        'Remove `user`': `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  selector:
    matchLabels: { app: agent }
  template:
    metadata:
      labels: { app: agent }
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: agent
          image: registry.example/agent:1.0
      volumes:
        - name: token
          secret:
            secretName: token
            defaultUser: 1000
        - name: key
          secret:
            secretName: key
            items: [{ key: key, path: key.pem }]
        - name: settings
          configMap: { name: settings, defaultUser: 1000 }
        - name: rules
          configMap:
            name: rules
            items:
              - key: rules
                path: rules.yaml
                user: 1000
`,
      },
    },
    {
      name: 'No owner',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: agent
spec:
  os: { name: windows }
  containers:
    - name: agent
      image: registry.example/agent:1.0
  volumes:
    - name: token
      secret: { secretName: token }
`,
    },
  ],
});
