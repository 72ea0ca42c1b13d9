import { API_VERSIONS, RELEASE } from './function-chart.ts';
import type { Question } from './helm-program.ts';

const CLUSTER = { kubernetesVersion: 'v1.37.0', apiVersions: API_VERSIONS, release: RELEASE };

/** A template that shows all values of its chart. */
const SHOW = `name: {{ .Chart.Name }}
isRoot: {{ .Chart.IsRoot }}
template: {{ .Template.Name }}
values:
  {{- toYaml .Values | nindent 2 }}
`;

const chartYaml = (name: string, more = '') => `apiVersion: v2\nname: ${name}\nversion: 1.2.3\n${more}`;

const SUBCHART = (name: string, values: string, more = '') => ({
  [`charts/${name}/Chart.yaml`]: chartYaml(name, more),
  [`charts/${name}/values.yaml`]: values,
  [`charts/${name}/templates/show.yaml`]: SHOW,
});

const PARENT = (dependencies: string, values: string) => ({
  'Chart.yaml': chartYaml('parent', dependencies),
  'values.yaml': values,
  'templates/show.yaml': SHOW,
});

/** Charts of our own with all that decides about values and subcharts. */
export const CHARTS: Readonly<Record<string, Question>> = {
  'values that files override': {
    ...CLUSTER,
    files: PARENT('', 'a: 1\nb: {c: 2, d: 3}\ne: [1, 2]\nf: {g: {h: 1}}\nk: null\nl: {m: null}\n'),
    values: ['b: {c: 20}\ne: [3]\na: null\nk: 1\n', 'b: {x: 1}\nf: null\nl: {m: 2}\nn: {o: null}\n'],
  },
  'nulls in the second of several files': {
    ...CLUSTER,
    files: PARENT('', 'a: 1\nb: {c: 2, d: 3}\n'),
    values: ['a: 2\nb: {c: 3}\n', 'a: null\nb: {c: null, d: {x: 1}}\n', 'b: {e: 1}\n'],
  },
  'nulls that delete values': {
    ...CLUSTER,
    files: PARENT('', 'a: {b: 1, c: 2, d: {e: 1}}\nf: 1\ng: null\n'),
    values: ['a: {b: null, d: {e: null}, x: null}\nf: null\ng: null\nh: null\n'],
  },
  'a table that is not a table': {
    ...CLUSTER,
    files: PARENT('', 'a: {b: 1}\nc: 1\nd: [1]\n'),
    values: ['a: 1\nc: {d: 1}\nd: {e: 1}\n'],
  },
  assignments: {
    ...CLUSTER,
    files: PARENT('', 'a: 1\nb: {c: 2, d: 3}\ne: [1, 2]\nf: {g: {h: 1}}\nk: null\nlist: [{a: 1, b: 2}]\n'),
    values: ['b: {c: 20}\ne: [3, 4, [5]]\nitems: [{name: a, value: 1}, {name: b}]\n'],
    assignments: [
      'a=2,b.x=y,b.d=null',
      'nodeSelector.kubernetes\\.io/os=windows',
      'words={a,b\\,c,1,true},none={},one={x},k=v',
      'types={true,FALSE,null,0,-1,+7,007,1.5,1e3,,-,~}',
      't.a=true,t.b=False,t.c=NULL,t.d=0,t.e=42,t.f=-42,t.g=+42,t.h=042,t.i=1.0,t.j=0x10,t.k=,t.l=a=b,t.n=yes',
      'e[1]=x,e[2][1]=y,e[4]=z',
      'items[0].value=2,items[2].name=c,items[1].more.deep=1',
      'matrix[0][1]=1,matrix[1]={a,b}',
      'list[0].c=3',
      'global.x=1,f=null',
      'space key= a b ,"quoted"="x",back\\\\slash=\\n',
      'last=1,',
      'empty=',
      'cut.',
      'index[1]',
      '',
    ],
  },
  'subcharts with values of the parent and globals': {
    ...CLUSTER,
    files: {
      ...PARENT('', 'global: {g: parent, t: {a: 1, n: null}}\nsub: {a: parent, m: {x: 9}}\n'),
      ...SUBCHART('sub', 'a: own\nb: own\nm: {x: 1, y: 2}\nglobal: {g: sub, h: sub, t: {a: 2, b: 2}}\n'),
      'charts/sub/charts/inner/Chart.yaml': chartYaml('inner'),
      'charts/sub/charts/inner/values.yaml': 'c: inner\nglobal: {i: inner}\n',
      'charts/sub/charts/inner/templates/show.yaml': SHOW,
    },
    values: ['sub: {b: given, inner: {c: given}}\nglobal: {g: given}\n'],
  },
  'conditions and tags': {
    ...CLUSTER,
    files: {
      ...PARENT(
        `dependencies:
  - {name: on, version: 1.x, condition: on.enabled}
  - {name: off, version: ">=1.0.0", condition: off.enabled}
  - {name: first, version: 1.2.3, condition: "missing.enabled,first.enabled"}
  - {name: tagged, version: ~1.2, tags: [front, back]}
  - {name: untagged, version: ^1, tags: [back]}
  - {name: both, version: "*", tags: [back], condition: both.enabled}
  - {name: text, version: "", condition: text.enabled}
`,
        `on: {enabled: true}
off: {enabled: false}
first: {enabled: false}
tags: {front: true, back: false}
both: {enabled: true}
text: {enabled: "false"}
`,
      ),
      ...SUBCHART('on', 'a: 1\n'),
      ...SUBCHART('off', 'a: 1\n'),
      ...SUBCHART('first', 'a: 1\n'),
      ...SUBCHART('tagged', 'a: 1\n'),
      ...SUBCHART('untagged', 'a: 1\n'),
      ...SUBCHART('both', 'a: 1\n'),
      ...SUBCHART('text', 'a: 1\n'),
      ...SUBCHART('unlisted', 'a: 1\n'),
    },
  },
  'conditions of values that are given': {
    ...CLUSTER,
    files: {
      ...PARENT('dependencies:\n  - {name: sub, version: 1.2.3, condition: sub.enabled}\n', 'sub: {enabled: false}\n'),
      ...SUBCHART('sub', 'a: 1\n', 'dependencies:\n  - {name: inner, version: 1.2.3, condition: inner.enabled}\n'),
      'charts/sub/charts/inner/Chart.yaml': chartYaml('inner'),
      'charts/sub/charts/inner/values.yaml': 'enabled: true\n',
      'charts/sub/charts/inner/templates/show.yaml': SHOW,
    },
    values: ['sub: {enabled: true, inner: {enabled: false}}\n'],
  },
  aliases: {
    ...CLUSTER,
    files: {
      ...PARENT(
        'dependencies:\n  - {name: sub, version: 1.2.3, alias: one}\n  - {name: sub, version: 1.2.3, alias: two, condition: two.enabled}\n',
        'one: {a: 1}\ntwo: {a: 2, enabled: true}\nsub: {a: 3}\n',
      ),
      ...SUBCHART('sub', 'a: 0\nb: 0\n'),
    },
  },
  'values that are imported': {
    ...CLUSTER,
    files: {
      ...PARENT(
        `dependencies:
  - name: sub
    version: 1.2.3
    import-values:
      - data
      - missing
      - {child: settings.deep, parent: imported}
      - {child: list, parent: none}
      - {child: settings, parent: .}
`,
        'a: parent\nimported: {x: parent}\ndeep: {z: parent}\n',
      ),
      ...SUBCHART('sub', 'exports:\n  data: {a: sub, b: sub}\nsettings: {deep: {x: 1, y: null}, w: 2}\nlist: [1]\n'),
    },
    values: ['sub: {settings: {w: 5}}\nb: given\n'],
  },
  'libraries and partials of subcharts': {
    ...CLUSTER,
    files: {
      ...PARENT('dependencies:\n  - {name: common, version: 1.2.3}\n', 'a: 1\n'),
      'charts/common/Chart.yaml': chartYaml('common', 'type: library\n'),
      'charts/common/values.yaml': 'x: 1\n',
      'charts/common/templates/_helpers.tpl':
        '{{ define "common.labels" }}chart: {{ .Chart.Name }}{{ end }}{{ define "who" }}common{{ end }}',
      'charts/common/templates/show.yaml': SHOW,
      'templates/_a.tpl': '{{ define "who" }}a{{ end }}',
      'templates/_b.tpl': '{{ define "who" }}b{{ end }}',
      'templates/sub/_c.tpl': '{{ define "who" }}c{{ end }}{{ define "only" }}c{{ end }}',
      'templates/labels.yaml': '{{ include "common.labels" . }}\n{{ include "who" . }}\n{{ include "only" . }}\n',
      'templates/other.yaml': '{{ .Subcharts.common.Values.x }} {{ .Subcharts.common.Chart.Name }}',
      'templates/file.yaml':
        '{{ include (print $.Template.BasePath "/labels.yaml") . | sha256sum }} {{ .Template.BasePath }}',
    },
  },
  'values that templates change for those behind them': {
    ...CLUSTER,
    files: {
      ...PARENT('', 'a: {b: 1}\n'),
      'templates/a.yaml': '{{ .Values.a.b }}',
      'templates/z.yaml': '{{ $_ := set .Values.a "b" 2 }}{{ .Values.a.b }}',
      'templates/deep/a.yaml': '{{ $_ := set .Values "c" 3 }}{{ .Values.a.b }}',
    },
  },
  'requirements of an old chart': {
    ...CLUSTER,
    files: {
      'Chart.yaml': 'apiVersion: v1\nname: old\nversion: 0.1.0\nappVersion: "1"\n',
      'requirements.yaml': 'dependencies:\n  - {name: sub, version: 1.2.3, condition: sub.enabled}\n',
      'values.yaml': 'sub: {enabled: false}\n',
      'templates/show.yaml': SHOW,
      ...SUBCHART('sub', 'a: 1\n'),
    },
  },
  'files that .helmignore excludes': {
    ...CLUSTER,
    files: {
      '.helmignore': `# Comments and empty lines do not count.

*.bak.yaml
/templates/root.yaml
templates/in-[a-c]?\\.yaml
nested/
!*
secret-?.yaml
`,
      ...PARENT('', 'a: 1\n'),
      'templates/old.bak.yaml': SHOW,
      'templates/root.yaml': SHOW,
      'templates/deep/root.yaml': SHOW,
      'templates/in-bx.yaml': SHOW,
      'templates/in-dx.yaml': SHOW,
      'templates/nested/a.yaml': SHOW,
      'templates/secret-1.yaml': SHOW,
      'templates/secret-12.yaml': SHOW,
      'templates/.hidden.yaml': SHOW,
      ...SUBCHART('sub', 'a: 1\n'),
      'charts/sub/templates/b.bak.yaml': SHOW,
      'charts/sub/.helmignore': '*.yaml\n',
    },
  },
  'a negated pattern of .helmignore, which excludes all others': {
    ...CLUSTER,
    files: {
      '.helmignore': '!*.yaml\n',
      ...PARENT('', 'a: 1\n'),
      'templates/b.txt': SHOW,
      ...SUBCHART('sub', 'a: 1\n'),
    },
  },
  'a workload with helpers': {
    ...CLUSTER,
    files: {
      'Chart.yaml': chartYaml('agent', 'appVersion: "1.16.0"\n'),
      'values.yaml': `image: {repository: registry.example/agent, tag: ""}
nameOverride: ""
fullnameOverride: ""
replicaCount: 2
podAnnotations: {}
nodeSelector:
  kubernetes.io/os: windows
tolerations:
  - {key: os, operator: Equal, value: windows, effect: NoSchedule}
resources:
  limits: {cpu: 100m, memory: 128Mi}
env:
  - name: LEVEL
    value: "{{ .Values.level }}"
level: debug
service: {type: ClusterIP, port: 80}
ingress:
  enabled: true
  hosts:
    - host: chart.example
      paths: [{path: /, pathType: ImplementationSpecific}]
`,
      'templates/_helpers.tpl': `{{- define "agent.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- define "agent.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}
{{- define "agent.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "agent.selectorLabels" . }}
{{- if .Chart.AppVersion }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
{{- define "agent.selectorLabels" -}}
app.kubernetes.io/name: {{ include "agent.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "agent.pod" -}}
containers:
  - name: {{ .Chart.Name }}
    image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
    {{- with .Values.env }}
    env:
      {{- tpl (toYaml .) $ | nindent 6 }}
    {{- end }}
    ports:
      - containerPort: {{ .Values.service.port }}
    resources:
      {{- toYaml .Values.resources | nindent 6 }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
`,
      'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "agent.fullname" . }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "agent.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicaCount }}
  selector:
    matchLabels:
      {{- include "agent.selectorLabels" . | nindent 6 }}
  template:
    metadata:
      {{- with .Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      labels:
        {{- include "agent.labels" . | nindent 8 }}
    spec:
      {{- include "agent.pod" . | nindent 6 }}
`,
      'templates/ingress.yaml': `{{- if .Values.ingress.enabled -}}
{{- $fullName := include "agent.fullname" . -}}
{{- $svcPort := .Values.service.port -}}
{{- if semverCompare ">=1.19-0" .Capabilities.KubeVersion.GitVersion -}}
apiVersion: networking.k8s.io/v1
{{- else if semverCompare ">=1.14-0" .Capabilities.KubeVersion.GitVersion -}}
apiVersion: networking.k8s.io/v1beta1
{{- else -}}
apiVersion: extensions/v1beta1
{{- end }}
kind: Ingress
metadata:
  name: {{ $fullName }}
spec:
  rules:
    {{- range .Values.ingress.hosts }}
    - host: {{ .host | quote }}
      http:
        paths:
          {{- range .paths }}
          - path: {{ .path }}
            {{- if and .pathType (semverCompare ">=1.18-0" $.Capabilities.KubeVersion.GitVersion) }}
            pathType: {{ .pathType }}
            {{- end }}
            backend:
              service:
                name: {{ $fullName }}
                port:
                  number: {{ $svcPort }}
          {{- end }}
    {{- end }}
{{- end }}
`,
      'templates/NOTES.txt': 'Visit http://{{ (index .Values.ingress.hosts 0).host }}\n',
    },
  },
};
