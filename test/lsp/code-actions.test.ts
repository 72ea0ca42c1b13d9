import { describe, expect, test } from 'vitest';
import { type CodeAction, CodeActionTriggerKind } from 'vscode-languageserver/node';
import { DECLARED, RUNTIME_CLASS, SCHEDULED, WORKFLOW } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
/** A client that names all commands of its own. */
const COMMANDS = {
  initializationOptions: {
    rulePageCommand: 'kubewin.openRule',
    turnOffRuleCommand: 'kubewin.turnOffRule',
    setTaintCommand: 'kubewin.setTaint',
  },
};

/** Two pods that the API server refuses, with a Linux pod between them. */
const SEVERAL = `${DECLARED}      securityContext:
        privileged: true
---
${DECLARED.replace('name: windows', 'name: linux')}---
${DECLARED.replace('hostPID: true', 'hostPID: true # kubewin: allow pod/host-pid')}      securityContext:
        privileged: false
`;

test('the kinds are told beforehand', async () => {
  const client = await TestClient.start();
  expect(client.initialized.capabilities.codeActionProvider).toEqual({
    codeActionKinds: ['quickfix', 'source.fixAll.kubewin', 'refactor.rewrite.kubewin'],
  });
  const without = await TestClient.start({ capabilities: { textDocument: { codeAction: {} } } });
  expect(without.initialized.capabilities.codeActionProvider).toBeUndefined();
});

test('a fix mends the document and takes its finding away', async () => {
  const client = await opened(DECLARED);
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), ['quickfix']);
  expect(fix).toEqual({
    title: 'Remove `hostPID`',
    kind: 'quickfix',
    isPreferred: true,
    diagnostics: await client.diagnostics(URI),
    edit: { documentChanges: [{ textDocument: { uri: URI, version: 1 }, edits: [expect.anything()] }] },
  });
  await client.apply(only(fix));
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
])('it fits %s', async (_, make) => {
  const client = await opened(make(DECLARED));
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
  await client.apply(only(fix));
  expect(client.text(URI)).not.toContain('hostPID');
  expect(await client.diagnostics(URI)).toEqual([]);
});

test('it is worked out from the text as it is, whatever the client asks about', async () => {
  const client = await opened(DECLARED);
  const range = client.rangeOf(URI, 'hostPID');
  await client.replace(URI, 'apiVersion', '# a new line\napiVersion');
  // In the old place other things can be done, such as inserting a node selector.
  const there = await client.codeActions(URI, range, ['quickfix']);
  expect(there.filter(({ diagnostics }) => diagnostics !== undefined)).toEqual([]);
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
  await client.apply(only(fix));
  expect(client.text(URI)).toMatch(/^# a new line/);
  await client.replace(URI, 'name: windows', 'name: windows\n  hostPID: false');
  expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
});

test('exactly one fix of a finding is preferred, and allowing never is', async () => {
  const client = await opened(DECLARED.replace('name: windows', 'name: Solaris'));
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Solaris'), ['quickfix']);
  expect(actions.map(({ title, isPreferred }) => [title, isPreferred === true])).toEqual([
    ['Change `os.name` to `windows`', true],
    ['Change `os.name` to `linux`', false],
    ['Allow `os/name-invalid` here…', false],
    ['Allow `os/name-invalid` in this file', false],
  ]);
});

describe('in a custom resource', () => {
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
  test('a node selector goes into the template', async () => {
    const client = await opened(ROLLOUT);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nanoserver'), ['quickfix']);
    await client.apply(only(actions.find(({ title }) => title === 'Insert nodeSelector `kubernetes.io/os: windows`')));
    const inserted = '      nodeSelector:\n        kubernetes.io/os: windows\n      containers:';
    expect(client.text(URI)).toBe(ROLLOUT.replace('      containers:', inserted));
  });

  test('a toleration goes into the template of a workflow', async () => {
    const client = await TestClient.start({ server: {}, settings: { kubewin: { taint: 'os=windows:NoSchedule' } } });
    await client.open(URI, WORKFLOW);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'registry'), ['quickfix']);
    const titles = actions.map(({ title }) => title);
    expect(titles).toContain('Insert toleration `os=windows:NoSchedule`');
    expect(titles.join()).not.toContain('os.name');
    await client.apply(only(actions.find(({ title }) => title.startsWith('Insert toleration'))));
    const toleration = `      tolerations:
        - key: os
          operator: Equal
          value: windows
          effect: NoSchedule
`;
    expect(client.text(URI)).toBe(WORKFLOW.replace('      container:', `${toleration}      container:`));
  });
});

test('a client without versions in edits gets plain ones', async () => {
  const client = await TestClient.start({ capabilities: PLAIN });
  await client.open(URI, DECLARED);
  const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
  expect(fix?.edit).toEqual({ changes: { [URI]: [expect.anything()] } });
});

describe('where it is asked', () => {
  test.each([
    ['before the key', 7, 1, 0],
    ['at its beginning', 7, 2, 4],
    ['behind its end', 7, 9, 4],
    ['in its value', 7, 13, 0],
    ['in another line', 3, 3, 0],
  ])('%s', async (_, line, character, count) => {
    const client = await opened(DECLARED);
    const position = { line, character };
    expect(await client.codeActions(URI, { start: position, end: position }, ['quickfix'])).toHaveLength(count);
  });

  test('the diagnostics that the client names count too', async () => {
    const client = await opened(DECLARED);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const actions = await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: URI },
      range,
      context: { diagnostics: await client.diagnostics(URI), only: ['quickfix'] },
    });
    expect(actions).toHaveLength(4);
  });
});

describe('what is asked for', () => {
  const { Automatic, Invoked } = CodeActionTriggerKind;
  const quickFixes = [
    'Remove `hostPID`',
    'Make it a HostProcess pod',
    'Allow `pod/host-pid` here…',
    'Allow `pod/host-pid` in this file',
  ];
  const fixAll = 'Fix all safe problems in this file';
  test.each<[readonly string[] | undefined, CodeActionTriggerKind | undefined, readonly string[]]>([
    [undefined, undefined, [...quickFixes, fixAll]],
    [undefined, Invoked, [...quickFixes, fixAll]],
    [undefined, Automatic, quickFixes],
    [[''], Invoked, [...quickFixes, fixAll]],
    [['quickfix'], Invoked, quickFixes],
    [['source'], Invoked, [fixAll]],
    [['source.fixAll'], Automatic, [fixAll]],
    [['source.fixAll.kubewin'], Automatic, [fixAll]],
    [['source.fixAll.other'], Invoked, []],
    [['source.organizeImports', 'refactor'], Invoked, []],
    [['quickfix.other'], Invoked, []],
  ])('%s, %s', async (kinds, trigger, expected) => {
    const client = await opened(DECLARED);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), kinds && [...kinds], trigger);
    expect(actions.map(({ title }) => title)).toEqual(expected);
  });
});

test('fix all removes what is refused in every document, and nothing that is allowed or only ignored', async () => {
  const client = await opened(`${SEVERAL}---\n${SCHEDULED}`);
  const everywhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const actions = await client.codeActions(URI, everywhere, ['source.fixAll']);
  expect(actions).toMatchObject([{ kind: 'source.fixAll.kubewin' }]);
  await client.apply(only(actions[0]));
  const [first, linux, allowed, scheduled] = client.text(URI).split('---\n');
  expect(first).toBe(DECLARED.replace('  hostPID: true # for the profiler\n', ''));
  expect(linux).toContain('hostPID: true');
  expect(allowed).toBe(DECLARED.replace('hostPID: true', 'hostPID: true # kubewin: allow pod/host-pid'));
  expect(scheduled).toBe(SCHEDULED);
  expect(await client.codeActions(URI, everywhere, ['source.fixAll'])).toEqual([]);
});

describe('allowing', () => {
  test('writes a comment that silences the finding', async () => {
    const client = await opened(DECLARED);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
    await client.apply(only(actions.find(({ title }) => title === 'Allow `pod/host-pid` here…')));
    expect(client.text(URI)).toContain('  # kubewin: allow pod/host-pid -- \n  hostPID: true # for the profiler\n');
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test('is offered once where one comment does for two findings', async () => {
    const client = await opened(SEVERAL);
    const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const titles = (await client.codeActions(URI, whole, ['quickfix'])).map(({ title }) => title);
    expect(titles.filter((title) => /^Allow .* here/.test(title))).toHaveLength(3);
  });

  test.each([
    ['a value behind an alias', '&u true', '  hostPID: *u', 0],
    ['a field that is merged in', 'x', '  containers:\n  - securityContext:\n      <<: {privileged: true}', 0],
    ['the like on the line of the field', 'x', '  containers:\n  - securityContext: {<<: {privileged: true}}', 1],
  ])('silences the finding or is not offered: %s', async (_, value, fields, offered) => {
    const head = `apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    x: ${value}\n`;
    const text = `${head}spec:\n  os: {name: windows}\n${fields}\n`;
    const client = await opened(text);
    const found = await client.diagnostics(URI);
    expect(found).toHaveLength(1);
    const [at] = found.map(({ range }) => range);
    const actions = await client.codeActions(URI, at ?? client.rangeOf(URI, 'kind'));
    const allowing = actions.filter(({ title }) => /^Allow .* here/.test(title));
    expect(allowing).toHaveLength(offered);
    for (const action of allowing) {
      await client.apply(action);
      expect(await client.diagnostics(URI)).toEqual([]);
    }
  });

  test('is not offered where no comment can stand, nor for a comment itself', async () => {
    const client = await TestClient.start();
    const json = '{"apiVersion": "v1", "kind": "Pod", "spec": {"os": {"name": "windows"}, "hostPID": true}}';
    await client.open('file:///work/pod.json', json, 'json');
    const range = client.rangeOf('file:///work/pod.json', 'hostPID');
    const actions = await client.codeActions('file:///work/pod.json', range);
    expect(actions.map(({ title }) => title)).not.toContainEqual(expect.stringContaining('Allow'));
    await client.open(URI, `# kubewin: allow pod/nothing\n${SCHEDULED}`);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'pod/nothing'))).toEqual([]);
  });
});

test('nothing is offered where checking is switched off, and in a document that is not known', async () => {
  const client = await opened(DECLARED);
  await client.set({ kubewin: { scope: 'off' } });
  expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
  expect(await client.codeActions('file:///work/none.yaml', client.rangeOf(URI, 'hostPID'))).toEqual([]);
});

describe('in a chart', () => {
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

  test('a literal block is changed beside branches with the same key', async () => {
    const client = await startAll();
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'capabilities'), ['quickfix']);
    expect(actions.map(({ title }) => title)).toEqual([
      'Remove `capabilities`',
      'Allow `security-context/capabilities` here…',
      'Allow `security-context/capabilities` in this file',
    ]);
    await client.apply(only(actions[0]));
    const block = '          securityContext:\n            capabilities:\n              drop: [ALL]\n';
    expect(client.text(URI)).toBe(CHART.replace(block, ''));
  });

  test('every finding can be allowed, in a text of several lines above its first one', async () => {
    const client = await startAll();
    const rules = (await client.diagnostics(URI)).map(({ code }) => code);
    expect(rules).toContain('command/dollar-paren-substitution');
    for (const rule of rules) {
      const [first] = (await client.diagnostics(URI)).filter(({ code }) => code === rule);
      const actions = await client.codeActions(URI, first?.range ?? client.rangeOf(URI, 'kind'), ['quickfix']);
      await client.apply(only(actions.find(({ title }) => title === `Allow \`${rule}\` here…`)));
    }
    expect(await client.diagnostics(URI)).toEqual([]);
    expect(client.text(URI)).toContain('# kubewin: allow command/dollar-paren-substitution -- \n            - |\n');
  });
});

describe('where no fix can be made, one is shown that cannot be had, with the reason', () => {
  const merged = `x: &x\n  hostPID: true\n${DECLARED.replace('hostPID: true', '<<: *x')}`;
  test.each([
    ['a broken document', `${DECLARED}  broken: [\n`, 'The document has syntax errors.'],
    ['tabs for blanks', DECLARED.replace('  containers', '\tcontainers'), 'The document has syntax errors.'],
    ['a merge key', merged, /^The field is part of a YAML anchor/],
    [
      'an alias elsewhere',
      `${DECLARED.replace('hostPID: true', 'hostPID: &on true')}  hostNetwork: *on\n`,
      /^The field is part of a YAML anchor/,
    ],
    [
      'a repeated key',
      DECLARED.replace('  hostPID', '  hostPID: true\n  hostPID'),
      /^The field is in a mapping with a duplicate key/,
    ],
    [
      'a template expression',
      DECLARED.replace('# for the profiler', '# {{ .Values.why }}'),
      'A line of the change contains a template expression.',
    ],
  ])('%s', async (_, text, reason) => {
    const client = await opened(text);
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
    // There is nothing to be done at once either.
    expect(await client.codeActions(URI, client.rangeOf(URI, 'os'), ['source.fixAll'])).toEqual([]);
  });

  test('one for each finding at most', async () => {
    const client = await opened(`${DECLARED.replace('name: windows', 'name: Solaris')}  broken: [\n`);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'Solaris'), ['quickfix']);
    expect(actions.map(({ title, disabled }) => [title, disabled !== undefined])).toEqual([
      ['Change `os.name` to `windows`', true],
    ]);
  });

  test('but not to clients that do not know of such actions', async () => {
    const client = await TestClient.start({ capabilities: PLAIN });
    await client.open(URI, `${DECLARED}  broken: [\n`);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
  });

  test('a syntax error in another document of the file is in no one’s way', async () => {
    const client = await opened(`${DECLARED}---\nbroken: [\n---\n${DECLARED}`);
    const [fixAll] = await client.codeActions(URI, client.rangeOf(URI, 'os'), ['source.fixAll']);
    await client.apply(only(fixAll));
    const mended = DECLARED.replace('  hostPID: true # for the profiler\n', '');
    expect(client.text(URI)).toBe(`${mended}---\nbroken: [\n---\n${mended}`);
  });
});

describe('bad input', () => {
  test('an edit is for the version that it was worked out from', async () => {
    const client = await opened(DECLARED);
    const [fix] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), ['quickfix']);
    await client.replace(URI, 'metadata', '# new\nmetadata');
    await expect(client.apply(only(fix))).rejects.toThrow('another version');
    const [again] = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'), ['quickfix']);
    expect(again?.edit?.documentChanges).toMatchObject([{ textDocument: { version: 2 } }]);
  });

  test('a file outside the workspace folders is fixed where it is open', async () => {
    const uri = 'file:///elsewhere/pod.yaml';
    const client = await TestClient.start();
    await client.open(uri, DECLARED);
    const [fix] = await client.codeActions(uri, client.rangeOf(uri, 'hostPID'), ['quickfix']);
    await client.apply(only(fix));
    expect(client.text(uri)).not.toContain('hostPID');
  });

  test('in a document over the limit nothing is found and offered, and the status says why', async () => {
    const client = await opened(`${DECLARED}# ${'x'.repeat(10_000_000)}\n`);
    expect(await client.diagnostics(URI)).toEqual([]);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).toEqual([]);
    expect((await client.status(URI))?.why).toMatch(/^The file is too large: over 10 MB/);
    await client.replace(URI, 'x'.repeat(1000), '');
    expect(await client.diagnostics(URI)).toHaveLength(1);
    expect((await client.status(URI))?.why).toBeNull();
  });
});

test('a fix that two findings share is offered once', async () => {
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

async function opened(text: string, options: Parameters<typeof TestClient.start>[0] = {}): Promise<TestClient> {
  const client = await TestClient.start(options);
  await client.open(URI, text);
  return client;
}

function only(action: CodeAction | undefined): CodeAction {
  if (action === undefined) throw new Error('there is no such action');
  return action;
}

describe('what can be put into a Windows pod', () => {
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

  test('the build that the image names', async () => {
    const client = await opened(POD);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), ['quickfix']);
    expect(actions.map(({ title }) => title)).toEqual([
      'Insert `node.kubernetes.io/windows-build: 10.0.20348` (Windows Server 2022)',
    ]);
    await client.apply(only(actions[0]));
    expect(client.text(URI)).toContain("    node.kubernetes.io/windows-build: '10.0.20348'\n  containers:");
  });

  const TAINT = 'Set the taint of my cluster…';
  test('one entry asks for the taint, instead of a toleration for each that there is', async () => {
    const client = await opened(POD, COMMANDS);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), ['quickfix']);
    expect(actions).toMatchObject([
      { title: expect.stringContaining('windows-build') },
      { title: TAINT, command: { command: 'kubewin.setTaint', arguments: [URI] } },
    ]);
  });

  test.each<[what: string, text: string, taint: string, expected: string | undefined]>([
    ['the toleration, once it is set', POD, 'upstream', 'Insert toleration `os=windows:NoSchedule`'],
    ['nothing, where nodes have none', POD, 'aks', undefined],
    [
      'nothing, where the pod tolerates it',
      POD.replace('  containers', '  tolerations: [{ key: os, value: windows }]\n  containers'),
      'upstream',
      undefined,
    ],
    [
      'nothing, where the pod tolerates the taint of some Windows nodes',
      POD.replace('  containers', '  tolerations: [{ key: os, value: Windows }]\n  containers'),
      'none',
      undefined,
    ],
    [
      'nothing, where its RuntimeClass does',
      `${POD.replace('  containers', '  runtimeClassName: windows-2022\n  containers')}---\n${RUNTIME_CLASS}  tolerations: [{ key: os, value: windows }]\n`,
      'none',
      undefined,
    ],
    ['nothing, for a Linux pod', POD.replace('os: windows', 'os: linux'), 'none', undefined],
  ])('%s', async (_, text, taint, expected) => {
    const client = await opened(text, { ...COMMANDS, settings: { kubewin: { taint } } });
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), ['quickfix']);
    const titles = actions.map(({ title }) => title).filter((title) => /toleration|taint/.test(title));
    expect(titles).toEqual(expected === undefined ? [] : [expected]);
  });

  test('nothing is offered elsewhere, or for a Linux pod', async () => {
    const client = await opened(POD);
    expect(await client.codeActions(URI, client.rangeOf(URI, 'metadata'), ['quickfix'])).toEqual([]);
    await client.replace(URI, 'os: windows', 'os: linux');
    expect(await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), ['quickfix'])).toEqual([]);
  });
});
