import { namesOf } from '../../kubernetes/facts.ts';
import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { credentialSpecChoices } from '../../windows/gmsa.ts';

export default {
  id: 'gmsa/credential-spec-object-missing',
  title: 'GMSACredentialSpec missing from the workspace',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    *check(field, { facts }) {
      const name = field.string;
      if (name === undefined || isPlaceholder(name)) return;
      const names = namesOf(facts, 'GMSACredentialSpec');
      if (names.length === 0 || names.includes(name) || names.some(isPlaceholder)) return;
      yield {
        at: field.valueSpan,
        message: message('This workspace has no GMSACredentialSpec named `{0}`.', name),
        fixes: credentialSpecChoices(facts).map((one) => ({
          title: `Change \`gmsaCredentialSpecName\` to \`${one}\``,
          safety: 'review',
          changes: [{ kind: 'replace', path: field.path, value: one }],
        })),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.16',
      result: 'If the object is not in the cluster either, the GMSA webhook denies the pod.',
    },
  ],
  why: `The field refers to a GMSACredentialSpec, which is a cluster-scoped object. When the pod is created, the GMSA
webhook copies the contents of this object into it. If the object does not exist, the webhook denies the pod. If the
workspace defines other GMSACredentialSpecs, a missing one may be a typo.`,
  sources: [docs.gmsa],
  examples: [
    {
      name: 'Typo in the name',
      bad: `apiVersion: windows.k8s.io/v1
kind: GMSACredentialSpec
metadata:
  name: webapp1
credspec:
  CmsPlugins: [ActiveDirectory]
---
apiVersion: apps/v1
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
      nodeSelector: { kubernetes.io/os: windows }
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: webapp
#                                 ^^^^^^ advice
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Change `gmsaCredentialSpecName` to `webapp1`': `apiVersion: windows.k8s.io/v1
kind: GMSACredentialSpec
metadata:
  name: webapp1
credspec:
  CmsPlugins: [ActiveDirectory]
---
apiVersion: apps/v1
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
      nodeSelector: { kubernetes.io/os: windows }
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: webapp1
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'Existing object, and a placeholder',
      good: `apiVersion: windows.k8s.io/v1
kind: GMSACredentialSpec
metadata: { name: webapp1 }
credspec: {}
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { windowsOptions: { gmsaCredentialSpecName: webapp1 } }
    - name: log
      image: registry.example/log:1.0
      securityContext: { windowsOptions: { gmsaCredentialSpecName: $SPEC } }
`,
    },
    {
      name: 'Workspace without credential specs',
      good: `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  securityContext: { windowsOptions: { gmsaCredentialSpecName: webapp1 } }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
  ],
} satisfies Rule;
