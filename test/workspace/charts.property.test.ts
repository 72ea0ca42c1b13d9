import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { testWorkspace } from '../lint-text.ts';

const CHART = 'file:///work/chart';
const FILES = {
  'Chart.yaml': 'apiVersion: v2\nname: agent\nversion: 1.0.0\n',
  'values.yaml':
    'os: windows\nsecurity:\n  privileged: true # here\n  runAsUser: 1000\ndebug: false\npods:\n  - a\n  - b\n',
  'templates/_pod.tpl':
    '{{- define "pod" -}}\nhostIPC: true\nnodeSelector:\n  kubernetes.io/os: {{ .Values.os }}\n{{- end -}}\n',
  'templates/a.yaml': `{{- range .Values.pods }}
---
apiVersion: v1
kind: Pod
metadata:
  name: {{ . }}
spec:
  {{- include "pod" $ | nindent 2 }}
  {{- if $.Values.debug }}
  hostPID: true
  {{- end }}
  containers:
    - name: {{ . | quote }}
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
      command: [cmd, /c, start]
      securityContext:
        {{- toYaml $.Values.security | nindent 8 }}
{{- end }}
`,
  'plain.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: { name: c }\nspec:\n  hostPID: true\n  os: { name: windows }\n',
};
const PIECES = [
  '',
  '\n',
  '  ',
  '{{',
  '}}',
  '{{- end }}',
  '{{ .Values.os }}',
  'windows',
  'linux',
  'true',
  ': ',
  '- ',
  '"',
  '#',
];

function summary(workspace: Workspace): unknown {
  return workspace
    .uris()
    .map((uri) => [
      uri,
      workspace
        .findings(uri)
        ?.documents.flatMap(({ start, findings }) =>
          findings.map(({ rule, severity, message, at }) => [
            rule,
            severity,
            message,
            start + at.start,
            start + at.end,
          ]),
        ),
    ]);
}

const NAMES = Object.keys(FILES) as (keyof typeof FILES)[];

/** A place in a file, how much of it is replaced, and by what; or the file as it was at first. */
const EDIT = fc.record({
  name: fc.constantFrom(...NAMES),
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(3),
  text: fc.constantFrom(...PIECES),
  isReset: fc.boolean(),
});

test('after random edits, a chart has the findings that it has when it is read anew', () => {
  let warnings = 0;
  const property = fc.property(fc.array(EDIT, { minLength: 1, maxLength: 12 }), (edits) => {
    const files: Record<string, string> = { ...FILES };
    const read = () => {
      const workspace = testWorkspace();
      for (const [name, text] of Object.entries(files)) workspace.setOnDisk(`${CHART}/${name}`, text);
      return workspace;
    };
    const workspace = read();
    for (const { name, place, removed, text, isReset } of edits) {
      const before = files[name] ?? '';
      const at = Math.floor(place * before.length);
      files[name] = isReset ? FILES[name] : before.slice(0, at) + text + before.slice(at + removed);
      workspace.setOnDisk(`${CHART}/${name}`, files[name]);
      const found = summary(workspace);
      expect(found).toEqual(summary(read()));
      warnings += JSON.stringify(found).split('"warning"').length - 1;
    }
  });
  fc.assert(property, { numRuns: 25 });
  expect(warnings).toBeGreaterThan(100);
});
