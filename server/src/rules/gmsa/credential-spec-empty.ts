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
        message: message(
          'Empty `gmsaCredentialSpec` {effect}: leave the field out so that the GMSA webhook can set it.',
        ),
        fixes: [{ ...removal(field), safety: 'review' }],
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'gmsaCredentialSpec cannot be an empty string' }],
  why: `The API server does not accept an empty string here. Set only \`gmsaCredentialSpecName\`: when the pod is
created, the GMSA webhook of the cluster copies the contents of that object into \`gmsaCredentialSpec\`.`,
  sources: [docs.gmsa, VALIDATION],
  examples: [
    {
      name: 'Left empty for the webhook',
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
      name: 'On a container',
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
      name: 'Only the name',
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
