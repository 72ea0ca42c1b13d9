import { describe, expect, test } from 'vitest';
import { type CodeAction, CodeActionTriggerKind, type Location } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { LINUX, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const REFACTORING = ['refactor.rewrite.kubewin'];
const COMMAND = { showRemainingCommand: 'kubewin.showRemaining' };
const READY = 'Make ready for Windows';
const LINUX_IMAGE =
  '`containers[0].image`: This Linux image may prevent the pod from starting: it is used in a Windows pod.';

test('makes a Linux pod ready for Windows, and sends the remaining steps', async () => {
  const client = await openDocument(LINUX, { initializationOptions: COMMAND });
  const [action] = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(action).toMatchObject({
    title: READY,
    kind: 'refactor.rewrite.kubewin',
    command: {
      command: 'kubewin.showRemaining',
      arguments: [
        '1 problem left to fix by hand',
        [{ message: LINUX_IMAGE, isFinding: true, at: { uri: URI } }],
        { uri: URI, range: { start: { line: 5, character: 2 }, end: { line: 8, character: 29 } } },
      ],
    },
  });
  await client.apply(required(action));
  const [, [step]] = required(action).command?.arguments ?? [];
  expect(textAt(client, step.at)).toBe('nginx:1.27-alpine');
  expect(client.text(URI)).toBe(
    LINUX.replace('  hostPID: true\n', '').replace(
      'spec:\n',
      'spec:\n  os:\n    name: windows\n  nodeSelector:\n    kubernetes.io/os: windows\n',
    ),
  );
  const remaining = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(remaining.filter(({ title }) => title.startsWith(READY))).toEqual([]);
});

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: { app: web }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: registry.example/web:1.0
`;

test('sends the location of a Windows twin', async () => {
  const client = await openDocument(`# first\n---\n${DEPLOYMENT}`, { initializationOptions: COMMAND });
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Deployment'), REFACTORING);
  const action = required(actions.find(({ title }) => title.startsWith('Add a Windows twin')));
  await client.apply(action);
  const [, steps, place] = action.command?.arguments ?? [];
  const twin = textAt(client, place);
  expect(twin).toMatch(/^apiVersion: apps\/v1\n.*\n {10}image: registry\.example\/web:1\.0$/s);
  expect(twin).toContain('  name: web-windows\n');
  expect(steps.map((step: { at: Location }) => textAt(client, step.at))).toEqual(['registry.example/web:1.0', 'name']);
  expect(steps.map(({ isFinding = false }) => isFinding)).toEqual([false, false]);
  expect(steps[0].at.range.start.line).toBeGreaterThan(place.range.start.line);
  expect(steps[1].at.range.start.line).toBe(5);
});

test('leaves a Windows twin, but not a small change, to a client that shows it before', async () => {
  const initializationOptions = { ...COMMAND, previewCommand: 'kubewin.previewChange' };
  const client = await openDocument(DEPLOYMENT, { initializationOptions });
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Deployment'), REFACTORING);
  const titled = (start: string) => required(actions.find(({ title }) => title.startsWith(start)));
  const { title, edit, command } = titled('Add a Windows twin');
  expect(edit).toBeUndefined();
  expect(command).toMatchObject({ command: 'kubewin.previewChange', title });
  const [shown, change, { command: afterwards }] = command?.arguments ?? [];
  expect([shown, afterwards]).toEqual([title, 'kubewin.showRemaining']);
  await client.apply({ title, edit: change });
  expect(client.text(URI)).toContain('name: web-windows\n');
  expect(titled('Pin to Linux')).toHaveProperty('edit');
});

test('sends the location of the edit if no steps remain', async () => {
  const client = await openDocument(LINUX.replace('nginx:1.27-alpine', 'registry.example/web:1.0'), {
    initializationOptions: COMMAND,
  });
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  const action = required(actions.find(({ title }) => title === 'Pin to Linux'));
  await client.apply(action);
  const [, steps, place] = action.command?.arguments ?? [];
  expect(steps).toEqual([]);
  expect(textAt(client, place)).toBe('os:\n    name: linux');
});

test('names the number of remaining steps in the title if the client has no command', async () => {
  const client = await openDocument(LINUX, { capabilities: PLAIN });
  const [action] = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(action).toMatchObject({
    title: `${READY} (1 problem left to fix by hand)`,
    edit: { changes: { [URI]: expect.anything() } },
  });
  expect(action?.command).toBeUndefined();
});

test('changes several documents of a file at once', async () => {
  const client = await openDocument(
    `# first\n---\n${SCHEDULED}---\n${SCHEDULED.replace('name: scheduled', 'name: other')}`,
  );
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), REFACTORING);
  await client.apply(required(actions.find(({ title }) => title.startsWith('Extract RuntimeClass `windows`'))));
  expect(client.text(URI).match(/runtimeClassName: windows\n/g)).toHaveLength(2);
  expect(client.text(URI)).toMatch(
    /^# first\n---\napiVersion: v1\n.*---\napiVersion: node.k8s.io\/v1\n.*: windows\n$/s,
  );
});

test('offers a common refactoring of several workloads once', async () => {
  const client = await openDocument(`${SCHEDULED}---\n${SCHEDULED.replace('name: scheduled', 'name: other')}`);
  const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const actions = await client.codeActions(URI, whole, REFACTORING);
  expect(actions.filter(({ title }) => title.startsWith('Extract RuntimeClass'))).toHaveLength(1);
  expect(actions.filter(({ title }) => title === 'Make ready for Windows')).toHaveLength(2);
});

test('shows a disabled refactoring with the reason to clients that support it', async () => {
  const broken = `${LINUX}  broken: [\n`;
  const client = await openDocument(broken);
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(actions).toContainEqual({
    title: READY,
    kind: 'refactor.rewrite.kubewin',
    disabled: { reason: 'The document has syntax errors.' },
  });
  const other = await openDocument(broken, { capabilities: PLAIN });
  expect(await other.codeActions(URI, other.rangeOf(URI, 'Pod'), REFACTORING)).toEqual([]);
});

describe('refactorings are offered on request', () => {
  const { Automatic, Invoked } = CodeActionTriggerKind;
  test.each<[only: string[] | undefined, trigger: CodeActionTriggerKind, isOffered: boolean]>([
    [undefined, Automatic, false],
    [undefined, Invoked, true],
    [['refactor'], Invoked, true],
    [['refactor.rewrite'], Invoked, true],
    [['refactor.extract'], Invoked, false],
    [['quickfix'], Invoked, false],
  ])('for the kinds %s and trigger %s', async (kinds, trigger, isOffered) => {
    const client = await openDocument(LINUX);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), kinds, trigger);
    expect(actions.some(({ kind }) => kind === 'refactor.rewrite.kubewin')).toBe(isOffered);
  });

  test.each([
    ['kind', 'Pod', true],
    ['name', 'name: linux', true],
    ['spec', 'spec', true],
    ['a field', 'hostPID', false],
    ['an image', 'nginx', false],
  ])('at the %s', async (_, text, isOffered) => {
    const client = await openDocument(LINUX);
    const actions = await client.codeActions(URI, client.rangeOf(URI, text), REFACTORING);
    expect(actions.length > 0).toBe(isOffered);
  });
});

async function openDocument(text: string, options: Parameters<typeof TestClient.start>[0] = {}): Promise<TestClient> {
  const client = await TestClient.start({ server: {}, ...options });
  await client.open(URI, text);
  return client;
}

function textAt(client: TestClient, { uri, range }: Location): string {
  return TextDocument.create(uri, 'yaml', 1, client.text(uri)).getText(range);
}

function required(action: CodeAction | undefined): CodeAction {
  if (action === undefined) throw new Error('there is no such action');
  return action;
}
