import { message, type Rule } from '../../lint/rule.ts';
import { inSecurityContexts } from '../../rule-kit/field-patterns.ts';
import { docs } from '../../rule-kit/sources.ts';
import { isCredentialSpecOpen } from '../../windows/gmsa.ts';

const SECTIONS = ['CmsPlugins', 'DomainJoinConfig', 'ActiveDirectoryConfig'];

export default {
  id: 'gmsa/credential-spec-not-json',
  title: 'Malformed gmsaCredentialSpec',
  gate: 'guessed',
  pod: {
    watches: inSecurityContexts('windowsOptions.gmsaCredentialSpec'),
    *check(field) {
      const text = field.string;
      if (!text || isCredentialSpecOpen(text)) return;
      const spec = parseObject(text);
      const missing = SECTIONS.filter((section) => spec?.[section] === undefined);
      if (missing.length === 0) return;
      yield {
        at: field.span,
        message:
          spec === undefined
            ? message('`gmsaCredentialSpec` {effect}: it is not a JSON object.')
            : message(
                '`gmsaCredentialSpec` {effect}: it does not contain {0}.',
                missing.map((section) => `\`${section}\``).join(', '),
              ),
      };
    },
  },
  outcomes: [{ effect: 'fails', since: '1.16', doubtful: true }],
  why: `The field holds the credential spec that Windows receives: a JSON object with \`CmsPlugins\`,
\`DomainJoinConfig\` and \`ActiveDirectoryConfig\`, as the PowerShell module CredentialSpec creates it. The API server
does not validate the contents, so errors show up when the container starts. If a name is also set, the GMSA webhook
denies contents that differ from the object of that name. Leave the field out and set \`gmsaCredentialSpecName\`
instead.`,
  sources: [docs.gmsa],
  examples: [
    {
      name: 'Name in the wrong field',
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
          gmsaCredentialSpec: web
#         ^^^^^^^^^^^^^^^^^^ fails
      containers:
        - name: web
          image: registry.example/web:1.0
`,
    },
    {
      name: 'Incomplete credential spec',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: web
          gmsaCredentialSpec: |
#         ^^^^^^^^^^^^^^^^^^ fails
            { "CmsPlugins": ["ActiveDirectory"] }
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Complete credential spec, or a placeholder',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      gmsaCredentialSpecName: web
      gmsaCredentialSpec: |
        {
          "CmsPlugins": ["ActiveDirectory"],
          "DomainJoinConfig": { "DnsName": "contoso.com", "NetBiosName": "CONTOSO", "MachineAccountName": "web" },
          "ActiveDirectoryConfig": { "GroupManagedServiceAccounts": [{ "Name": "web", "Scope": "CONTOSO" }] }
        }
  containers:
    - name: web
      image: registry.example/web:1.0
    - name: log
      image: registry.example/log:1.0
      securityContext:
        windowsOptions:
          gmsaCredentialSpecName: log
          gmsaCredentialSpec: \${LOG_CREDENTIAL_SPEC}
`,
    },
  ],
} satisfies Rule;

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
