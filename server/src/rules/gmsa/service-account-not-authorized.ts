import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { lacksUse, serviceAccount } from '../../windows/gmsa-access.ts';

export default {
  id: 'gmsa/service-account-not-authorized',
  title: 'Service account that may not use the credential spec',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    *check(field, { object, pod, facts }) {
      const spec = field.string;
      const account = serviceAccount(pod);
      if (spec === undefined || isPlaceholder(spec) || account === undefined || pod.partial) return;
      if (!lacksUse(spec, account, object.namespace, facts)) return;
      yield {
        at: field.valueSpan,
        message: message(
          'No role binding of this workspace lets the service account `{0}` use the GMSACredentialSpec `{1}`.',
          account,
          spec,
        ),
      };
    },
  },
  outcomes: [
    { effect: 'advice', since: '1.16', result: 'Unless the cluster has one, the webhook for GMSA refuses the pod.' },
  ],
  why: `Who may run as which GMSA is told by RBAC: the pod's service account needs the verb \`use\` on the resource
\`gmsacredentialspecs\` of \`windows.k8s.io\`, for this name. Write a ClusterRole with it and, in the pod's namespace, a
RoleBinding for the service account. Without \`serviceAccountName\` it is \`default\`.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go')],
  examples: [
    {
      name: 'The role is for another name, and another account has it',
      bad: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: webapp1-gmsa
rules:
  - apiGroups: [windows.k8s.io]
    resources: [gmsacredentialspecs]
    verbs: [use]
    resourceNames: [webapp1]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: webapp1-gmsa
  namespace: shop
subjects:
  - kind: ServiceAccount
    name: web
    namespace: shop
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: webapp1-gmsa
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
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
#                                 ^^^^^^^ advice
      containers:
        - name: web
          image: registry.example/web:1.0
---
apiVersion: v1
kind: Pod
metadata:
  name: report
  namespace: shop
spec:
  serviceAccountName: web
  containers:
    - name: report
      image: registry.example/report:1.0
      securityContext: { windowsOptions: { gmsaCredentialSpecName: report } }
#                                                                  ^^^^^^ advice
`,
    },
    {
      name: 'The account itself, or all of its namespace, has the role',
      good: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: gmsa }
rules:
  - { apiGroups: [windows.k8s.io], resources: [gmsacredentialspecs], verbs: [use], resourceNames: [webapp1] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: web, namespace: shop }
subjects: [{ kind: ServiceAccount, name: web, namespace: shop }]
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gmsa }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: gmsa-test }
subjects: [{ kind: Group, name: 'system:serviceaccounts:test', apiGroup: rbac.authorization.k8s.io }]
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gmsa }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  serviceAccountName: web
  securityContext: { windowsOptions: { gmsaCredentialSpecName: webapp1 } }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: test }
spec:
  securityContext: { windowsOptions: { gmsaCredentialSpecName: webapp1 } }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
    {
      name: 'A workspace without roles for credential specs',
      good: `apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  securityContext: { windowsOptions: { gmsaCredentialSpecName: webapp1 } }
  containers: [{ name: web, image: 'registry.example/web:1.0' }]
`,
    },
  ],
} satisfies Rule;
