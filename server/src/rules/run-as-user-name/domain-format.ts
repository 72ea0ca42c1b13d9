import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts } from '../../windows/user-name.ts';

export default userNameRule({
  fault: 'domain-format',
  title: 'Malformed domain in runAsUserName',
  says: (name) => {
    const { domain } = userNameParts(name);
    return domain
      ? message('The part before the backslash in `runAsUserName`, `{0}`, is no name of a domain.', shorten(domain))
      : message('Nothing stands before the backslash in `runAsUserName`.');
  },
  // These are ways to write «on this computer».
  meant: (name) => (/^\.?\\/.test(name) ? userNameParts(name).user : undefined),
  seen: "runAsUserName's Domain doesn't match the NetBios nor the DNS format",
  why: `Before the backslash stands a NetBIOS name (up to 15 characters, none of \`\\ / : * ? " < > |\`, no period at the
start) or a DNS name such as \`corp.contoso.com\`. The short forms \`.\\User\` and \`\\User\` for an account of the same
computer are refused; write \`User\` alone.`,
  examples: [
    {
      name: 'The short form for this computer',
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
      name: 'Neither short enough for NetBIOS nor a DNS name',
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
      name: 'A backslash before everything',
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
      name: 'Short names, DNS names and service accounts',
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
      name: 'A name that is filled in later',
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
