import { EXPRESSIONS, STATEMENTS, VALUES } from './expressions.ts';
import type { Question } from './helm-program.ts';

const HELPERS = `{{- define "value" -}}
{{ . }}
{{- end -}}
{{- define "nothing" }}{{ end -}}
{{- define "pair" -}}
{{ .a }}-{{ .b }}
{{- end -}}
{{- define "recursive" -}}
{{ . }}{{ if gt (int .) 0 }} {{ include "recursive" (sub (int .) 1) }}{{ end }}
{{- end -}}
{{- define "labels" -}}
app: {{ .Chart.Name }}
{{- if .Values.yes }}
version: {{ .Chart.AppVersion | quote }}
{{- end }}
{{- end -}}
`;

const CHART = `apiVersion: v2
name: functions
version: 0.1.0
appVersion: 1.16
description: Functions of templates
type: application
keywords: [a, b]
annotations:
  example.com/a: "1"
`;

/** The API versions of the cluster in tests. */
export const API_VERSIONS = ['v1', 'apps/v1', 'batch/v1', 'policy/v1', 'networking.k8s.io/v1', 'autoscaling/v2'];
export const RELEASE = { name: 'my-release', namespace: 'my-space' };

/** The templates, each in a chart of its own: what one of them changes or rejects is nothing to the others. */
export const TEMPLATES: readonly string[] = [...EXPRESSIONS.map((expression) => `{{ ${expression} }}`), ...STATEMENTS];

/** A chart with one template. */
export function chartOf(template: string): Question {
  return {
    files: {
      'Chart.yaml': CHART,
      'values.yaml': VALUES,
      'data/a.txt': 'one\ntwo\n',
      'templates/_helpers.tpl': HELPERS,
      'templates/a.yaml': template,
    },
    kubernetesVersion: 'v1.37.0',
    apiVersions: API_VERSIONS,
    release: RELEASE,
  };
}
