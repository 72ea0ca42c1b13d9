import { expect, test } from 'vitest';
import type { Fact } from '../../server/src/kubernetes/facts.ts';
import { objects } from '../../server/src/kubernetes/object.ts';
import { podsOf } from '../../server/src/kubernetes/pod.ts';
import { type KubernetesVersion, NEWEST_VERSION } from '../../server/src/kubernetes/version.ts';
import { mayHaveWindowsEvidence, namedNodes } from '../../server/src/windows/evidence-words.ts';
import { type OperatingSystem, verdict } from '../../server/src/windows/verdict.ts';
import { parse } from '../../server/src/yaml/read/document.ts';
import { affinity, containers, factsOf, podWith, term } from './pods.ts';

const FILE = 'file:///cluster.yaml';
const place = { uri: FILE, document: 0, span: { start: 0, end: 1 } };

const runtimeClass = (name: string, nodeSelector: Record<string, string>): Fact => ({
  kind: 'RuntimeClass',
  namespace: null,
  name,
  location: place,
  handler: 'runhcs-wcow-process',
  nodeSelector,
  tolerations: [],
  hasOverhead: false,
});
const node = (name: string, labels: Record<string, string>): Fact => ({
  kind: 'Node',
  namespace: null,
  name,
  location: place,
  labels,
  taints: [],
  operatingSystem: undefined,
  kubeletVersion: undefined,
  containerRuntimeVersion: undefined,
  kernelVersion: undefined,
  osImage: undefined,
  providerId: undefined,
  allocatable: undefined,
});

/** The facts of the workspace in every case. */
const FACTS = factsOf(
  runtimeClass('windows-2022', { 'kubernetes.io/os': 'windows', 'node.kubernetes.io/windows-build': '10.0.20348' }),
  runtimeClass('gvisor', { 'kubernetes.io/os': 'linux' }),
  runtimeClass('plain', {}),
  runtimeClass('windows-plain', {}),
  runtimeClass('templated', { 'kubernetes.io/os': '{{ .Values.os }}' }),
  node('win-1', { 'kubernetes.io/os': 'windows' }),
  node('lin-1', { 'kubernetes.io/os': 'linux' }),
  node('old-1', { 'beta.kubernetes.io/os': 'windows' }),
  node('bare-1', {}),
);

interface Case {
  /** The pod spec, in flow style or as lines; containers are added if it has none. */
  readonly spec: string;
  /** The labels of the pod, in flow style. */
  readonly labels?: string;
  /** Its annotations, in flow style. */
  readonly annotations?: string;
  readonly version?: KubernetesVersion;
  readonly directive?: OperatingSystem;
  /** `windows scheduled`, or only the operating system if there is no certainty. */
  readonly verdict: string;
  /** The kind, operating system and text of each piece of evidence. */
  readonly evidence?: readonly string[];
}

const osIn = (...values: string[]) => `key: kubernetes.io/os, operator: In, values: [${values.join(', ')}]`;
const osNotIn = (...values: string[]) => `key: kubernetes.io/os, operator: NotIn, values: [${values.join(', ')}]`;
const prefers = (...expressions: string[]) =>
  `affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: ${term(...expressions)}}]}}`;
const CASES: Record<string, Case> = {
  'no evidence': { spec: '', verdict: 'unknown', evidence: [] },

  // os.name
  'os.name': {
    spec: 'os: {name: windows}',
    verdict: 'windows declared',
    evidence: ['os.name windows: os.name: windows'],
  },
  'os.name linux': { spec: 'os: {name: linux}', verdict: 'linux declared' },
  'os.name at 1.24': { spec: 'os: {name: windows}', version: '1.24', verdict: 'windows declared' },
  'os.name before it exists': { spec: 'os: {name: windows}', version: '1.23', verdict: 'windows scheduled' },
  'os.name in the wrong case': {
    spec: 'os: {name: Windows}',
    verdict: 'windows scheduled',
    evidence: ['os.name windows: os.name: Windows'],
  },
  'Windows fields in the wrong place': {
    spec: 'runAsUserName: ContainerUser\nhostProcess: true',
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: runAsUserName: ContainerUser', 'windowsOptions windows: hostProcess: true'],
  },
  'Windows fields in the wrong case': {
    spec: 'securityContext: {windowsoptions: {GMSACredentialSpec: "{}"}}',
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: windowsoptions', 'windowsOptions windows: GMSACredentialSpec'],
  },
  'a Windows field in the wrong place beside a Linux field': {
    spec: 'securityContext: {runAsUserName: ContainerUser, runAsUser: 1000}',
    verdict: 'unknown',
  },
  'a Windows field in the wrong place of a Linux pod': {
    spec: 'hostProcess: true\nnodeSelector: {kubernetes.io/os: linux}',
    verdict: 'linux scheduled',
  },
  'hostProcess: false in the wrong place': { spec: 'hostProcess: false', verdict: 'unknown', evidence: [] },
  'runAsNonRoot in windowsOptions': {
    spec: 'securityContext: {windowsOptions: {runAsNonRoot: true}}',
    verdict: 'unknown',
    evidence: [],
  },
  'os as a string': {
    spec: 'os: windows',
    verdict: 'windows scheduled',
    evidence: ['os.name windows: os: windows'],
  },
  'os as a string of another system': { spec: 'os: ltsc2022', verdict: 'unknown', evidence: [] },
  'os as a template': { spec: 'os: "{{ .Values.os }}"', verdict: 'unknown' },
  'os.name of another system': { spec: 'os: {name: darwin}', verdict: 'unknown', evidence: [] },
  'os.name empty': { spec: 'os: {name: ""}', verdict: 'unknown' },
  'os.name of a template': { spec: 'os: {name: "{{ .Values.os }}"}', verdict: 'unknown' },
  'os.name as a placeholder': {
    spec: 'os: {name: "#{Os}#"}\nnodeSelector: {kubernetes.io/os: windows}',
    verdict: 'unknown',
  },
  'os.name of another type': { spec: 'os: {name: [windows]}', verdict: 'unknown' },
  'os.name beside the other selector': {
    spec: 'os: {name: windows}\nnodeSelector: {kubernetes.io/os: linux}',
    verdict: 'windows declared',
    evidence: ['os.name windows: os.name: windows', 'nodeSelector linux: kubernetes.io/os: linux'],
  },
  'os.name where no node matches': {
    spec: 'os: {name: linux}\nnodeSelector: {kubernetes.io/os: Windows}',
    verdict: 'linux declared',
    evidence: ['os.name linux: os.name: linux', 'nodeSelector none: kubernetes.io/os: Windows'],
  },
  'os.name in the wrong case where no node matches': {
    spec: `os: {name: WINDOWS}\n${affinity('{}')}`,
    verdict: 'windows scheduled',
  },
  'an unknown os.name where no node matches': {
    spec: `os: {name: darwin}\n${affinity('{}')}`,
    verdict: 'none',
  },

  // The directive
  'a directive': {
    spec: '',
    directive: 'windows',
    verdict: 'windows scheduled',
    evidence: ['directive windows: # kubewin: os=windows'],
  },
  'a directive against labels': {
    spec: 'nodeSelector: {kubernetes.io/os: linux}',
    directive: 'windows',
    verdict: 'windows scheduled',
    evidence: ['directive windows: # kubewin: os=windows', 'nodeSelector linux: kubernetes.io/os: linux'],
  },
  'a directive against os.name': { spec: 'os: {name: linux}', directive: 'windows', verdict: 'linux declared' },

  // nodeSelector
  'the OS label': {
    spec: 'nodeSelector: {kubernetes.io/os: windows}',
    verdict: 'windows scheduled',
    evidence: ['nodeSelector windows: kubernetes.io/os: windows'],
  },
  'the beta label': { spec: 'nodeSelector: {beta.kubernetes.io/os: linux}', verdict: 'linux scheduled' },
  'a Windows build': {
    spec: 'nodeSelector: {node.kubernetes.io/windows-build: 10.0.20348}',
    verdict: 'windows scheduled',
    evidence: ['nodeSelector windows: node.kubernetes.io/windows-build: 10.0.20348'],
  },
  'a placeholder for a Windows build': {
    spec: 'nodeSelector: {node.kubernetes.io/windows-build: "{{ .buildNumber }}"}',
    verdict: 'windows scheduled',
  },
  'a Windows build beside linux': {
    spec: 'nodeSelector: {kubernetes.io/os: linux, node.kubernetes.io/windows-build: 10.0.20348}',
    verdict: 'none',
    evidence: [
      'nodeSelector linux: kubernetes.io/os: linux',
      'nodeSelector windows: node.kubernetes.io/windows-build: 10.0.20348',
    ],
  },
  'both labels apart': {
    spec: 'nodeSelector: {kubernetes.io/os: windows, beta.kubernetes.io/os: linux}',
    verdict: 'none',
  },
  'a wrong value': {
    spec: 'nodeSelector: {kubernetes.io/os: Windows}',
    verdict: 'none',
    evidence: ['nodeSelector none: kubernetes.io/os: Windows'],
  },
  'placeholders of many kinds': {
    spec: 'nodeSelector: {kubernetes.io/os: "$NODE_OS", beta.kubernetes.io/os: <os>}',
    verdict: 'unknown',
    evidence: [],
  },
  'an empty value': { spec: 'nodeSelector: {kubernetes.io/os: ""}', verdict: 'none' },
  'no value': { spec: 'nodeSelector:\n  kubernetes.io/os:', verdict: 'unknown' },
  'a value of another type': { spec: 'nodeSelector: {kubernetes.io/os: true}', verdict: 'unknown' },
  'a placeholder beside a value': {
    spec: 'nodeSelector: {kubernetes.io/os: $OS, beta.kubernetes.io/os: windows}',
    verdict: 'windows scheduled',
    evidence: ['nodeSelector windows: beta.kubernetes.io/os: windows'],
  },
  'a label with the name of a method': {
    spec: 'nodeSelector: {constructor: windows, __proto__: x}',
    verdict: 'unknown',
  },
  'no mapping': { spec: 'nodeSelector: [windows]\naffinity: windows\ntolerations: {os: x}', verdict: 'unknown' },

  // Required node affinity
  'affinity for Windows': {
    spec: affinity(term(osIn('windows'))),
    verdict: 'windows scheduled',
    evidence: ['nodeAffinity windows: kubernetes.io/os In [windows]'],
  },
  'affinity away from Windows': { spec: affinity(term(osNotIn('windows'))), verdict: 'linux scheduled' },
  'affinity away from Linux': { spec: affinity(term(osNotIn('linux'))), verdict: 'windows scheduled' },
  'affinity for both': {
    spec: affinity(term(osIn('linux', 'windows'))),
    verdict: 'either',
    evidence: ['nodeAffinity either: kubernetes.io/os In [linux, windows]'],
  },
  'a term for each': { spec: affinity(term(osIn('linux')), term(osIn('windows'))), verdict: 'either' },
  'terms that agree': { spec: affinity(term(osIn('windows')), term(osNotIn('linux'))), verdict: 'windows scheduled' },
  'a term of other labels': { spec: affinity(term('key: pool, operator: In, values: [x]')), verdict: 'unknown' },
  'a term beside one for other labels': {
    spec: affinity(term(osIn('windows')), term('key: pool, operator: Exists')),
    verdict: 'either',
  },
  'expressions of one term exclude each other': {
    spec: affinity(term(osIn('windows'), osIn('linux'))),
    verdict: 'none',
    evidence: [
      'nodeAffinity windows: kubernetes.io/os In [windows]',
      'nodeAffinity linux: kubernetes.io/os In [linux]',
    ],
  },
  'an empty term': {
    spec: affinity('{}'),
    verdict: 'none',
    evidence: ['nodeAffinity none: an empty node selector term'],
  },
  'an empty term beside another': { spec: affinity('{}', term(osIn('windows'))), verdict: 'windows scheduled' },
  'a term without a value yet': { spec: affinity('{matchExpressions: }'), verdict: 'unknown' },
  'no terms yet': { spec: affinity(), verdict: 'unknown' },
  'placeholders as values': { spec: affinity(term(osIn('windows', '"$OS"'))), verdict: 'unknown', evidence: [] },
  'values not written yet': {
    spec: affinity(term('key: kubernetes.io/os, operator: In')),
    verdict: 'unknown',
    evidence: [],
  },
  'In without a value': { spec: affinity(term(osIn())), verdict: 'none' },
  'Exists with a value': {
    spec: affinity(term('key: kubernetes.io/os, operator: Exists, values: [windows]')),
    verdict: 'none',
  },
  'an invalid operator': {
    spec: affinity(term('key: kubernetes.io/os, operator: in, values: [windows]')),
    verdict: 'none',
    evidence: ['nodeAffinity none: kubernetes.io/os in [windows]'],
  },
  'Gt on another label with a word': {
    spec: affinity(term('key: cpus, operator: Gt, values: [many]')),
    verdict: 'none',
  },
  'Gt on the OS label': { spec: affinity(term('key: kubernetes.io/os, operator: Gt, values: ["1"]')), verdict: 'none' },
  DoesNotExist: { spec: affinity(term('key: kubernetes.io/os, operator: DoesNotExist')), verdict: 'none' },
  'no Windows build': {
    spec: affinity(term('key: node.kubernetes.io/windows-build, operator: DoesNotExist')),
    verdict: 'linux scheduled',
  },
  'other Windows builds': {
    spec: affinity(term('key: node.kubernetes.io/windows-build, operator: NotIn, values: [10.0.17763]')),
    verdict: 'either',
  },
  'a node by its name': {
    spec: affinity('{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}'),
    verdict: 'unknown',
  },
  'two names of one node': {
    spec: affinity('{matchFields: [{key: metadata.name, operator: In, values: [n1, n2]}]}'),
    verdict: 'none',
  },
  'a selector against affinity': {
    spec: `nodeSelector: {kubernetes.io/os: windows}\n${affinity(term(osIn('linux')))}`,
    verdict: 'none',
  },

  // RuntimeClass
  'a RuntimeClass of the workspace': {
    spec: 'runtimeClassName: windows-2022',
    verdict: 'windows scheduled',
    evidence: [
      'runtimeClass windows: RuntimeClass windows-2022 selects kubernetes.io/os: windows',
      'runtimeClass windows: RuntimeClass windows-2022 selects node.kubernetes.io/windows-build: 10.0.20348',
    ],
  },
  'a RuntimeClass against a selector': {
    spec: 'runtimeClassName: gvisor\nnodeSelector: {kubernetes.io/os: windows}',
    verdict: 'none',
  },
  'a RuntimeClass that selects nothing': { spec: 'runtimeClassName: plain', verdict: 'unknown', evidence: [] },
  'a RuntimeClass whose name indicates Windows': {
    spec: 'runtimeClassName: windows-plain',
    verdict: 'windows guessed',
    evidence: ['runtimeClass windows: runtimeClassName: windows-plain'],
  },
  'a RuntimeClass with a template expression': { spec: 'runtimeClassName: templated', verdict: 'unknown' },
  'a RuntimeClass that is not in the workspace': { spec: 'runtimeClassName: kata', verdict: 'unknown' },
  'a RuntimeClass for Windows that is not in the workspace': {
    spec: 'runtimeClassName: runhcs-wcow-process',
    verdict: 'windows guessed',
  },

  // Cloud labels
  'an AKS label': {
    spec: 'nodeSelector: {kubernetes.azure.com/os-sku: Windows2022}',
    verdict: 'windows scheduled',
    evidence: ['cloudLabel windows: kubernetes.azure.com/os-sku: Windows2022'],
  },
  'an AKS label of Linux': {
    spec: 'nodeSelector: {kubernetes.azure.com/os-sku: Ubuntu}',
    verdict: 'linux scheduled',
    evidence: ['cloudLabel linux: kubernetes.azure.com/os-sku: Ubuntu'],
  },
  'an AKS label of Linux or Windows': {
    spec: affinity(term('key: kubernetes.azure.com/os-sku, operator: In, values: [AzureLinux, Windows2022]')),
    verdict: 'unknown',
  },
  'an unknown AKS label value': {
    spec: 'nodeSelector: {kubernetes.azure.com/os-sku: Beos}',
    verdict: 'unknown',
  },
  'NotIn with an AKS label': {
    spec: affinity(term('key: kubernetes.azure.com/os-sku, operator: NotIn, values: [Windows2022]')),
    verdict: 'unknown',
  },
  'one of several AKS labels': {
    spec: affinity(term('key: kubernetes.azure.com/os-sku, operator: In, values: [Windows2019, Windows2022]')),
    verdict: 'windows scheduled',
  },
  'a GKE label': {
    spec: 'nodeSelector: {cloud.google.com/gke-os-distribution: windows_ltsc}',
    verdict: 'windows scheduled',
  },
  'a GKE label of Linux': {
    spec: 'nodeSelector: {cloud.google.com/gke-os-distribution: cos}',
    verdict: 'linux scheduled',
  },
  'a GKE version': {
    spec: affinity(term('key: cloud.google.com/gke-windows-os-version, operator: Exists')),
    verdict: 'windows scheduled',
  },
  'a cloud label against the OS label': {
    spec: 'nodeSelector: {kubernetes.io/os: linux, kubernetes.azure.com/os-sku: Windows2022}',
    verdict: 'none',
  },
  'a pool whose name indicates Windows': { spec: 'nodeSelector: {agentpool: npwin}', verdict: 'windows guessed' },
  'a pool whose name contains win': { spec: 'nodeSelector: {agentpool: darwin}', verdict: 'unknown' },
  'a label of no cloud': { spec: 'nodeSelector: {pool: windows}', verdict: 'unknown' },

  // nodeName
  'a node of the workspace': {
    spec: 'nodeName: win-1',
    verdict: 'windows scheduled',
    evidence: ['nodeName windows: nodeName win-1, a node with kubernetes.io/os: windows'],
  },
  'a node with the beta label': { spec: 'nodeName: old-1', verdict: 'windows scheduled' },
  'a node without labels': { spec: 'nodeName: bare-1', verdict: 'unknown' },
  'a node that is not in the workspace': { spec: 'nodeName: windows-9', verdict: 'unknown' },
  'a node against a selector': { spec: 'nodeName: lin-1\nnodeSelector: {kubernetes.io/os: windows}', verdict: 'none' },
  'a node beside affinity for both': {
    spec: `nodeName: lin-1\n${affinity(term(osIn('linux', 'windows')))}`,
    verdict: 'linux scheduled',
    evidence: [
      'nodeName linux: nodeName lin-1, a node with kubernetes.io/os: linux',
      'nodeAffinity either: kubernetes.io/os In [linux, windows]',
    ],
  },

  // hostProcess
  'hostProcess on the pod': {
    spec: 'securityContext: {windowsOptions: {hostProcess: true}}',
    verdict: 'windows scheduled',
    evidence: ['hostProcess windows: hostProcess: true'],
  },
  'hostProcess on a container': {
    spec: containers('securityContext: {windowsOptions: {hostProcess: true}}', 'image: app'),
    verdict: 'windows scheduled',
  },
  'hostProcess false': {
    spec: 'securityContext: {windowsOptions: {hostProcess: false}}',
    verdict: 'unknown',
    evidence: [],
  },
  'hostProcess as a string': { spec: 'securityContext: {windowsOptions: {hostProcess: "true"}}', verdict: 'unknown' },
  'empty windowsOptions': { spec: 'securityContext: {windowsOptions: {}}', verdict: 'unknown' },
  'hostProcess against a selector': {
    spec: 'nodeSelector: {kubernetes.io/os: linux}\nsecurityContext: {windowsOptions: {hostProcess: true}}',
    verdict: 'linux scheduled',
    evidence: ['nodeSelector linux: kubernetes.io/os: linux', 'hostProcess windows: hostProcess: true'],
  },
  'hostProcess beside affinity for both': {
    spec: `${affinity(term(osIn('linux', 'windows')))}\nsecurityContext: {windowsOptions: {hostProcess: true}}`,
    verdict: 'windows scheduled',
  },
  'hostProcess beside a Linux image': {
    spec: containers('image: nginx, securityContext: {windowsOptions: {hostProcess: true}}'),
    verdict: 'windows scheduled',
    evidence: ['hostProcess windows: hostProcess: true', 'image linux: image nginx'],
  },

  // Images
  'a Windows image': {
    spec: containers('image: "mcr.microsoft.com/windows/servercore:ltsc2022"'),
    verdict: 'windows image',
    evidence: ['image windows: image mcr.microsoft.com/windows/servercore:ltsc2022'],
  },
  'a Windows image of an init container': {
    spec: 'initContainers: [{name: i, image: "mcr.microsoft.com/windows/nanoserver:ltsc2022"}]',
    verdict: 'windows image',
  },
  'an image of .NET Framework, and fields copied from Linux': {
    spec: `${containers('image: "mcr.microsoft.com/dotnet/framework/aspnet:4.8"')}\nsecurityContext: {runAsUser: 1000, fsGroup: 1000}`,
    verdict: 'windows image',
  },
  'an official image on a base image of Windows': {
    spec: containers('image: "golang:1.24-nanoserver-ltsc2022"'),
    verdict: 'windows image',
  },
  'an old image of Microsoft on Docker Hub': { spec: containers('image: microsoft/iis'), verdict: 'windows image' },
  'an image beside one that is for any system': {
    spec: containers('image: "mcr.microsoft.com/windows/servercore/iis"', 'image: "registry.example/agent:1"'),
    verdict: 'windows image',
  },
  'an image whose name only resembles those of Windows': {
    spec: containers('image: "registry.example/nanoserver-tools:windowsservercore-ltsc2022"'),
    verdict: 'windows guessed',
  },
  'an image of Microsoft for Windows and Linux': {
    spec: containers('image: "mcr.microsoft.com/dotnet/aspnet:9.0"'),
    verdict: 'unknown',
  },
  'an image that exists only for Windows, and a preferred affinity for Linux': {
    spec: `${containers('image: "mcr.microsoft.com/windows/servercore:ltsc2022"')}\naffinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: kubernetes.io/os, operator: In, values: [linux]}]}}]}}`,
    verdict: 'windows guessed',
  },
  'a Linux image': { spec: containers('image: "nginx:1.27"'), verdict: 'linux guessed' },
  'the same image twice': {
    spec: containers('image: "nginx:1.27"', 'image: "nginx:1.27"'),
    verdict: 'linux guessed',
    evidence: ['image linux: image nginx:1.27'],
  },
  'images of both': {
    spec: containers('image: nginx', 'image: "mcr.microsoft.com/windows/nanoserver:1809"'),
    verdict: 'unknown',
    evidence: ['image linux: image nginx', 'image windows: image mcr.microsoft.com/windows/nanoserver:1809'],
  },
  'images of both with a selector': {
    spec: `nodeSelector: {kubernetes.io/os: windows}\n${containers('image: nginx', 'image: microsoft/iis')}`,
    verdict: 'windows scheduled',
  },
  'an image against windowsOptions': {
    spec: containers('image: nginx, securityContext: {windowsOptions: {runAsUserName: ContainerUser}}'),
    verdict: 'linux guessed',
    evidence: ['image linux: image nginx', 'windowsOptions windows: runAsUserName: ContainerUser'],
  },

  // windowsOptions
  'a user name': {
    spec: 'securityContext: {windowsOptions: {runAsUserName: ContainerUser}}',
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: runAsUserName: ContainerUser'],
  },
  'an empty user name': { spec: 'securityContext: {windowsOptions: {runAsUserName: ""}}', verdict: 'unknown' },
  'a GMSA': {
    spec: containers('securityContext: {windowsOptions: {gmsaCredentialSpecName: web}}'),
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: gmsaCredentialSpecName: web'],
  },
  'a GMSA in full': {
    spec: `securityContext: {windowsOptions: {gmsaCredentialSpec: '{"CmsPlugins": []}'}}`,
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: gmsaCredentialSpec'],
  },
  'a user name that a template writes': {
    spec: 'securityContext: {windowsOptions: {runAsUserName: "{{ .Values.user }}"}}',
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: runAsUserName: {{…}}'],
  },
  'a GMSA that a template writes': {
    spec: 'securityContext: {windowsOptions: {gmsaCredentialSpec: "{{ .Values.spec }}"}}',
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: gmsaCredentialSpec'],
  },
  'hostProcess that a template writes': {
    spec: 'securityContext:\n  windowsOptions:\n    hostProcess: {{ .Values.hostProcess }}',
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: hostProcess: {{…}}'],
  },
  'windowsOptions against weak evidence': {
    spec: 'securityContext: {runAsUser: 1000, windowsOptions: {runAsUserName: ContainerUser}}',
    verdict: 'windows guessed',
    evidence: ['windowsOptions windows: runAsUserName: ContainerUser', 'linuxField linux: securityContext.runAsUser'],
  },

  // Devices of Windows nodes
  'a DirectX device': {
    spec: containers('resources: {limits: {microsoft.com/directx: "1"}, requests: {microsoft.com/directx: "1"}}'),
    verdict: 'windows guessed',
    evidence: ['resource windows: microsoft.com/directx: 1'],
  },
  'a display device': {
    spec: containers('resources: {limits: {directx.microsoft.com/display: 1}}'),
    verdict: 'windows guessed',
    evidence: ['resource windows: directx.microsoft.com/display: 1'],
  },
  'a compute device of a Linux image': {
    spec: containers('image: nginx, resources: {requests: {directx.microsoft.com/compute: 1}}'),
    verdict: 'linux guessed',
    evidence: ['image linux: image nginx', 'resource windows: directx.microsoft.com/compute: 1'],
  },
  'no DirectX device': {
    spec: containers('resources: {limits: {microsoft.com/directx: 0, nvidia.com/gpu: 1}}'),
    verdict: 'unknown',
  },

  // Weak evidence
  'a toleration': {
    spec: 'tolerations: [{key: os, operator: Equal, value: Windows, effect: NoSchedule}]',
    verdict: 'windows guessed',
    evidence: ['toleration windows: toleration of os=Windows'],
  },
  'a toleration of an old taint': {
    spec: 'tolerations: [{key: node.kubernetes.io/os, value: win1809}]',
    verdict: 'windows guessed',
  },
  'a toleration of everything': { spec: 'tolerations: [{operator: Exists}]', verdict: 'unknown', evidence: [] },
  'a toleration of any value': { spec: 'tolerations: [{key: os, operator: Exists}]', verdict: 'unknown' },
  'a preference alone decides nothing': {
    spec: prefers(osIn('windows')),
    verdict: 'unknown',
    evidence: ['preferredAffinity windows: prefers kubernetes.io/os In [windows]'],
  },
  'a preference and other weak evidence': {
    spec: `${prefers(osIn('windows'))}\ntolerations: [{key: os, value: windows}]`,
    verdict: 'windows guessed',
  },
  'a preference against other weak evidence': {
    spec: `${prefers(osIn('linux'))}\ntolerations: [{key: os, value: windows}]`,
    verdict: 'unknown',
  },
  'a command': {
    spec: containers('command: [powershell.exe, -Command, Get-Date]'),
    verdict: 'windows guessed',
    evidence: ['command windows: command powershell.exe'],
  },
  'a long command': {
    spec: containers(`command: ["cmd /c ${'x'.repeat(70)}"]`),
    verdict: 'windows guessed',
    evidence: [`command windows: command cmd /c ${'x'.repeat(53)}…`],
  },
  'arguments without a command': { spec: containers("args: ['C:\\app\\run']"), verdict: 'windows guessed' },
  'arguments after a command': { spec: containers("command: [sh], args: ['app.exe']"), verdict: 'unknown' },
  'a probe': {
    spec: containers('livenessProbe: {exec: {command: [cmd, /c, "exit 0"]}}'),
    verdict: 'windows guessed',
  },
  'a command with a similar prefix': { spec: containers('command: [cmdline-tool]'), verdict: 'unknown' },
  'a path with a drive': {
    spec: containers("volumeMounts: [{name: v, mountPath: 'C:\\data'}]"),
    verdict: 'windows guessed',
    evidence: ['path windows: mountPath C:\\data'],
  },
  'a pipe against weak evidence': {
    spec: "volumes: [{name: v, hostPath: {path: '\\\\.\\pipe\\docker_engine'}}]\nsecurityContext: {fsGroup: 1}",
    verdict: 'windows guessed',
    evidence: ['path windows: path \\\\.\\pipe\\docker_engine', 'linuxField linux: securityContext.fsGroup'],
  },
  'Linux fields': {
    spec: containers('securityContext: {capabilities: {drop: [ALL]}, runAsUser: 0}'),
    verdict: 'linux guessed',
    evidence: ['linuxField linux: securityContext.runAsUser', 'linuxField linux: securityContext.capabilities'],
  },
  'Linux fields without effect': {
    spec: containers('securityContext: {capabilities: {}, privileged: false}'),
    verdict: 'unknown',
    evidence: [],
  },
  'contradictory weak evidence': {
    spec: containers('command: [pwsh], securityContext: {runAsUser: 1}'),
    verdict: 'unknown',
    evidence: ['command windows: command pwsh', 'linuxField linux: securityContext.runAsUser'],
  },
  'weak evidence beside affinity for both': {
    spec: `${affinity(term(osIn('linux', 'windows')))}\n${containers('command: [powershell]')}`,
    verdict: 'windows guessed',
  },
  'names of other objects': { spec: 'serviceAccountName: windows\nhostname: win', verdict: 'unknown', evidence: [] },
  'a label of the pod, which selects no node': {
    spec: '',
    labels: '{kubernetes.io/os: windows}',
    verdict: 'unknown',
    evidence: [],
  },

  // Everything at once
  'evidence in order': {
    spec: [
      'os: {name: windows}',
      'nodeSelector: {kubernetes.io/os: windows}',
      'runtimeClassName: gvisor',
      'tolerations: [{key: os, value: windows}]',
      containers(
        'image: microsoft/iis, securityContext: {runAsUser: 1, windowsOptions: {hostProcess: true, runAsUserName: x}}',
      ),
    ].join('\n'),
    directive: 'linux',
    verdict: 'windows declared',
    evidence: [
      'os.name windows: os.name: windows',
      'directive linux: # kubewin: os=linux',
      'nodeSelector windows: kubernetes.io/os: windows',
      'runtimeClass linux: RuntimeClass gvisor selects kubernetes.io/os: linux',
      'hostProcess windows: hostProcess: true',
      'image windows: image microsoft/iis',
      'windowsOptions windows: runAsUserName: x',
      'toleration windows: toleration of os=windows',
      'linuxField linux: securityContext.runAsUser',
    ],
  },
};

test.each(Object.entries(CASES))(
  '%s',
  (_, { spec, labels, annotations, version = NEWEST_VERSION, directive, verdict: expected, evidence }) => {
    const context = {
      version,
      facts: FACTS,
      directive: directive && { os: directive, span: { start: 0, end: 0 } },
    };
    const found = verdict(podWith(spec, labels, annotations), context);
    expect(found.certainty === null ? found.os : `${found.os} ${found.certainty}`).toBe(expected);
    if (evidence !== undefined) {
      expect(found.evidence.map(({ kind, says, text }) => `${kind} ${says}: ${text}`)).toEqual(evidence);
    }
  },
);

test.each(Object.entries(CASES).filter(([, { verdict, directive }]) => verdict.startsWith('windows') && !directive))(
  'has a word for which its document is read: %s',
  (_, { spec, labels, annotations }) => {
    const { text } = podWith(spec, labels, annotations).spec.document;
    const isRead = mayHaveWindowsEvidence(text) || namedNodes(text)?.length !== 0;
    expect(isRead, `server/src/windows/evidence-words.ts has no word of this:\n${text}`).toBe(true);
  },
);

test('evidence has its field and span', () => {
  const pod = podWith(
    `nodeSelector: {kubernetes.io/os: windows}\n${affinity(term(osIn('windows')))}\nruntimeClassName: gvisor`,
  );
  const { text } = pod.spec.document;
  const { evidence } = verdict(pod, { version: NEWEST_VERSION, facts: FACTS });
  expect(
    evidence.map(({ field, at }) => [field?.join('.'), 'uri' in at ? at.uri : text.slice(at.start, at.end)]),
  ).toEqual([
    ['spec.nodeSelector.kubernetes.io/os', 'kubernetes.io/os: windows'],
    [
      'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms.0.matchExpressions.0',
      'kubernetes.io/os',
    ],
    ['scheduling.nodeSelector.kubernetes.io/os', FILE],
  ]);
});

test('terminates for a pod with cyclic aliases', () => {
  const document = parse(
    'apiVersion: v1\nkind: Pod\nspec: &s\n  nodeSelector: &n {a: *n}\n  affinity: *s\n  containers: [*s]\n',
  );
  const [object] = objects(document);
  const [found] = object ? podsOf(object, {}) : [];
  expect(found && verdict(found, { version: NEWEST_VERSION, facts: FACTS }).os).toBe('unknown');
});
