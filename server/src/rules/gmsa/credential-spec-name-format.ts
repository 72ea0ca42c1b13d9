import { isObjectName, MAX_NAME_LENGTH } from '../../kubernetes/object.ts';
import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs, VALIDATION } from '../../rule-kit/sources.ts';

export default {
  id: 'gmsa/credential-spec-name-format',
  title: 'gmsaCredentialSpecName that no object can have',
  gate: 'any',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpecName'),
    *check(field) {
      const name = field.string;
      // What is to be filled in by hand or by Helm; the server was seen to refuse `${NAME}` as it stands.
      if (name === undefined || isObjectName(name) || /\{\{|<[^<>]+>/.test(name)) return;
      const lower = name.toLowerCase();
      yield {
        at: field.valueSpan,
        message:
          name === ''
            ? message('`gmsaCredentialSpecName` is empty.')
            : name.length > MAX_NAME_LENGTH
              ? message('`gmsaCredentialSpecName` has {0} characters, and 253 are allowed.', String(name.length))
              : message('`{0}` cannot be the name of a GMSACredentialSpec.', name),
        fixes: isObjectName(lower)
          ? [
              {
                title: `Change \`gmsaCredentialSpecName\` to \`${lower}\``,
                safety: 'review',
                changes: [{ kind: 'replace', path: field.path, value: lower }],
              },
            ]
          : [],
      };
    },
  },
  outcomes: [{ effect: 'rejected', since: '1.16', seen: 'a lowercase RFC 1123 subdomain must consist of' }],
  why: `The field names an object, the GMSACredentialSpec, and not the account in Active Directory. Names of objects consist of
lower-case letters, digits, \`-\` and \`.\`, and begin and end with a letter or digit; so \`gmsa-WebApp1\` is refused, and the
object has to be called \`gmsa-webapp1\` too.`,
  sources: [docs.gmsa, VALIDATION],
  examples: [
    {
      name: 'Capital letters',
      bad: `apiVersion: apps/v1
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
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: gmsa-WebApp1
#                                 ^^^^^^^^^^^^ rejected
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      fixed: {
        'Change `gmsaCredentialSpecName` to `gmsa-webapp1`': `apiVersion: apps/v1
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
      nodeSelector:
        kubernetes.io/os: windows
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: gmsa-webapp1
      containers:
        - name: web
          image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'The account instead of the object, and nothing at all',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions: { gmsaCredentialSpecName: 'CONTOSO\\web$' }
#                                                 ^^^^^^^^^^^^^^ rejected
  ephemeralContainers:
    - name: debug
      image: registry.example/debug:1.0
      securityContext:
        windowsOptions: { gmsaCredentialSpecName: "" }
#                                                 ^^ rejected
`,
    },
    {
      name: 'Well formed, or filled in by Helm',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web.contoso.com
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: "{{ .Values.credentialSpec }}"
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
} satisfies Rule;
