import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts, utf8Length } from '../../windows/user-name.ts';

/** A name of 259 bytes that is well formed in every other way. */
const LONG_DOMAIN = `${'northern-branch-office.'.repeat(11)}contoso`;

export default userNameRule({
  fault: 'domain-too-long',
  title: 'Domain part of runAsUserName too long',
  says: (name) =>
    message(
      'The domain in `runAsUserName` has {0} bytes, and 255 are allowed.',
      String(utf8Length(userNameParts(name).domain ?? '')),
    ),
  seen: "runAsUserName's Domain length must be under 256 characters",
  why: `What stands before the backslash may have 255 bytes. Letters outside ASCII count for two bytes or more. The short
(NetBIOS) name of a domain never comes near it.`,
  examples: [
    {
      name: 'A very long name',
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
      name: 'Long, but not too long',
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
