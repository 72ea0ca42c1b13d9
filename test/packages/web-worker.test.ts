import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import {
  createMessageConnection,
  type Diagnostic,
  DiagnosticSeverity,
  PortMessageReader,
  PortMessageWriter,
  type WorkspaceDiagnosticReport,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver/node';
import { packed } from '../archives.ts';
import { bundles } from '../bundles.ts';
import { pathIn, serveFiles } from '../lsp/served-files.ts';

// The server as VS Code for the Web runs it: the bundle for browsers in a worker, which reads files through the client.

const FOLDER = 'vscode-vfs://github/kubewin/demo';

/** Makes a thread look like a web worker. */
const AS_WEB_WORKER = `const { parentPort } = require('node:worker_threads');
globalThis.self = {
  addEventListener() {},
  postMessage: (message) => parentPort.postMessage(message),
  set onmessage(listener) {
    parentPort.on('message', (data) => listener({ data }));
  },
};
`;

/** The example of docs/helm.md, with a subchart that is packed, a second set of values, and a file that Helm does not read. */
const TEMPLATE = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "common.name" . }}
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      nodeSelector:
        {{- toYaml .Values.nodeSelector | nindent 8 }}
      containers:
        - name: web
          image: "{{ .Values.image }}"
          securityContext:
            {{- toYaml .Values.securityContext | nindent 12 }}
`;
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'chart/.helmignore': 'templates/old.yaml\n',
  'chart/Chart.yaml':
    'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{ name: common, version: 1.0.0, repository: "" }]\n',
  'chart/values.yaml':
    'image: registry.example/web:1.0\nnodeSelector:\n  kubernetes.io/os: windows\nsecurityContext:\n  privileged: true\n',
  'chart/values-debug.yaml': 'securityContext:\n  capabilities: { add: [NET_ADMIN] }\n',
  'chart/charts/common-1.0.0.tgz': await packed({
    'common/Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.0.0\ntype: library\n',
    'common/templates/_name.tpl': '{{ define "common.name" }}{{ .Release.Name }}-web{{ end }}',
  }),
  'chart/templates/web.yaml': TEMPLATE,
  'chart/templates/old.yaml': '{{ fail "Helm does not render this" }}\n',
  'pod.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata: { name: own }\nspec:\n  nodeSelector: { kubernetes.io/os: windows }\n  containers: [{ name: a, image: b }]\n',
  '.kubewin.yaml': `helm.values: { chart: { usual: [], debug: [values-debug.yaml] } }
rules:
  own/name: { message: Not a web pod., fields: 'spec.containers[*].name', when: '!value.matches("^web$")' }
`,
};

test('a chart and rules of the user are checked in a web worker', { timeout: 300_000 }, async () => {
  const { outputFiles } = await bundles('browser');
  const server = outputFiles.find(({ path }) => path.endsWith('browser-server.js'));
  const worker = new Worker(AS_WEB_WORKER + server?.text, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, 'online');
  const client = createMessageConnection(new PortMessageReader(worker), new PortMessageWriter(worker));
  serveFiles(client, FOLDER, FILES);
  client.listen();
  await client.sendRequest('initialize', {
    processId: null,
    rootUri: FOLDER,
    workspaceFolders: [{ uri: FOLDER, name: 'demo' }],
    capabilities: {
      workspace: { diagnostics: { refreshSupport: true } },
      textDocument: { diagnostic: { relatedDocumentSupport: true } },
    },
  });
  await client.sendNotification('initialized', {});

  const { items } = await client.sendRequest<WorkspaceDiagnosticReport>(WorkspaceDiagnosticRequest.method, {
    previousResultIds: [],
  });
  const found = items.flatMap(({ uri, ...report }) =>
    (report.kind === 'full' ? report.items.filter(({ severity }) => severity !== DiagnosticSeverity.Hint) : []).map(
      ({ code, range, message }: Diagnostic) => `${pathIn(FOLDER, uri)}:${range.start.line} ${code} ${message}`,
    ),
  );
  expect(found.sort()).toEqual([
    expect.stringMatching(/^chart\/values-debug\.yaml:1 security-context\/capabilities With the values `debug`: /),
    expect.stringMatching(/^chart\/values\.yaml:4 security-context\/privileged `privileged` has no effect/),
    'pod.yaml:5 own/name Not a web pod.',
  ]);
});
