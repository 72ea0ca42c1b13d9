import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts, utf8Length } from '../../windows/user-name.ts';

/** A domain of 260 bytes that is well formed in every other way. */
const LONG_DOMAIN = `${'northern-branch-office.'.repeat(11)}contoso`;

export default userNameRule({
  fault: 'domain-too-long',
  title: 'Domain longer than 255 bytes in runAsUserName',
  says: (name) =>
    message(
      '`runAsUserName` {effect}: its domain has {0} bytes, and the limit is 255.',
      String(utf8Length(userNameParts(name).domain ?? '')),
    ),
  seen: "runAsUserName's Domain length must be under 256 characters",
  why: `The domain before the backslash can have up to 255 bytes; characters outside ASCII count as two or more. Use
the NetBIOS name of the domain, which has at most 15 characters.`,
  examples: [
    {
      name: 'A very long domain',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: ${LONG_DOMAIN}\\web
#                    ${'^'.repeat(LONG_DOMAIN.length + 4)} rejected
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'A long domain within the limit',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          runAsUserName: ${LONG_DOMAIN.slice(8)}\\web
`,
    },
  ],
});
