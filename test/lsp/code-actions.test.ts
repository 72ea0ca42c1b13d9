import { describe, expect, test } from 'vitest';
import { type CodeAction, CodeActionTriggerKind } from 'vscode-languageserver/node';
import { DECLARED, RUNTIME_CLASS, SCHEDULED, WORKFLOW } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
/** The initialization options of a client with all commands. */
const COMMANDS = {
  initializationOptions: {
    rulePageCommand: 'kubewin.openRule',
    turnOffRuleCommand: 'kubewin.turnOffRule',
    setTaintCommand: 'kubewin.setTaint',
  },
};

/** Two pods that the API server rejects, with a Linux pod between them. */
const SEVERAL = `${DECLARED}      securityContext:
        privileged: true
---
${DECLARED.replace('name: windows', 'name: linux')}---
${DECLARED.replace('hostPID: true', 'hostPID: true # kubewin: allow pod/host-pid')}      securityContext:
        privileged: false
`;

const READY = 'Make ready for Windows';
const REFACTORING = ['refactor.rewrite.kubewin'];

test('announces the kinds of code actions', async () => {
  const client = await TestClient.start();
  expect(client.initialized.capabilities.codeActionProvider).toEqual({
    codeActionKinds: ['quickfix', 'source.fixAll.kubewin', 'refactor.rewrite.kubewin'],
    resolveProvider: true,
  });
  const without = await TestClient.start({ capabilities: { textDocument: { codeAction: {} } } });
  expect(without.initialized.capabilities.codeActionProvider).toBeUndefined();
});

test('a fix corrects the document and removes its finding', async () => {
  const client = await openDocument(DECLARED);
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), ['quickfix']);
  expect(fix).toEqual({
    title: 'Remove `hostPID`',
    kind: 'quickfix',
    isPreferred: true,
    diagnostics: await client.diagnostics(URI),
    edit: { documentChanges: [{ textDocument: { uri: URI, version: 1 }, edits: [expect.anything()] }] },
  });
  await client.apply(required(fix));
  expect(client.text(URI)).toBe(DECLARED.replace('  hostPID: true # for the profiler\n', ''));
  expect(await client.diagnostics(URI)).toEqual([]);
});

test.each([
  ['an unchanged text', (text: string) => text],
  ['documents before it', (text: string) => `# first\n---\nkind: Other\n---\n${text}`],
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  [
    'JSON',
    () => '{"apiVersion": "v1", "kind": "Pod", "spec": {"os": {"name": "windows"}, "hostPID": true, "containers": []}}',
  ],
])('a fix applies to %s', async (_, make) => {
  const client = await openDocument(make(DECLARED));
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
  await client.apply(required(fix));
  expect(client.text(URI)).not.toContain('hostPID');
  expect(await client.diagnostics(URI)).toEqual([]);
});

test('computes fixes from the current text, even if the request has old diagnostics', async () => {
  const client = await openDocument(DECLARED);
  const range = client.rangeOf(URI, 'hostPID');
  await client.replace(URI, 'apiVersion', '# a new line\napiVersion');
  // At the old position there are other actions, such as inserting a node selector.
  const there = await client.codeActions(URI, range, ['quickfix']);
  expect(there.filter(({ diagnostics }) => diagnostics !== undefined)).toEqual([]);
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
  await client.apply(required(fix));
  expect(client.text(URI)).toMatch(/^# a new line/);
  await client.replace(URI, 'name: windows', 'name: windows\n  hostPID: false');
  expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
});

test('marks exactly one fix of a finding as preferred, and never a suppression', async () => {
  const client = await openDocument(DECLARED.replace('name: windows', 'name: Solaris'));
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Solaris'), ['quickfix']);
  expect(actions.map(({ title, isPreferred }) => [title, isPreferred === true])).toEqual([
    ['Change `os.name` to `windows`', true],
    ['Change `os.name` to `linux`', false],
    [`${READY} (1 problem left to fix by hand)`, false],
    ['Suppress `os/name-invalid` on this line…', false],
    ['Suppress `os/name-invalid` in this file', false],
  ]);
});

describe('code actions in a custom resource', () => {
  const ROLLOUT = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  template:
    spec:
      containers:
        - name: web
          image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`;
  test('insert a node selector in the pod template', async () => {
    const client = await openDocument(ROLLOUT);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'Rollout'), REFACTORING);
    await client.apply(
      required(actions.find(({ title }) => title === 'Insert nodeSelector `kubernetes.io/os: windows`')),
    );
    const inserted = '      nodeSelector:\n        kubernetes.io/os: windows\n      containers:';
    expect(client.text(URI)).toBe(ROLLOUT.replace('      containers:', inserted));
  });

  test('insert a toleration in the template of a workflow', async () => {
    const client = await TestClient.start({ server: {}, settings: { kubewin: { taint: 'os=windows:NoSchedule' } } });
    await client.open(URI, WORKFLOW);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'Workflow'), REFACTORING);
    const titles = actions.map(({ title }) => title);
    expect(titles).toContain('Insert toleration `os=windows:NoSchedule`');
    expect(titles.join()).not.toContain('os.name');
    await client.apply(required(actions.find(({ title }) => title.startsWith('Insert toleration'))));
    const toleration = `      tolerations:
        - key: os
          operator: Equal
          value: windows
          effect: NoSchedule
`;
    expect(client.text(URI)).toBe(WORKFLOW.replace('      container:', `${toleration}      container:`));
  });
});

test('sends edits without versions to clients that do not support them', async () => {
  const client = await TestClient.start({ capabilities: PLAIN });
  await client.open(URI, DECLARED);
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
  expect(fix?.edit).toEqual({ changes: { [URI]: [expect.anything()] } });
});

describe('the range of a request', () => {
  test.each([
    ['is before the key', 7, 1, 0],
    ['is at the start of the key', 7, 2, 6],
    ['is at the end of the key', 7, 9, 6],
    ['is in the value', 7, 13, 0],
    ['is on another line', 3, 3, 0],
  ])('%s', async (_, line, character, count) => {
    const client = await openDocument(DECLARED);
    const position = { line, character };
    expect(await client.codeActions(URI, { start: position, end: position }, ['quickfix'])).toHaveLength(count);
  });

  test('matches the diagnostics in the context of the request', async () => {
    const client = await openDocument(DECLARED);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const actions = await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: URI },
      range,
      context: { diagnostics: await client.diagnostics(URI), only: ['quickfix'] },
    });
    expect(actions).toHaveLength(6);
  });
});

describe('the requested kinds', () => {
  const { Automatic, Invoked } = CodeActionTriggerKind;
  const fixAll = 'Fix all auto-fixable problems in this file (1)';
  const quickFixes = [
    'Remove `hostPID`',
    'Make it a HostProcess pod',
    fixAll,
    READY,
    'Suppress `pod/host-pid` on this line…',
    'Suppress `pod/host-pid` in this file',
  ];
  const whileMoving = quickFixes.filter((title) => title !== READY);
  test.each<[readonly string[] | undefined, CodeActionTriggerKind | undefined, readonly string[]]>([
    [undefined, undefined, quickFixes],
    [undefined, Invoked, quickFixes],
    [undefined, Automatic, whileMoving],
    [[''], Invoked, [...quickFixes, fixAll]],
    [['quickfix'], Invoked, quickFixes],
    [['source'], Invoked, [fixAll]],
    [['source.fixAll'], Automatic, [fixAll]],
    [['source.fixAll.kubewin'], Automatic, [fixAll]],
    [['source.fixAll.other'], Invoked, []],
    [['source.organizeImports', 'refactor'], Invoked, []],
    [['quickfix.other'], Invoked, []],
  ])('%s, %s', async (kinds, trigger, expected) => {
    const client = await openDocument(DECLARED);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), kinds && [...kinds], trigger);
    expect(actions.map(({ title }) => title)).toEqual(expected);
  });
});

test('fix all removes rejected fields in all documents, but no suppressed or ignored ones', async () => {
  const client = await openDocument(`${SEVERAL}---\n${SCHEDULED}`);
  const everywhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const actions = await client.codeActions(URI, everywhere, ['source.fixAll']);
  expect(actions).toMatchObject([{ kind: 'source.fixAll.kubewin' }]);
  await client.apply(required(actions[0]));
  const [first, linux, allowed, scheduled] = client.text(URI).split('---\n');
  expect(first).toBe(DECLARED.replace('  hostPID: true # for the profiler\n', ''));
  expect(linux).toContain('hostPID: true');
  expect(allowed).toBe(DECLARED.replace('hostPID: true', 'hostPID: true # kubewin: allow pod/host-pid'));
  expect(scheduled).toBe(SCHEDULED);
  expect(await client.codeActions(URI, everywhere, ['source.fixAll'])).toEqual([]);
});

describe('a suppression', () => {
  test('writes a comment that suppresses the finding', async () => {
    const client = await openDocument(DECLARED);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
    await client.apply(required(actions.find(({ title }) => title === 'Suppress `pod/host-pid` on this line…')));
    expect(client.text(URI)).toContain('  # kubewin: allow pod/host-pid -- \n  hostPID: true # for the profiler\n');
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test('is offered once if one comment suppresses two findings', async () => {
    const client = await openDocument(SEVERAL);
    const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const titles = (await client.codeActions(URI, whole, ['quickfix'])).map(({ title }) => title);
    expect(titles.filter((title) => /^Suppress .* on this line/.test(title))).toHaveLength(3);
  });

  test.each([
    ['a value of an alias', '&u true', '  hostPID: *u', 0],
    ['a field of a merge key', 'x', '  containers:\n  - securityContext:\n      <<: {privileged: true}', 0],
    ['a field of a merge key on the same line', 'x', '  containers:\n  - securityContext: {<<: {privileged: true}}', 1],
  ])('suppresses the finding or is not offered for %s', async (_, value, fields, offered) => {
    const head = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    x: ${value}\n`;
    const text = `${head}spec:\n  os: {name: windows}\n${fields}\n`;
    const client = await openDocument(text);
    const found = await client.diagnostics(URI);
    expect(found).toHaveLength(1);
    const [at] = found.map(({ range }) => range);
    const actions = await client.codeActions(URI, at ?? client.rangeOf(URI, 'kind'));
    const allowing = actions.filter(({ title }) => /^Suppress .* on this line/.test(title));
    expect(allowing).toHaveLength(offered);
    for (const action of allowing) {
      await client.apply(action);
      expect(await client.diagnostics(URI)).toEqual([]);
    }
  });

  test('is not offered where no comment is possible, or for a finding on a comment', async () => {
    const client = await TestClient.start();
    const json = '{"apiVersion": "v1", "kind": "Pod", "spec": {"os": {"name": "windows"}, "hostPID": true}}';
    await client.open('file:///work/pod.json', json, 'json');
    const range = client.rangeOf('file:///work/pod.json', 'hostPID');
    const actions = await client.codeActions('file:///work/pod.json', range);
    expect(actions.map(({ title }) => title)).not.toContainEqual(expect.stringContaining('Suppress'));
    await client.open(URI, `# kubewin: allow pod/nothing\n${SCHEDULED}`);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'pod/nothing'))).toEqual([]);
  });
});

test('offers nothing if checks are turned off, or in an unknown document', async () => {
  const client = await openDocument(DECLARED);
  await client.set({ kubewin: { scope: 'off' } });
  expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
  expect(await client.codeActions('file:///work/none.yaml', client.rangeOf(URI, 'hostPID'))).toEqual([]);
});

describe('code actions in a chart', () => {
  const CHART = `{{- $values := .Values }}
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: {{ .Release.Name }}
spec:
  template:
    spec:
      nodeSelector:
        kubernetes.io/os: windows
      containers:
        - name: agent
          {{- if .Values.registry }}
          image: "{{ .Values.registry }}/agent"
          {{- else }}
          image: agent
          {{- end }}
          securityContext:
            capabilities:
              drop: [ALL]
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
        - name: log
          image: log
          command:
            - powershell
            - -Command
            - |
              while ($true) {
                "$(Get-Random)"
              }
`;
  const startAll = async () => {
    const client = await TestClient.start({ server: {} });
    await client.open(URI, CHART, 'helm');
    return client;
  };

  test('change a literal block next to branches with the same key', async () => {
    const client = await startAll();
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'capabilities'), ['quickfix']);
    expect(actions.map(({ title }) => title)).toEqual([
      'Remove `capabilities`',
      'Suppress `security-context/capabilities` on this line…',
      'Suppress `security-context/capabilities` in this file',
    ]);
    await client.apply(required(actions[0]));
    const block = '          securityContext:\n            capabilities:\n              drop: [ALL]\n';
    expect(client.text(URI)).toBe(CHART.replace(block, ''));
  });

  test('suppress any finding, in a block scalar with a comment above it', async () => {
    const client = await startAll();
    const rules = (await client.diagnostics(URI)).map(({ code }) => code);
    expect(rules).toContain('command/dollar-paren-substitution');
    for (const rule of rules) {
      const [first] = (await client.diagnostics(URI)).filter(({ code }) => code === rule);
      const actions = await client.codeActions(URI, first?.range ?? client.rangeOf(URI, 'kind'), ['quickfix']);
      await client.apply(required(actions.find(({ title }) => title === `Suppress \`${rule}\` on this line…`)));
    }
    expect(await client.diagnostics(URI)).toEqual([]);
    expect(client.text(URI)).toContain('# kubewin: allow command/dollar-paren-substitution -- \n            - |\n');
  });
});

describe('a disabled fix with the reason is shown', () => {
  const merged = `x: &x\n  hostPID: true\n${DECLARED.replace('hostPID: true', '<<: *x')}`;
  test.each([
    ['for a document with syntax errors', `${DECLARED}  broken: [\n`, 'The document has syntax errors.'],
    ['for indentation with tabs', DECLARED.replace('  containers', '\tcontainers'), 'The document has syntax errors.'],
    ['for a merge key', merged, /^The field is part of a YAML anchor/],
    [
      'for an anchor that is used elsewhere',
      `${DECLARED.replace('hostPID: true', 'hostPID: &on true')}  hostNetwork: *on\n`,
      /^The field is part of a YAML anchor/,
    ],
    [
      'for a duplicate key',
      DECLARED.replace('  hostPID', '  hostPID: true\n  hostPID'),
      /^The field is in a mapping with a duplicate key/,
    ],
    [
      'for a template expression',
      DECLARED.replace('# for the profiler', '# {{ .Values.why }}'),
      'A line of the change contains a template expression.',
    ],
  ])('%s', async (_, text, reason) => {
    const client = await openDocument(text);
    const [diagnostic] = await client.diagnostics(URI);
    const actions = await client.codeActions(URI, diagnostic?.range ?? client.rangeOf(URI, 'hostPID'), ['quickfix']);
    const refused = actions.filter(({ disabled }) => disabled !== undefined);
    expect(refused).toEqual([
      {
        title: 'Remove `hostPID`',
        kind: 'quickfix',
        diagnostics: [diagnostic],
        disabled: { reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
      },
    ]);
    expect(actions.some(({ isPreferred }) => isPreferred)).toBe(false);
    // Fix all is not offered either.
    expect(await client.codeActions(URI, client.rangeOf(URI, 'os'), ['source.fixAll'])).toEqual([]);
  });

  test('at most once for each finding', async () => {
    const client = await openDocument(`${DECLARED.replace('name: windows', 'name: Solaris')}  broken: [\n`);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'Solaris'), ['quickfix']);
    expect(actions.map(({ title, disabled }) => [title, disabled !== undefined])).toEqual([
      ['Change `os.name` to `windows`', true],
    ]);
  });

  test('not to clients that do not support disabled actions', async () => {
    const client = await TestClient.start({ capabilities: PLAIN });
    await client.open(URI, `${DECLARED}  broken: [\n`);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
  });

  test('not because of a syntax error in another document of the file', async () => {
    const client = await openDocument(`${DECLARED}---\nbroken: [\n---\n${DECLARED}`);
    const [fixAll] = await client.codeActions(URI, client.rangeOf(URI, 'os'), ['source.fixAll']);
    await client.apply(required(fixAll));
    const mended = DECLARED.replace('  hostPID: true # for the profiler\n', '');
    expect(client.text(URI)).toBe(`${mended}---\nbroken: [\n---\n${mended}`);
  });
});

describe('bad input', () => {
  test('an edit is for the version of the text that it was computed from', async () => {
    const client = await openDocument(DECLARED);
    const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), ['quickfix']);
    await client.replace(URI, 'metadata', '# new\nmetadata');
    await expect(client.apply(required(fix))).rejects.toThrow('another version');
    const [again] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), ['quickfix']);
    expect(again?.edit?.documentChanges).toMatchObject([{ textDocument: { version: 2 } }]);
  });

  test('an open file outside of the workspace folders can be fixed', async () => {
    const uri = 'file:///elsewhere/pod.yaml';
    const client = await TestClient.start();
    await client.open(uri, DECLARED);
    const [fix] = await client.codeActions(uri, client.rangeOf(uri, 'hostPID'), ['quickfix']);
    await client.apply(required(fix));
    expect(client.text(uri)).not.toContain('hostPID');
  });

  test('an object that the API server does not accept has no findings, and the status says why', async () => {
    const client = await openDocument(`${DECLARED}x: ${'x'.repeat(3_145_728)}\n`);
    expect(await client.diagnostics(URI)).toEqual([]);
    expect((await client.status(URI))?.why).toBe('The API server does not accept an object of more than 3 MB.');
    await client.replace(URI, 'x'.repeat(1000), '');
    expect(await client.diagnostics(URI)).toHaveLength(1);
  });

  test('a document over the limit has no findings and actions, and the status says why', async () => {
    const client = await openDocument(`${DECLARED}---\n# ${'x'.repeat(10_000_000)}\n`);
    expect(await client.diagnostics(URI)).toEqual([]);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
    expect((await client.status(URI))?.why).toMatch(/^The file is too large: over 10 MB/);
    await client.replace(URI, 'x'.repeat(1000), '');
    expect(await client.diagnostics(URI)).toHaveLength(1);
    expect((await client.status(URI))?.why).toBeNull();
  });
});

test('offers a fix that two findings share once', async () => {
  const client = await TestClient.start({ server: {}, capabilities: VS_CODE });
  const amount = '{ hugepages-2Mi: 4Mi }';
  await client.open(URI, `${DECLARED}      resources: { requests: ${amount}, limits: ${amount} }\n`);
  const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const actions = await client.codeActions(URI, whole, ['quickfix']);
  const shared = actions.filter(({ title }) => title === 'Remove `hugepages-2Mi`');
  expect(shared.map(({ diagnostics }) => diagnostics?.length)).toEqual([2]);
  const keys = actions.map(({ title, edit }) => JSON.stringify([title, edit]));
  expect(new Set(keys).size).toBe(keys.length);
});

async function openDocument(text: string, options: Parameters<typeof TestClient.start>[0] = {}): Promise<TestClient> {
  const client = await TestClient.start(options);
  await client.open(URI, text);
  return client;
}

function required(action: CodeAction | undefined): CodeAction {
  if (action === undefined) throw new Error('there is no such action');
  return action;
}

describe('insertions into a Windows pod', () => {
  const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  nodeSelector:
    kubernetes.io/os: windows
  containers:
    - name: web
      image: mcr.microsoft.com/windows/nanoserver:ltsc2022
`;

  test('offer the build of the image', async () => {
    const client = await openDocument(POD);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), REFACTORING);
    const insert = actions.filter(({ title }) => title.startsWith('Insert'));
    expect(insert).toMatchObject([
      {
        title: 'Insert `node.kubernetes.io/windows-build: 10.0.20348` (Windows Server 2022)',
        kind: 'refactor.rewrite.kubewin',
      },
    ]);
    await client.apply(required(insert[0]));
    expect(client.text(URI)).toContain("    node.kubernetes.io/windows-build: '10.0.20348'\n  containers:");
  });

  const TAINT = 'Set the taint of my cluster…';
  test('offer one action that asks for the taint, not one toleration for each provider', async () => {
    const client = await openDocument(POD, COMMANDS);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), REFACTORING);
    expect(actions.filter(({ title }) => /^Insert|taint/.test(title))).toMatchObject([
      { title: expect.stringContaining('windows-build') },
      { title: TAINT, command: { command: 'kubewin.setTaint', arguments: [URI] } },
    ]);
  });

  test.each<[what: string, text: string, taint: string, expected: string | undefined]>([
    ['offer the toleration once the taint is set', POD, 'upstream', 'Insert toleration `os=windows:NoSchedule`'],
    ['offer nothing if nodes have no taint', POD, 'aks', undefined],
    [
      'offer nothing if the pod tolerates the taint',
      POD.replace('  containers', '  tolerations: [{ key: os, value: windows }]\n  containers'),
      'upstream',
      undefined,
    ],
    [
      'offer nothing if the pod tolerates the taint of some provider',
      POD.replace('  containers', '  tolerations: [{ key: os, value: Windows }]\n  containers'),
      'none',
      undefined,
    ],
    [
      'offer nothing if the RuntimeClass has the toleration',
      `${POD.replace('  containers', '  runtimeClassName: windows-2022\n  containers')}---\n${RUNTIME_CLASS}  tolerations: [{ key: os, value: windows }]\n`,
      'none',
      undefined,
    ],
    ['offer nothing for a Linux pod', POD.replace('os: windows', 'os: linux'), 'none', undefined],
  ])('%s', async (_, text, taint, expected) => {
    const client = await openDocument(text, { ...COMMANDS, settings: { kubewin: { taint } } });
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), REFACTORING);
    const titles = actions.map(({ title }) => title).filter((title) => /toleration|taint/.test(title));
    expect(titles).toEqual(expected === undefined ? [] : [expected]);
  });

  test('offer nothing elsewhere or for a Linux pod', async () => {
    const client = await openDocument(POD);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'metadata'), REFACTORING)).toEqual([]);
    await client.replace(URI, 'os: windows', 'os: linux');
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), REFACTORING);
    expect(actions.map(({ title }) => title).join()).not.toMatch(/Insert|taint/);
  });

  test.each(['kind', 'name: web', 'spec', 'nodeSelector', 'image'])(
    'a healthy pod has no light bulb at %s',
    async (at) => {
      const healthy = POD.replace('spec:\n', 'spec:\n  os: { name: windows }\n');
      const client = await openDocument(healthy, { ...COMMANDS, files: { 'file:///work/.checkov.yaml': '' } });
      expect(await client.diagnostics(URI)).toEqual([]);
      const trigger = CodeActionTriggerKind.Automatic;
      expect(await client.codeActions(URI, client.rangeOf(URI, at), undefined, trigger)).toEqual([]);
      expect(await client.codeActions(URI, client.rangeOf(URI, at), ['quickfix'])).toEqual([]);
    },
  );
});
