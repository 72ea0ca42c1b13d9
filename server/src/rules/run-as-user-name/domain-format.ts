import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'domain-format',
  title: 'Malformed domain in runAsUserName',
  says: (name) => {
    const { domain } = userNameParts(name);
    return domain
      ? message('`runAsUserName` {effect}: `{0}` is not a valid domain name.', shorten(domain))
      : message('`runAsUserName` {effect}: the domain before the backslash is empty.');
  },
  // The short forms for a local account.
  meant: (name) => (/^\.?\\/.test(name) ? userNameParts(name).user : undefined),
  seen: "runAsUserName's Domain doesn't match the NetBios nor the DNS format",
  why: `The domain before the backslash must be a NetBIOS name or a DNS name such as \`corp.contoso.com\`. A NetBIOS
name has up to 15 characters, does not start with a period, and contains none of \`\\ / : * ? " < > |\`. The short
forms \`.\\User\` and \`\\User\` for a local account are not allowed: write \`User\` alone.`,
  examples: [
    {
      name: 'The short form for a local account',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          runAsUserName: .\\ContainerUser
#                        ^^^^^^^^^^^^^^^ rejected
`,
      fixed: {
        'Change `runAsUserName` to `ContainerUser`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          runAsUserName: ContainerUser
`,
      },
    },
    {
      name: 'Too long for NetBIOS, and not a DNS name',
      bad: `apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: 0 3 * * *
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          securityContext:
            windowsOptions: { runAsUserName: 'Contoso Head Office\\report' }
#                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ rejected
          containers:
            - name: report
              image: registry.example/report:1.0
`,
    },
    {
      name: 'A leading backslash',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: '\\web'
#                    ^^^^^^ rejected
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      fixed: {
        'Change `runAsUserName` to `web`': `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: 'web'
  containers:
    - name: web
      image: registry.example/web:1.0
`,
      },
    },
    {
      name: 'NetBIOS names, DNS names and service accounts',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: NT AUTHORITY\\NETWORK SERVICE
  initContainers:
    - name: prepare
      image: registry.example/prepare:1.0
      securityContext:
        windowsOptions:
          runAsUserName: CONTOSO\\web
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          runAsUserName: corp.contoso.com\\web
`,
    },
    {
      name: 'A placeholder',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: <domain>\\web
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
});

function shorten(domain: string): string {
  return domain.length > 60 ? `${domain.slice(0, 60)}…` : domain;
}
