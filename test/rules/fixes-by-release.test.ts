import { expect, test } from 'vitest';
import type { KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { lintText } from '../lint-text.ts';

const pod = (spec: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  ${spec}
  containers: [{ name: web, image: registry.example/web:1.0 }]
`;

/** A fix adds nothing that the release drops or that another rule reports there. */
test.each<[rule: string, version: KubernetesVersion, spec: string, fixes: string[]]>([
  [
    'security-context/run-as-user',
    '1.16',
    'nodeSelector: { kubernetes.io/os: windows }\n  securityContext: { runAsUser: 1000 }',
    ['Remove `runAsUser`'],
  ],
  [
    'security-context/run-as-user',
    '1.17',
    'nodeSelector: { kubernetes.io/os: windows }\n  securityContext: { runAsUser: 1000 }',
    ['Replace `runAsUser` with `windowsOptions.runAsUserName: ContainerUser`', 'Remove `runAsUser`'],
  ],
  [
    'scheduling/windows-build-value',
    '1.34',
    'nodeSelector: { node.kubernetes.io/windows-build: ltsc2022 }',
    ['10.0.17763', '10.0.20348', '10.0.26100'],
  ],
  [
    'scheduling/windows-build-value',
    '1.37',
    'nodeSelector: { node.kubernetes.io/windows-build: ltsc2022 }',
    ['10.0.20348', '10.0.26100'],
  ],
  [
    'scheduling/missing-os-constraint',
    '1.37',
    `os: { name: windows }
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
          - matchExpressions:
              - { key: node.kubernetes.io/windows-build, operator: NotIn, values: [10.0.20348] }`,
    ['Insert nodeSelector `kubernetes.io/os: windows`', '10.0.26100'],
  ],
  ['scheduling/missing-os-constraint', '1.37', 'os: { name: windows }\n  nodeSelector: { agentpool: linuxpool }', []],
])('%s at %s', (rule, version, spec, fixes) => {
  const found = lintText(pod(spec), { ...DEFAULT_SETTINGS, kubernetesVersion: version });
  const titles = found
    .filter((finding) => finding.rule === rule)
    .flatMap((finding) => finding.fixes.map(({ title }) => title));
  expect(titles).toEqual(fixes.map((fix) => expect.stringContaining(fix)));
});
