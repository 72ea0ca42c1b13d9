import { expect, test } from 'vitest';
import { podActions } from '../../server/src/lint/refactorings/pod-actions.ts';
import type { Settings } from '../../server/src/lint/settings/settings.ts';
import { lintText } from '../lint-text.ts';
import { URI, wholeReport, workspaceOf } from './refactored.ts';

const pod = (image: string, spec = '  os: { name: windows }\n'): string => `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
${spec}  nodeSelector: { kubernetes.io/os: windows }
  containers:
    - name: web
      image: ${image}
`;

const HOST_PROCESS = '  hostNetwork: true\n  securityContext: { windowsOptions: { hostProcess: true } }\n';
const ANY = 'registry.example/web:1.0';
const SERVERCORE = 'mcr.microsoft.com/windows/servercore';

test.each<[what: string, text: string, settings: Partial<Settings>, builds: readonly string[]]>([
  ['the build of the image', pod(`${SERVERCORE}:ltsc2022`), {}, ['10.0.20348']],
  ['all builds that the release supports', pod(ANY), {}, ['10.0.20348', '10.0.26100']],
  [
    'older builds with an older release',
    pod(ANY),
    { kubernetesVersion: '1.34' },
    ['10.0.17763', '10.0.20348', '10.0.26100'],
  ],
  ['none for an image without a matching node build', pod(`${SERVERCORE}:1709`), {}, []],
  ['none before Kubernetes 1.17, which introduced the label', pod(ANY), { kubernetesVersion: '1.16' }, []],
  ['none for HostProcess pods, which run on every build', pod(ANY, HOST_PROCESS), {}, []],
  [
    'the build of an image that the settings declare as a Windows image',
    pod('registry.example/win/web:10.0.20348.1'),
    { windowsImages: ['registry.example/win/'] },
    ['10.0.20348'],
  ],
])('offers node selectors for builds: %s', (_, text, settings, builds) => {
  const workspace = workspaceOf(text, settings);
  const workload = wholeReport(workspace).documents[0]?.report.workloads[0];
  if (workload === undefined) throw new Error('the document is a workload');
  const context = workspace.lintContext(URI);
  const titles = podActions(workload, context.settings, workspace.factsFor(URI)).map(({ title }) => title);
  expect(titles.flatMap((title) => /windows-build: ([\d.]+)/.exec(title)?.[1] ?? [])).toEqual(builds);
});

test('offers only the operating system label for a build that nodes never had', () => {
  const text = pod(`${SERVERCORE}:1709`).replace(/ {2}nodeSelector.*\n/, '');
  const finding = lintText(text).find(({ rule }) => rule === 'scheduling/missing-os-constraint');
  expect(finding?.fixes.map(({ title }) => title)).toEqual(['Insert nodeSelector `kubernetes.io/os: windows`']);
});
