import { expect, test } from 'vitest';
import { lintText } from '../lint-text.ts';

const text = (version: string, os = '') => `apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { pod-security.kubernetes.io/enforce: restricted, pod-security.kubernetes.io/enforce-version: ${version} }
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: shop }
spec:
  nodeSelector: { kubernetes.io/os: windows }
${os}
  securityContext:
    runAsNonRoot: true
    seccompProfile: { type: RuntimeDefault }
    windowsOptions: { runAsUserName: ContainerAdministrator }
  containers:
    - name: web
      image: registry.example/web:1.0
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
`;

const DECLARE = 'Insert `os.name: windows` and remove Linux-only fields';

/** No fix may lead to a pod that the namespace denies. */
test.each<[version: string, os: string, fixes: (name: string) => string[]]>([
  ['latest', '', () => [DECLARE]],
  ['v1.24', '', () => []],
  ['latest', '  os: { name: windows }', (name) => [`Remove \`${name}\``]],
])('restricted:%s %s', (version, os, fixes) => {
  const found = lintText(text(version, os));
  const titles = (rule: string) => found.filter((finding) => finding.rule === rule).flatMap((finding) => finding.fixes);
  const names = {
    'security-context/allow-privilege-escalation': 'allowPrivilegeEscalation',
    'security-context/capabilities': 'capabilities',
    'security-context/seccomp-profile': 'seccompProfile',
  };
  for (const [rule, name] of Object.entries(names)) expect(titles(rule).map(({ title }) => title)).toEqual(fixes(name));
  expect(titles('run-as-non-root/container-administrator').map(({ title }) => title)).toEqual([
    'Change `runAsUserName` to `ContainerUser`',
  ]);
});
