import { isPlaceholder } from '../../kubernetes/placeholder.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { code, docs } from '../../rule-kit/sources.ts';
import { lacksUse, serviceAccount } from '../../windows/gmsa-access.ts';

export default {
  id: 'gmsa/service-account-not-authorized',
  title: 'Service account without permission for the GMSACredentialSpec',
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
          'No role binding in this workspace allows service account `{0}` to use GMSACredentialSpec `{1}`.',
          account,
          spec,
        ),
      };
    },
  },
  outcomes: [
    {
      effect: 'advice',
      since: '1.16',
      result: 'If the cluster has no such role binding either, the GMSA webhook denies the pod.',
    },
  ],
  why: `RBAC controls which pods can use a GMSA: their service account needs the verb \`use\` on this name of the
resource \`gmsacredentialspecs\` in \`windows.k8s.io\`. Create a ClusterRole with that permission, and bind it to the
service account with a RoleBinding in the pod's namespace. Without \`serviceAccountName\`, the service account is
\`default\`.`,
  sources: [docs.gmsa, code('kubernetes-sigs/windows-gmsa admission-webhook/webhook.go')],
  examples: [
    {
      name: 'Role bound to another account, and role for another name',
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
      name: 'Role for the service account, and for its whole namespace',
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
      name: 'Workspace without roles for credential specs',
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
