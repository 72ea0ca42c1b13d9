import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { removal } from '../../rule-kit/removal.ts';
import { docs, VALIDATION } from '../../rule-kit/sources.ts';

export default {
  id: 'gmsa/credential-spec-empty',
  title: 'Empty gmsaCredentialSpec',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    *check(field) {
      if (field.string !== '') return;
      yield {
        at: field.valueSpan,
        message: message('`gmsaCredentialSpec` is there, but it is empty.'),
        fixes: [{ ...removal(field), safety: 'review' }],
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'gmsaCredentialSpec cannot be an empty string' }],
  why: `Leave the field out. Write \`gmsaCredentialSpecName\` alone, and the GMSA webhook of the cluster puts the contents of
that object here when the pod is made.`,
  sources: [docs.gmsa, VALIDATION],
  examples: [
    {
      name: 'Left for the webhook to fill in',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web
      gmsaCredentialSpec: ""
#                         ^^ rejected
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Remove `gmsaCredentialSpec`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'In a container',
      bad: `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      os: { name: windows }
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example/import:1.0
          securityContext: { windowsOptions: { gmsaCredentialSpec: '' } }
#                                                                  ^^ rejected
`,
      fixed: {
        'Remove `gmsaCredentialSpec`': `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      os: { name: windows }
      restartPolicy: Never
      containers:
        - name: import
          image: registry.example/import:1.0
`,
      },
    },
    {
      name: 'The name alone',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
