import { describe, expect, test } from 'vitest';
import { type CodeAction, CodeActionTriggerKind, type Position } from 'vscode-languageserver/node';
import type { Choice } from '../../server/src/lsp/requests.ts';
import { DECLARED, LINUX, SCHEDULED } from './manifests.ts';
import { FEW_RULES, TestClient } from './test-client.ts';

// Menus of clients that can ask the user: one entry stands for several.

const URI = 'file:///work/pod.yaml';
const COMMANDS = {
  rulePageCommand: 'kubewin.openRule',
  turnOffRuleCommand: 'kubewin.turnOffRule',
  suppressCommand: 'kubewin.suppress',
  makeReadyCommand: 'kubewin.makeReady',
  showRemainingCommand: 'kubewin.showRemaining',
};
const READY = 'Make ready for Windows…';
const IMAGE = 'mcr.microsoft.com/windows/servercore:ltsc2016';
/** The image has two findings. */
const OLD_IMAGE = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: ${IMAGE}
`;

async function openDocument(text: string, options: Parameters<typeof TestClient.start>[0] = {}): Promise<TestClient> {
  const client = await TestClient.start({ server: {}, initializationOptions: COMMANDS, ...options });
  await client.open(URI, text);
  return client;
}

async function menu(client: TestClient, at: string, only = ['quickfix']): Promise<CodeAction[]> {
  return client.codeActions(URI, client.rangeOf(URI, at), only);
}

function titles(actions: readonly { readonly title: string }[]): string[] {
  return actions.map(({ title }) => title);
}

function actionTitled(actions: readonly CodeAction[], title: string): CodeAction {
  const found = actions.find((action) => action.title === title);
  if (found === undefined) throw new Error(`no «${title}» among ${titles(actions).join(', ')}`);
  return found;
}

/** The changes among which an action to suppress findings lets the user choose. */
function choicesOf({ command }: CodeAction): readonly Choice[] {
  return command?.arguments?.[1] ?? [];
}

describe('the menu of an image with two findings', () => {
  test('has each kind of entry once, for both', async () => {
    const client = await openDocument(OLD_IMAGE);
    const actions = await menu(client, IMAGE);
    expect(titles(actions)).toEqual([
      'Change the image to `mcr.microsoft.com/windows/servercore:ltsc2022`',
      'Change the image to `mcr.microsoft.com/windows/servercore:ltsc2025`',
      READY,
      'Suppress a rule…',
      'Show documentation…',
    ]);
    const rules = ['container/base-image-without-command', 'image/base-image-end-of-support'];
    const codes = (title: string) => actionTitled(actions, title).diagnostics?.map(({ code }) => code);
    expect([codes(READY), codes('Suppress a rule…'), codes('Show documentation…')]).toEqual([rules, rules, rules]);
    expect(actionTitled(actions, 'Show documentation…').command?.arguments).toEqual(rules);
    expect(titles(choicesOf(actionTitled(actions, 'Suppress a rule…')))).toEqual([
      ...rules.map((rule) => `Suppress \`${rule}\` on this line…`),
      ...rules.map((rule) => `Suppress \`${rule}\` in this file`),
      ...rules.map((rule) => `Turn off rule \`${rule}\``),
    ]);
  });

  test('has one entry for the fixes of the whole file', async () => {
    const fields = 'hostPID: true\n  hostIPC: true';
    const client = await openDocument(`${DECLARED}---\n${SCHEDULED.replace('hostPID: true', fields)}`);
    const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const all = titles(await client.codeActions(URI, whole, ['quickfix']));
    expect(all.filter((title) => / all .* in this file/.test(title))).toEqual([
      'Fix all auto-fixable problems in this file (1)',
    ]);
  });
});

describe('suppressing the finding of a rule', () => {
  const SUPPRESS = 'Suppress `pod/host-pid`…';

  test('lets the user choose where', async () => {
    const client = await openDocument(DECLARED, { server: { rules: FEW_RULES } });
    const action = actionTitled(await menu(client, 'hostPID'), SUPPRESS);
    expect(action.command).toMatchObject({ command: 'kubewin.suppress', arguments: [SUPPRESS, expect.anything()] });
    const [here, inFile, off] = choicesOf(action);
    expect(off).toMatchObject({ command: { command: 'kubewin.turnOffRule', arguments: [URI, 'pod/host-pid'] } });
    await client.apply({ ...inFile, title: '' });
    expect(await client.diagnostics(URI)).toEqual([]);
    await client.replace(URI, client.text(URI), DECLARED);
    await expect(client.apply({ ...here, title: '' })).rejects.toThrow('another version');
    const [again] = choicesOf(actionTitled(await menu(client, 'hostPID'), SUPPRESS));
    await client.apply({ ...again, title: '' });
    expect(client.text(URI)).toContain('  # kubewin: allow pod/host-pid -- \n  hostPID: true');
  });

  test('changes the configuration file if the client has no command for that', async () => {
    const config = 'file:///work/.kubewin.yaml';
    const client = await openDocument(DECLARED, {
      files: { [config]: '' },
      initializationOptions: { suppressCommand: 'kubewin.suppress' },
    });
    const off = choicesOf(actionTitled(await menu(client, 'hostPID'), SUPPRESS)).at(-1);
    expect(off).toMatchObject({ title: 'Turn off rule `pod/host-pid`' });
    await client.open(config, '');
    await client.apply({ ...choicesOf(actionTitled(await menu(client, 'hostPID'), SUPPRESS)).at(-1), title: '' });
    expect(client.text(config)).toBe('rules:\n  pod/host-pid: off\n');
  });
});

describe('the settings of the menu', () => {
  const hidden = (settings: object) => ({ settings: { kubewin: { codeActions: settings } } });
  test.each<[what: string, options: Parameters<typeof openDocument>[1], expected: RegExp, unexpected: RegExp]>([
    ['hide how to suppress findings', hidden({ suppress: false }), /documentation/, /Suppress|Turn off/],
    ['hide documentation', hidden({ documentation: false }), /Suppress/, /documentation/],
  ])('%s', async (_, options, expected, unexpected) => {
    for (const initializationOptions of [COMMANDS, { ...COMMANDS, suppressCommand: undefined }]) {
      const client = await openDocument(DECLARED, { ...options, initializationOptions });
      const all = titles(await menu(client, 'hostPID')).join();
      expect(all).toMatch(expected);
      expect(all).not.toMatch(unexpected);
    }
  });
});

describe('making ready for Windows', () => {
  const request = (client: TestClient, uri: string, position: Position): Promise<Choice[]> =>
    client.connection.sendRequest('kubewin/waysToWindows', { uri, position });

  /** The ways among which an action lets the user choose. */
  async function waysOf(client: TestClient, { command }: CodeAction): Promise<Choice[]> {
    const [uri, position] = command?.arguments ?? [];
    return request(client, uri, position);
  }

  test('asks for the build of the nodes, with its support and what is changed', async () => {
    const client = await openDocument(LINUX, {
      settings: { kubewin: { kubernetesVersion: '1.36', date: '2026-11-01' } },
    });
    const refactoring = actionTitled(await menu(client, 'kind', ['refactor.rewrite.kubewin']), READY);
    expect(refactoring.command).toMatchObject({ command: 'kubewin.makeReady' });
    const ways = await waysOf(client, refactoring);
    const left = '1 problem left to fix by hand';
    expect(ways.map(({ title, description, detail }) => [title, description, detail])).toEqual([
      ['Any Windows build', undefined, `3 changes, ${left}`],
      ['Windows Server 2022', 'supported by Microsoft until 2031-10-14', `4 changes, ${left}`],
      ['Windows Server 2025', 'supported by Microsoft until 2034-10-10', `4 changes, ${left}`],
    ]);
    expect(ways.map(({ previewTitle }) => previewTitle)).toEqual([
      'Make ready for Windows',
      'Make ready for Windows Server 2022',
      'Make ready for Windows Server 2025',
    ]);
    expect(ways[1]?.command).toMatchObject({ command: 'kubewin.showRemaining', title: left });
    await client.apply({ title: '', edit: ways[1]?.edit ?? {} });
    expect(client.text(URI)).toContain("    node.kubernetes.io/windows-build: '10.0.20348'\n");
    expect(client.text(URI)).not.toContain('hostPID');
  });

  test('is one entry for a finding and the whole workload', async () => {
    const client = await openDocument(`# first\n---\n${LINUX}---\n${OLD_IMAGE}`);
    const actions = (await client.codeActions(URI, client.rangeOf(URI, 'kind'))).filter(({ title }) =>
      /ready/.test(title),
    );
    const [action] = actions;
    expect(actions).toHaveLength(1);
    expect(action?.command?.arguments).toEqual([URI, { line: 6, character: 0 }]);
    const ofOther = actionTitled(await client.codeActions(URI, client.rangeOf(URI, IMAGE)), READY);
    expect(titles(await waysOf(client, ofOther))).toEqual([
      'Windows Server 2022 (updates the image)',
      'Windows Server 2025 (updates the image)',
      'Any Windows build',
    ]);
  });

  test('does not ask if there is only one way', async () => {
    const client = await openDocument(
      SCHEDULED.replace(/image: .*/, 'image: mcr.microsoft.com/windows/nanoserver:ltsc2022'),
    );
    const actions = (await client.codeActions(URI, client.rangeOf(URI, 'hostPID'))).filter(({ title }) =>
      /ready/.test(title),
    );
    expect(actions).toMatchObject([{ title: 'Make ready for Windows Server 2022', edit: expect.anything() }]);
  });

  test('shows the only way before it changes anything, if the client can', async () => {
    const text = SCHEDULED.replace(/image: .*/, 'image: mcr.microsoft.com/windows/nanoserver:ltsc2022');
    const initializationOptions = { ...COMMANDS, previewCommand: 'kubewin.previewChange' };
    const client = await openDocument(text, { initializationOptions });
    for (const at of ['hostPID', 'kind']) {
      const actions = await client.codeActions(URI, client.rangeOf(URI, at));
      const { edit, command } = actionTitled(actions, 'Make ready for Windows Server 2022');
      expect(edit).toBeUndefined();
      expect(command?.command).toBe('kubewin.previewChange');
      const [title, change, afterwards] = command?.arguments ?? [];
      expect(title).toBe('Make ready for Windows Server 2022');
      expect(afterwards).toMatchObject({ command: 'kubewin.showRemaining' });
      await client.apply({ title, edit: change });
      expect(client.text(URI)).toContain('os:\n    name: windows\n');
      await client.replace(URI, client.text(URI), text);
    }
  });

  test('says once why it is not possible', async () => {
    const client = await openDocument(`${LINUX}  broken: [\n`);
    const actions = await menu(client, 'kind', ['refactor.rewrite.kubewin']);
    expect(actions.filter(({ title }) => /ready/.test(title))).toMatchObject([
      { title: 'Make ready for Windows', disabled: { reason: 'The document has syntax errors.' } },
    ]);
  });

  test('is not tried while the cursor moves', async () => {
    const client = await openDocument(DECLARED);
    const moved = await client.codeActions(
      URI,
      client.rangeOf(URI, 'hostPID'),
      undefined,
      CodeActionTriggerKind.Automatic,
    );
    expect(titles(moved).join()).not.toContain('ready');
  });

  test('has no ways where no workload starts, or in an unknown document', async () => {
    const client = await openDocument(LINUX);
    expect(await request(client, URI, { line: 0, character: 0 })).toEqual([]);
    expect(await request(client, 'file:///work/none.yaml', { line: 0, character: 0 })).toEqual([]);
  });
});
