import { expect, test } from 'vitest';
import type { KubernetesVersion } from '../../server/src/kubernetes/version.ts';
import { DEFAULT_SETTINGS } from '../../server/src/lint/settings/settings.ts';
import { WINDOWS_BUILDS, type WindowsBuild } from '../../server/src/windows/builds.ts';
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

/** A long-term release that does not exist. */
const NEXT: WindowsBuild = {
  build: 99999,
  product: 'Windows Server 2099',
  channel: 'long-term',
  tags: ['ltsc2099'],
  aliases: [],
  label: '10.0.99999',
  endOfSupport: '2109-10-10',
  lastKubernetes: undefined,
};

/** The build of Windows Server 2022 is offered as long as it is supported, however many builds are newer. */
test.each([
  ['2031-10-14', true],
  ['2031-10-15', false],
])('with a new build, the fixes offer Windows Server 2022 on %s: %s', (date, isOffered) => {
  (WINDOWS_BUILDS as WindowsBuild[]).push(NEXT);
  try {
    const nanoserver = 'mcr.microsoft.com/windows/nanoserver';
    const text = pod('nodeSelector: { kubernetes.io/os: windows }').replace('registry.example/web:1.0', nanoserver);
    const found = lintText(text, { ...DEFAULT_SETTINGS, date }).filter(({ rule }) => rule === 'image/latest-tag');
    const titles = found.flatMap(({ fixes }) => fixes.map(({ title }) => title));
    expect(titles).toContain(`Change the image to \`${nanoserver}:ltsc2099\``);
    expect(titles.includes(`Change the image to \`${nanoserver}:ltsc2022\``)).toBe(isOffered);
  } finally {
    (WINDOWS_BUILDS as WindowsBuild[]).pop();
  }
});
