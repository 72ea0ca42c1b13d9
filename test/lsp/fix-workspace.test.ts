import { describe, expect, test } from 'vitest';
import {
  type AnnotatedTextEdit,
  type ApplyWorkspaceEditParams,
  type ChangeAnnotation,
  FileChangeType,
  type TextDocumentEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { CLEAN, DECLARED, LINUX, SCHEDULED } from './manifests.ts';
import { PLAIN, TestClient, VS_CODE } from './test-client.ts';

const COMMAND = 'kubewin.fixWorkspace';
const FIXED = DECLARED.replace('  hostPID: true # for the profiler\n', '');
const PRIVILEGED = `${DECLARED}      securityContext:\n        privileged: true\n`;

const FILES = {
  'file:///work/declared.yaml': `${PRIVILEGED}---\n${LINUX}`,
  'file:///work/sub/scheduled.yaml': SCHEDULED,
  'file:///work/linux.yaml': LINUX,
  'file:///work/broken.yaml': `${DECLARED}  broken: [\n`,
  'file:///work/excluded/a.yaml': DECLARED,
};
const SETTINGS = { kubewin: { exclude: ['excluded'] } };

test('announces the command to clients that apply edits', async () => {
  const client = await TestClient.start();
  expect(client.initialized.capabilities.executeCommandProvider).toEqual({ commands: [COMMAND] });
  const without = await TestClient.start({ capabilities: PLAIN });
  expect(without.initialized.capabilities.executeCommandProvider).toBeUndefined();
});

test('selects fixes of rejected fields, and asks about ignored ones, by rule', async () => {
  const client = await TestClient.start({ files: FILES, settings: SETTINGS });
  const params = await requestedEdit(client);
  expect(params.metadata).toEqual({ isRefactoring: true });
  expect(Object.keys(params.edit.changeAnnotations ?? {}).sort()).toEqual([
    'ineffective: pod/host-pid',
    'safe: pod/host-pid',
    'safe: security-context/privileged',
  ]);
  expect(params.edit.changeAnnotations?.['safe: pod/host-pid']).toEqual({
    label: 'hostPID on a Windows pod',
    description: 'Pod declared, Pod scheduled · pod/host-pid',
    needsConfirmation: false,
  });
  expect(params.edit.changeAnnotations?.['ineffective: pod/host-pid']).toMatchObject({ needsConfirmation: true });
  expect(documentEdits(params).map(({ textDocument }) => textDocument)).toEqual([
    { uri: 'file:///work/declared.yaml', version: null },
    { uri: 'file:///work/sub/scheduled.yaml', version: null },
  ]);
  expect(appliedTexts(params, FILES)).toEqual({
    'file:///work/declared.yaml': `${FIXED}---\n${LINUX}`,
    'file:///work/sub/scheduled.yaml': CLEAN,
  });
  expect(appliedTexts(params, FILES, ({ needsConfirmation }) => needsConfirmation !== true)).toEqual({
    'file:///work/declared.yaml': `${FIXED}---\n${LINUX}`,
    'file:///work/sub/scheduled.yaml': SCHEDULED,
  });
});

test('names a few objects for each rule, each once', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const documents = [...names, 'a'].map((name) => DECLARED.replace('name: declared', `name: ${name}`));
  const client = await TestClient.start({ files: { 'file:///work/a.yaml': documents.join('---\n') } });
  const { edit } = await requestedEdit(client);
  expect(Object.values(edit.changeAnnotations ?? {}).map(({ description }) => description)).toEqual([
    'Pod a, Pod b, Pod c, Pod d, Pod e and 2 more · pod/host-pid',
  ]);
});

test('supports any selection of rules', async () => {
  const client = await TestClient.start({ files: FILES, settings: SETTINGS });
  const params = await requestedEdit(client);
  const privileged = params.edit.changeAnnotations?.['safe: security-context/privileged'];
  expect(appliedTexts(params, FILES, (id) => id === privileged)).toMatchObject({
    'file:///work/declared.yaml': `${DECLARED}---\n${LINUX}`,
  });
});

test('has one entry for rules that share lines, and says so', async () => {
  const text = PRIVILEGED.replace('privileged: true', 'privileged: true\n        procMount: Default');
  const client = await TestClient.start({ files: { 'file:///work/a.yaml': text }, server: {} });
  const params = await requestedEdit(client);
  const rules = 'security-context/privileged, security-context/proc-mount';
  expect(params.edit.changeAnnotations?.[`safe: ${rules}`]).toMatchObject({
    label: 'Privileged container on Windows; procMount on a Windows container',
    description: `Pod declared · ${rules} (the fixes share lines)`,
  });
  const alone = params.edit.changeAnnotations?.['safe: pod/host-pid'];
  expect(appliedTexts(params, { 'file:///work/a.yaml': text }, (id) => id !== alone)).toEqual({
    'file:///work/a.yaml': DECLARED,
  });
});

test('has separate entries for rules on adjacent lines', async () => {
  const text = DECLARED.replace(/ *hostPID.*\n/, '  hostPID: true\n  hostIPC: true\n');
  const client = await TestClient.start({ files: { 'file:///work/a.yaml': text }, server: {} });
  const params = await requestedEdit(client);
  expect(Object.keys(params.edit.changeAnnotations ?? {}).sort()).toEqual(['safe: pod/host-ipc', 'safe: pod/host-pid']);
  expect(appliedTexts(params, { 'file:///work/a.yaml': text })).toEqual({ 'file:///work/a.yaml': FIXED });
  const pid = params.edit.changeAnnotations?.['safe: pod/host-pid'];
  expect(appliedTexts(params, { 'file:///work/a.yaml': text }, (id) => id === pid)).toEqual({
    'file:///work/a.yaml': text.replace('  hostPID: true\n', ''),
  });
});

test('shows a preview even if there are only safe fixes', async () => {
  const client = await TestClient.start({ files: { 'file:///work/a.yaml': DECLARED } });
  const params = await requestedEdit(client);
  expect(Object.values(params.edit.changeAnnotations ?? {})).toMatchObject([{ needsConfirmation: true }]);
});

test('leaves the preview to a client that has one: only fields without effect need confirmation', async () => {
  const initializationOptions = { previewCommand: 'preview' };
  const files = { 'file:///work/a.yaml': DECLARED };
  const client = await TestClient.start({ files, initializationOptions });
  const annotations = async () => Object.values((await requestedEdit(client)).edit.changeAnnotations ?? {});
  const declared = { description: 'Pod declared · pod/host-pid', needsConfirmation: false };
  expect(await annotations()).toMatchObject([declared]);
  await client.write('file:///work/b.yaml', SCHEDULED, FileChangeType.Created);
  await client.pullWorkspace();
  const scheduled = { description: 'Pod scheduled · pod/host-pid', needsConfirmation: true };
  expect(await annotations()).toMatchObject([declared, scheduled]);
});

test('edits open documents as they are in the editor, in their version', async () => {
  const client = await TestClient.start({ files: { 'file:///work/a.yaml': CLEAN }, folders: ['file:///work'] });
  await client.open('file:///work/a.yaml', `# typed\n${DECLARED}`);
  await client.replace('file:///work/a.yaml', 'typed', 'typed more');
  // This file is outside of the workspace, whose files are fixed.
  await client.open('file:///elsewhere/b.yaml', DECLARED);
  const params = await requestedEdit(client);
  expect(documentEdits(params).map(({ textDocument }) => textDocument)).toEqual([
    { uri: 'file:///work/a.yaml', version: 2 },
  ]);
  expect(appliedTexts(params, { 'file:///work/a.yaml': client.text('file:///work/a.yaml') })).toEqual({
    'file:///work/a.yaml': `# typed more\n${FIXED}`,
  });
});

test('sends only safe fixes to a client without annotations', async () => {
  const capabilities = { ...VS_CODE, workspace: { ...VS_CODE.workspace, workspaceEdit: {} } };
  const client = await TestClient.start({ files: FILES, settings: SETTINGS, capabilities });
  const { edit } = await requestedEdit(client);
  expect(edit.changeAnnotations).toBeUndefined();
  expect(Object.keys(edit.changes ?? {})).toEqual(['file:///work/declared.yaml']);
  const before = TextDocument.create('', '', 0, FILES['file:///work/declared.yaml']);
  expect(TextDocument.applyEdits(before, edit.changes?.['file:///work/declared.yaml'] ?? [])).toBe(
    `${FIXED}---\n${LINUX}`,
  );
});

describe('messages say', () => {
  test('that there is nothing to fix', async () => {
    const client = await TestClient.start({ files: { 'file:///work/a.yaml': CLEAN } });
    await client.execute(COMMAND);
    expect(await client.next('message')).toBe('No fixes are available in this workspace.');
  });

  test('that a file on disk has changed, and skip it', async () => {
    const client = await TestClient.start({ files: { 'file:///work/a.yaml': DECLARED } });
    await client.pullWorkspace();
    client.disk.files.set('file:///work/a.yaml', `# new\n${DECLARED}`);
    client.onEdit = () => {
      throw new Error('there is nothing to be made');
    };
    await client.execute(COMMAND);
    expect(await client.next('message')).toBe(
      'No fixes are available in this workspace. Files that are changing on disk were skipped.',
    );
  });

  test('that a document changed before the edit could be applied', async () => {
    const client = await TestClient.start();
    await client.open('file:///work/a.yaml', DECLARED);
    client.onEdit = async () => {
      await client.replace('file:///work/a.yaml', 'metadata', '# new\nmetadata');
      await client.settle();
      return { applied: false };
    };
    await client.execute(COMMAND);
    expect(await client.next('message')).toBe(
      'No fixes were applied: a file changed in the meantime. Run the command again.',
    );
  });

  test('why the client did not apply the edit', async () => {
    const client = await TestClient.start({ files: { 'file:///work/a.yaml': DECLARED } });
    client.onEdit = () => ({ applied: false, failureReason: 'the file is read-only' });
    await client.execute(COMMAND);
    expect(await client.next('message')).toBe('No fixes were applied: the file is read-only.');
  });

  test('that a file is read-only, and skip it', async () => {
    const client = await TestClient.start({
      files: { 'file:///work/a.yaml': PRIVILEGED, 'file:///work/b.yaml': DECLARED },
    });
    client.disk.readOnly.add('file:///work/a.yaml');
    const params = await requestedEdit(client);
    expect(documentEdits(params).map(({ textDocument }) => textDocument.uri)).toEqual(['file:///work/b.yaml']);
    expect(Object.keys(params.edit.changeAnnotations ?? {})).toEqual(['safe: pod/host-pid']);
    expect(await client.next('message')).toBe('Read-only files were skipped.');
    client.disk.readOnly.add('file:///work/b.yaml');
    await client.execute(COMMAND);
    expect(await client.next('message')).toBe(
      'No fixes are available in this workspace. Read-only files were skipped.',
    );
  });

  test('that a configuration file has errors, and nothing is fixed', async () => {
    const client = await TestClient.start({
      files: { 'file:///work/my%20team/.kubewin.yaml': 'rules: [\n', 'file:///work/my%20team/a.yaml': DECLARED },
    });
    client.onEdit = () => {
      throw new Error('there is nothing to be made');
    };
    await client.execute(COMMAND);
    expect(await client.next('message')).toBe(
      'No fixes were applied: `my team/.kubewin.yaml` has errors. Correct them first.',
    );
  });

  test('nothing where the user said no, and where all went well', async () => {
    const client = await TestClient.start({ files: { 'file:///work/a.yaml': DECLARED } });
    await client.execute(COMMAND);
    // A preview opens the documents.
    client.onEdit = async () => {
      await client.open('file:///work/a.yaml', DECLARED);
      await client.settle();
      return { applied: false };
    };
    await client.execute(COMMAND);
    await client.execute('kubewin.unknown');
    client.onEdit = () => ({ applied: true });
    await client.execute(COMMAND);
    await client.settle();
    expect(client.received('message')).toEqual([]);
  });
});

/** The edit that the command sends to the client. */
async function requestedEdit(client: TestClient): Promise<ApplyWorkspaceEditParams> {
  let requested: ApplyWorkspaceEditParams | undefined;
  client.onEdit = (params) => {
    requested = params;
    return { applied: true };
  };
  await client.execute(COMMAND);
  if (requested === undefined) throw new Error('the server sent no edit');
  return requested;
}

function documentEdits({ edit }: ApplyWorkspaceEditParams): TextDocumentEdit[] {
  return (edit.documentChanges ?? []) as TextDocumentEdit[];
}

/** The texts after the edits whose annotations were selected. */
function appliedTexts(
  params: ApplyWorkspaceEditParams,
  texts: Readonly<Record<string, string>>,
  isSelected: (annotation: ChangeAnnotation) => boolean = () => true,
): Record<string, string> {
  return Object.fromEntries(
    documentEdits(params).map(({ textDocument: { uri }, edits }) => {
      const selected = (edits as AnnotatedTextEdit[]).filter(({ annotationId }) => {
        const annotation = params.edit.changeAnnotations?.[annotationId];
        return annotation !== undefined && isSelected(annotation);
      });
      return [uri, TextDocument.applyEdits(TextDocument.create(uri, 'yaml', 0, texts[uri] ?? ''), selected)];
    }),
  );
}
