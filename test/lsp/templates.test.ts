import { expect, test } from 'vitest';
import { FileChangeType, type MarkupContent } from 'vscode-languageserver/node';
import { TestClient } from './test-client.ts';

const URI = 'file:///work/agent/templates/daemonset.yaml';
const VALUES = 'file:///work/agent/values.yaml';

const TEMPLATE = `{{- if .Values.enabled }}
apiVersion: {{ include "agent.apiVersion" . }}
kind: DaemonSet
metadata:
  name: {{ .Release.Name }}-agent
  labels:
    {{- include "agent.labels" . | nindent 4 }}
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      hostPID: true
      hostIPC: {{ .Values.hostIPC }}
      containers:
        - name: agent
          image: "{{ .Values.image }}"
          {{- with .Values.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
{{- end }}
`;

const BY_VALUES = TEMPLATE.replace(
  '        kubernetes.io/os: windows\n',
  '        {{- toYaml .Values.nodeSelector | nindent 8 }}\n',
);

test('checks the literal text of a template, and fixes lines without expressions', async () => {
  const client = await TestClient.start();
  await client.open(URI, TEMPLATE, 'helm');
  expect(await client.diagnostics(URI)).toMatchObject([
    { code: 'pod/host-pid', range: client.rangeOf(URI, 'hostPID'), message: expect.stringContaining('`hostPID') },
  ]);
  expect(await client.status(URI)).toMatchObject({
    workloads: [{ kind: 'DaemonSet', name: '{{…}}-agent', verdict: 'windows', certainty: 'scheduled' }],
    findings: { warning: 1 },
    why: null,
  });
  expect(await textAt(client, 'hostPID')).toContain('A HostProcess container sees the processes of its node');

  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), ['quickfix']);
  expect(fix?.title).toBe('Remove `hostPID`');
  await client.apply(fix ?? { title: '' });
  expect(client.text(URI)).toBe(TEMPLATE.replace('      hostPID: true\n', ''));
  expect((await client.status(URI))?.why).toBe('No problems found, as far as the template shows.');
});

test('uses the values of the chart as evidence, also after they change on disk', async () => {
  const client = await TestClient.start({ files: { [VALUES]: 'nodeSelector:\n  kubernetes.io/os: windows\n' } });
  await client.next('progress end');
  await client.open(URI, BY_VALUES, 'helm');
  expect(await client.status(URI)).toMatchObject({ workloads: [{ verdict: 'windows', certainty: 'guessed' }] });
  const text = await textAt(client, 'DaemonSet');
  expect(text).toContain('Probably a Windows pod**: the default values of its chart select Windows nodes');
  expect(text).toContain('`values.yaml: nodeSelector has kubernetes.io/os: windows` (');
  expect(text).toContain('values.yaml');

  await client.write(VALUES, 'nodeSelector: {}\n', FileChangeType.Changed);
  await client.next('status');
  expect(await client.status(URI)).toMatchObject({
    workloads: [{ verdict: 'unknown' }],
    why: 'The file does not contain a Windows pod, as far as the template shows.',
  });
});

async function textAt(client: TestClient, text: string): Promise<string> {
  const { line, character } = client.rangeOf(URI, text).start;
  const hover = await client.hover(URI, line, character);
  return (hover?.contents as MarkupContent | undefined)?.value ?? '';
}
