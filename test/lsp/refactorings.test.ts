import { describe, expect, test } from 'vitest';
import { type CodeAction, CodeActionTriggerKind } from 'vscode-languageserver/node';
import { LINUX, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const REFACTORING = ['refactor.rewrite.kubewin'];
const COMMAND = { showRemainingCommand: 'kubewin.showRemaining' };
const READY = 'Make ready for Windows';
const LINUX_IMAGE =
  '`containers[0].image`: This Linux image may prevent the pod from starting: it is used in a Windows pod.';

test('a Linux pod becomes one for Windows, and the client is told what remains', async () => {
  const client = await opened(LINUX, { initializationOptions: COMMAND });
  const [action] = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(action).toMatchObject({
    title: READY,
    kind: 'refactor.rewrite.kubewin',
    command: {
      command: 'kubewin.showRemaining',
      arguments: ['Ready for Windows except for 1 thing', [LINUX_IMAGE]],
    },
  });
  await client.apply(only(action));
  expect(client.text(URI)).toBe(
    LINUX.replace('  hostPID: true\n', '').replace(
      'spec:\n',
      'spec:\n  os:\n    name: windows\n  nodeSelector:\n    kubernetes.io/os: windows\n',
    ),
  );
  const again = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(again).toEqual([]);
});

test('a client is told where a twin was written', async () => {
  const deployment = `apiVersion: apps/v1
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
  const client = await opened(`# first\n---\n${deployment}`, { initializationOptions: COMMAND });
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Deployment'), REFACTORING);
  const action = only(actions.find(({ title }) => title.startsWith('Add a Windows twin')));
  await client.apply(action);
  const [, , place] = action.command?.arguments ?? [];
  const { start, end } = place.range;
  const lines = client
    .text(URI)
    .split('\n')
    .slice(start.line, end.line + 1);
  expect(place.uri).toBe(URI);
  expect([start.character, end.character]).toEqual([0, lines.at(-1)?.length]);
  expect(lines[0]).toBe('apiVersion: apps/v1');
  expect(lines).toContain('  name: web-windows');
  expect(lines.at(-1)).toBe('          image: registry.example/web:1.0');
});

test('without such a command the title says how much remains', async () => {
  const client = await opened(LINUX, { capabilities: PLAIN });
  const [action] = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(action).toMatchObject({
    title: `${READY} (1 thing remains)`,
    edit: { changes: { [URI]: expect.anything() } },
  });
  expect(action?.command).toBeUndefined();
});

test('several documents of a file are changed at once', async () => {
  const client = await opened(`# first\n---\n${SCHEDULED}---\n${SCHEDULED.replace('name: scheduled', 'name: other')}`);
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'nodeSelector'), REFACTORING);
  await client.apply(only(actions.find(({ title }) => title.startsWith('Extract RuntimeClass `windows`'))));
  expect(client.text(URI).match(/runtimeClassName: windows\n/g)).toHaveLength(2);
  expect(client.text(URI)).toMatch(
    /^# first\n---\napiVersion: v1\n.*---\napiVersion: node.k8s.io\/v1\n.*: windows\n$/s,
  );
});

test('what several workloads of a range have in common is offered once', async () => {
  const client = await opened(`${SCHEDULED}---\n${SCHEDULED.replace('name: scheduled', 'name: other')}`);
  const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const actions = await client.codeActions(URI, whole, REFACTORING);
  expect(actions.filter(({ title }) => title.startsWith('Extract RuntimeClass'))).toHaveLength(1);
  expect(actions.filter(({ title }) => title === 'Make ready for Windows')).toHaveLength(2);
});

test('what cannot be done is shown with the reason to clients that can', async () => {
  const broken = `${LINUX}  broken: [\n`;
  const client = await opened(broken);
  const actions = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), REFACTORING);
  expect(actions).toContainEqual({
    title: READY,
    kind: 'refactor.rewrite.kubewin',
    disabled: { reason: 'The document has syntax errors.' },
  });
  const other = await opened(broken, { capabilities: PLAIN });
  expect(await other.codeActions(URI, other.rangeOf(URI, 'Pod'), REFACTORING)).toEqual([]);
});

describe('they are there when asked for', () => {
  const { Automatic, Invoked } = CodeActionTriggerKind;
  test.each<[only: string[] | undefined, trigger: CodeActionTriggerKind, isThere: boolean]>([
    [undefined, Automatic, false],
    [undefined, Invoked, true],
    [['refactor'], Invoked, true],
    [['refactor.rewrite'], Invoked, true],
    [['refactor.extract'], Invoked, false],
    [['quickfix'], Invoked, false],
  ])('%s, %s', async (kinds, trigger, isThere) => {
    const client = await opened(LINUX);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'Pod'), kinds, trigger);
    expect(actions.some(({ kind }) => kind === 'refactor.rewrite.kubewin')).toBe(isThere);
  });

  test.each([
    ['kind', 'Pod', true],
    ['name', 'name: linux', true],
    ['spec', 'spec', true],
    ['a field', 'hostPID', false],
    ['an image', 'nginx', false],
  ])('at the %s', async (_, text, isThere) => {
    const client = await opened(LINUX);
    const actions = await client.codeActions(URI, client.rangeOf(URI, text), REFACTORING);
    expect(actions.length > 0).toBe(isThere);
  });
});

async function opened(text: string, options: Parameters<typeof TestClient.start>[0] = {}): Promise<TestClient> {
  const client = await TestClient.start({ server: {}, ...options });
  await client.open(URI, text);
  return client;
}

function only(action: CodeAction | undefined): CodeAction {
  if (action === undefined) throw new Error('there is no such action');
  return action;
}
