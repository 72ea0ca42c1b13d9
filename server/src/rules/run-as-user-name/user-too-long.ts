import { message } from '../../lint/rule.ts';
import { userNameRule } from '../../rule-kit/user-name-rule.ts';
import { userNameParts, utf8Length } from '../../windows/user-name.ts';

const LONG_USER = 'nightly-import-of-orders-'.repeat(5);
/** 53 letters of two bytes each. */
const WIDE_USER = 'ü'.repeat(53);

export default userNameRule({
  fault: 'user-too-long',
  title: 'User part of runAsUserName too long',
  says: (name) =>
    message(
      'The user in `runAsUserName` has {0} bytes, and 104 are allowed.',
      String(utf8Length(userNameParts(name).user)),
    ),
  seen: "runAsUserName's User length must not be longer than 104 characters",
  why: `The API server takes up to 104 bytes behind the backslash, where letters outside ASCII count for two or more. Windows
itself allows local accounts 20 characters.`,
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
      runAsUserName: CONTOSO\\${LONG_USER}
#                    ${'^'.repeat(LONG_USER.length + 8)} rejected
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
    {
      name: 'Bytes are counted, not letters',
      bad: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext:
        windowsOptions:
          runAsUserName: ${WIDE_USER}
#                        ${'^'.repeat(WIDE_USER.length)} rejected
`,
    },
    {
      name: 'Just short enough',
      good: `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    windowsOptions:
      runAsUserName: CONTOSO\\${LONG_USER.slice(0, 104)}
  containers:
    - name: web
      image: registry.example/web:1.0
`,
    },
  ],
});
