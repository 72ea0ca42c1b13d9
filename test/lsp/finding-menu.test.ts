import { describe, expect, test, vi } from 'vitest';
import { type CodeAction, FileChangeType } from 'vscode-languageserver/node';
import type { Fix, Rule } from '../../server/src/lint/rule.ts';
import hostPid from '../../server/src/rules/pod/host-pid.ts';
import { CLEAN, DECLARED, SCHEDULED } from './manifests.ts';
import { FEW_RULES, PLAIN, TestClient, VS_CODE } from './test-client.ts';

const URI = 'file:///work/pod.yaml';
const CONFIG = 'file:///work/.kubewin.yaml';
const COMMANDS = { rulePageCommand: 'kubewin.openRule', turnOffRuleCommand: 'kubewin.turnOffRule' };
const FIX_ALL = 'Fix all auto-fixable problems in this file';
const FIX_BOTH = `${FIX_ALL} (2)`;
const PRIVILEGED = `${DECLARED}      securityContext:\n        privileged: true\n`;

type Options = Parameters<typeof TestClient.start>[0];

async function openDocument(text: string, options: Options = {}): Promise<TestClient> {
  const client = await TestClient.start(options);
  await client.open(URI, text);
  return client;
}

async function menu(client: TestClient, at = 'hostPID'): Promise<CodeAction[]> {
  return client.codeActions(URI, client.rangeOf(URI, at), ['quickfix']);
}

function titles(actions: readonly CodeAction[]): string[] {
  return actions.map(({ title }) => title);
}

function actionTitled(actions: readonly CodeAction[], start: string): CodeAction {
  const found = actions.find(({ title }) => title.startsWith(start));
  if (found === undefined) throw new Error(`no «${start}» among ${titles(actions).join(', ')}`);
  return found;
}

describe('the menu of a finding', () => {
  test('lists fixes first, then what applies to the file and the rule, all for this finding', async () => {
    const client = await openDocument(PRIVILEGED, { initializationOptions: COMMANDS });
    const actions = await menu(client);
    expect(titles(actions)).toEqual([
      'Remove `hostPID`',
      'Make it a HostProcess pod',
      FIX_BOTH,
      'Make ready for Windows',
      'Suppress `pod/host-pid` on this line…',
      'Suppress `pod/host-pid` in this file',
      'Turn off rule `pod/host-pid`',
      'Show documentation for `pod/host-pid`',
    ]);
    const [found] = await client.diagnostics(URI);
    expect(actions.map(({ kind, diagnostics }) => [kind, diagnostics])).toEqual(
      actions.map(() => ['quickfix', [found]]),
    );
    expect(actions.slice(6).map(({ command }) => [command?.command, command?.arguments])).toEqual([
      ['kubewin.turnOffRule', [URI, 'pod/host-pid']],
      ['kubewin.openRule', ['pod/host-pid']],
    ]);
  });

  test('has no command that the client does not have', async () => {
    const client = await openDocument(PRIVILEGED, { capabilities: PLAIN });
    expect(titles(await menu(client))).toEqual([
      'Remove `hostPID`',
      'Make it a HostProcess pod',
      FIX_BOTH,
      'Make ready for Windows',
      'Suppress `pod/host-pid` on this line',
      'Suppress `pod/host-pid` in this file',
    ]);
  });

  test('has at most three fixes', async () => {
    const rule: Rule = {
      ...hostPid,
      pod: {
        watches: ['spec.hostPID'],
        check(field, { report }) {
          const fixes = ['a', 'b', 'c', 'd'].map((key): Fix => {
            return {
              title: `Add ${key}`,
              safety: 'review',
              changes: [{ kind: 'insert', path: ['spec', key], value: true }],
            };
          });
          report({ at: field.span, message: { template: '`{0}` {effect}.', args: ['hostPID'] }, fixes });
        },
      },
    };
    const client = await openDocument(DECLARED, { server: { rules: [rule] } });
    expect(titles(await menu(client)).filter((title) => title.startsWith('Add'))).toEqual(['Add a', 'Add b', 'Add c']);
  });
});

describe('fixing all auto-fixable problems in the file', () => {
  test('is offered with one of the safe fixes', async () => {
    const client = await openDocument(`${DECLARED}---\n${DECLARED}`);
    await client.apply(actionTitled(await menu(client), FIX_ALL));
    expect(client.text(URI)).not.toContain('hostPID');
  });

  test.each<[where: string, text: string, at: string]>([
    [
      'at a finding without a safe fix',
      `${PRIVILEGED}---\n${SCHEDULED.replace('hostPID: true', 'hostPID:  true')}`,
      'hostPID:  ',
    ],
    ['where there is no finding', PRIVILEGED, 'containers'],
  ])('is not offered %s', async (_, text, at) => {
    const client = await openDocument(text);
    expect(titles(await menu(client, at)).join()).not.toContain(FIX_ALL);
  });

  test.each<[what: string, text: string]>([
    ['the only one', DECLARED],
    [
      'one whose equal is suppressed',
      `${DECLARED}---\n${DECLARED.replace('true #', 'true # kubewin: allow pod/host-pid --')}`,
    ],
  ])('counts %s', async (_, text) => {
    const client = await openDocument(text);
    expect(titles(await menu(client))).toContain(`${FIX_ALL} (1)`);
  });

  test('is computed from the current text when it is selected', async () => {
    const client = await openDocument(PRIVILEGED);
    const action = actionTitled(await menu(client), FIX_ALL);
    expect(action.edit).toBeUndefined();
    await client.replace(URI, 'metadata', '# new\nmetadata');
    await client.apply(action);
    expect(client.text(URI)).toBe(
      DECLARED.replace('  hostPID: true # for the profiler\n', '').replace('metadata', '# new\nmetadata'),
    );
    const again = await client.resolve(action);
    expect(again.edit).toBeUndefined();
    await client.close(URI);
    expect((await client.resolve(action)).edit).toBeUndefined();
  });

  test('does not replace an action with a command', async () => {
    const client = await openDocument(PRIVILEGED, { initializationOptions: COMMANDS });
    const action = actionTitled(await menu(client), 'Show documentation for');
    expect(await client.resolve(action)).toEqual(action);
    expect(client.received('log')).toEqual([]);
  });

  test('has its edit at once for a client that does not resolve actions', async () => {
    const client = await openDocument(PRIVILEGED, { capabilities: PLAIN });
    expect(actionTitled(await menu(client), FIX_ALL).edit?.changes?.[URI]).toHaveLength(2);
  });

  test('is listed once in a request for all kinds', async () => {
    const client = await openDocument(PRIVILEGED);
    const actions = await client.codeActions(URI, client.rangeOf(URI, 'hostPID'));
    expect(actions.filter(({ title }) => title.startsWith(FIX_ALL)).map(({ kind }) => kind)).toEqual(['quickfix']);
  });
});

describe('removing all fields without effect in the file', () => {
  const REMOVE_ALL = 'Remove all fields without effect in this file (2)';
  const several = `${PRIVILEGED}---\n${SCHEDULED.replace('hostPID: true', 'hostPID:  true')}---\n${SCHEDULED}`;

  test.each<[at: string, offered: string, other: string]>([
    ['hostPID: true #', FIX_BOTH, REMOVE_ALL],
    ['hostPID:  true', REMOVE_ALL, FIX_BOTH],
  ])('is offered with findings of its kind, and not with others: %s', async (at, offered, other) => {
    const client = await openDocument(several);
    const offers = titles(await menu(client, at));
    expect(offers).toContain(offered);
    expect(offers).not.toContain(other);
  });

  test('leaves the other fixes', async () => {
    const client = await openDocument(several);
    const action = actionTitled(await menu(client, 'hostPID:  true'), REMOVE_ALL);
    expect(action.edit).toBeUndefined();
    await client.apply(action);
    expect(client.text(URI)).toBe(`${PRIVILEGED}---\n${CLEAN}---\n${CLEAN}`);
    expect(titles(await menu(client))).toContain(FIX_BOTH);
  });
});

describe('making ready for Windows', () => {
  test('is offered once with a finding, even where the refactoring is', async () => {
    const client = await openDocument(SCHEDULED, { server: {} });
    const at = client.rangeOf(URI, 'hostPID');
    const action = actionTitled(await client.codeActions(URI, at), 'Make ready for Windows');
    await client.apply(action);
    expect(client.text(URI)).toContain('    name: windows\n');
    expect(client.text(URI)).not.toContain('hostPID');
    const whole = { start: { line: 0, character: 0 }, end: { line: 8, character: 0 } };
    await client.replace(URI, client.text(URI), SCHEDULED);
    const all = titles(await client.codeActions(URI, whole));
    expect(all.filter((title) => title === 'Make ready for Windows')).toHaveLength(1);
  });

  test('is not offered in a template, whose parts are unknown', async () => {
    const client = await openDocument(SCHEDULED.replace('name: web', 'name: {{ .Values.name }}'));
    expect(titles(await menu(client)).join()).not.toContain('Make ready');
  });
});

describe('a suppression in this place', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('sets the cursor where the reason goes, with %s', async (_, lineBreak) => {
    const client = await openDocument(DECLARED.replaceAll('\n', lineBreak));
    const { edit } = actionTitled(await menu(client), 'Suppress `pod/host-pid` on this line');
    const start = { line: 7, character: 0 };
    expect(edit?.documentChanges).toEqual([
      {
        textDocument: { uri: URI, version: 1 },
        edits: [
          {
            range: { start, end: start },
            snippet: { kind: 'snippet', value: `  # kubewin: allow pod/host-pid -- $0${lineBreak}` },
          },
        ],
      },
    ]);
  });

  test('has no placeholder for the reason if the client does not set the cursor', async () => {
    const { snippetEditSupport: _, ...workspaceEdit } = VS_CODE.workspace?.workspaceEdit ?? {};
    const client = await openDocument(DECLARED, {
      capabilities: { ...VS_CODE, workspace: { ...VS_CODE.workspace, workspaceEdit } },
    });
    await client.apply(actionTitled(await menu(client), 'Suppress `pod/host-pid` on this line'));
    expect(client.text(URI)).toContain('\n  # kubewin: allow pod/host-pid\n  hostPID: true');
  });
});

describe('a suppression in the file', () => {
  const comment = '# kubewin: allow-file pod/host-pid\n';
  test.each<[what: string, text: string, before: string]>([
    ['one document', DECLARED, ''],
    ['several documents', `${DECLARED}---\n${DECLARED}`, ''],
    ['a comment above', `# Copyright\n\n${DECLARED}`, '# Copyright\n\n'],
    ['a `---` line above', `---\n${DECLARED}`, '---\n'],
    ['a comment of its own document', `# Copyright\n---\n${DECLARED}`, '# Copyright\n---\n'],
    ['a file whose first document is not checked', `kind: Other\n---\n${DECLARED}`, ''],
    ['a List', `apiVersion: v1\nkind: List\nitems:\n${DECLARED.replace(/^(?=.)/gm, '    ').replace('   ', '  -')}`, ''],
    ['a template', `{{- $x := 1 }}\n${DECLARED.replace('true #', 'true #')}`, '{{- $x := 1 }}\n'],
  ])('suppresses the rule in %s', async (_, text, before) => {
    const client = await openDocument(text);
    expect(await client.diagnostics(URI)).not.toEqual([]);
    await client.apply(actionTitled(await menu(client), 'Suppress `pod/host-pid` in this file'));
    expect(client.text(URI)).toBe(before + comment + text.slice(before.length));
    expect(await client.diagnostics(URI)).toEqual([]);
  });

  test.each([
    ['in JSON', '{"apiVersion": "v1", "kind": "Pod", "spec": {"os": {"name": "windows"}, "hostPID": true}}'],
    ['if the first document is not a Kubernetes object', `a: 1\n---\n${DECLARED}`],
  ])('is not offered %s', async (_, text) => {
    const client = await openDocument(text);
    expect(titles(await menu(client)).join()).not.toMatch(/Suppress .* in this file/);
  });
});

describe('turning a rule off without a command of the client', () => {
  test.each<[what: string, before: string, after: string]>([
    ['no content', '', 'rules:\n  pod/host-pid: off\n'],
    ['a comment', '# ours', '# ours\nrules:\n  pod/host-pid: off\n'],
    ['other settings', 'taint: aks # ours\n', 'taint: aks # ours\nrules:\n  pod/host-pid: off\n'],
    [
      'other rules',
      'rules:\n  # why\n  pod: error # all\n\nexclude: [a]\n',
      'rules:\n  # why\n  pod: error # all\n  pod/host-pid: off\n\nexclude: [a]\n',
    ],
    ['flow style', 'rules: { image: hint }\n', 'rules: { image: hint, pod/host-pid: off }\n'],
    ['the rule itself', 'rules:\n  pod/host-pid: error # loud\n', 'rules:\n  pod/host-pid: off # loud\n'],
    ['CRLF', 'taint: aks\r\n', 'taint: aks\r\nrules:\r\n  pod/host-pid: off\r\n'],
  ])('writes to the configuration file with %s', async (_, before, after) => {
    const client = await openDocument(DECLARED, { files: { [CONFIG]: before } });
    const { edit } = actionTitled(await menu(client), 'Turn off');
    expect(edit?.documentChanges).toMatchObject([{ textDocument: { uri: CONFIG, version: null } }]);
    await client.open(CONFIG, before);
    const opening = actionTitled(await menu(client), 'Turn off');
    await client.apply(opening);
    expect(client.text(CONFIG)).toBe(after);
    await client.write(CONFIG, after, FileChangeType.Changed);
    await vi.waitFor(async () => expect(await client.diagnostics(URI)).toEqual([]));
  });

  test('writes to the nearest configuration file', async () => {
    const near = 'file:///work/a/.kubewin.yaml';
    const client = await TestClient.start({ files: { [CONFIG]: '', [near]: '' } });
    const uri = 'file:///work/a/b/pod.yaml';
    await client.open(uri, DECLARED);
    const actions = await client.codeActions(uri, client.rangeOf(uri, 'hostPID'), ['quickfix']);
    expect(actionTitled(actions, 'Turn off').edit?.documentChanges).toMatchObject([{ textDocument: { uri: near } }]);
  });

  test.each<[what: string, files: Record<string, string>]>([
    ['there is no configuration file', {}],
    ['the configuration file has syntax errors', { [CONFIG]: 'rules: [\n' }],
    [
      'an override sets the value for this file',
      { [CONFIG]: 'overrides: [{ files: [pod.yaml], rules: { pod/host-pid: error } }]\n' },
    ],
  ])('is not offered if %s', async (_, files) => {
    const client = await openDocument(DECLARED, { files });
    expect(titles(await menu(client)).join()).not.toContain('Turn off');
  });

  test('is offered for an unused suppression, which has no page', async () => {
    const client = await openDocument(
      `# kubewin: allow pod/host-pid\n${SCHEDULED.replace('hostPID: true', 'hostIPC: true')}`,
      {
        initializationOptions: COMMANDS,
      },
    );
    expect(titles(await menu(client, 'pod/host-pid'))).toEqual(['Turn off rule `directive/unused`']);
  });
});

describe('the request kubewin/configChange', () => {
  const off = (client: TestClient) => client.configChange(URI, ['rules', 'pod/host-pid'], 'off');
  test('returns the text of the configuration file before and after', async () => {
    const client = await openDocument(DECLARED, { files: { [CONFIG]: 'taint: none\n' } });
    expect(await off(client)).toMatchObject({
      uri: CONFIG,
      before: 'taint: none\n',
      after: 'taint: none\nrules:\n  pod/host-pid: off\n',
    });
    expect(await client.configChange(URI, ['taint'], 'eks')).toMatchObject({ after: 'taint: eks\n' });
  });

  test.each<[what: string, text: string, reason: string]>([
    ['has syntax errors', 'rules: [\n', 'The document has syntax errors.'],
    ['is a list', '- a\n', 'The field exists with a value of another type.'],
    [
      'has overrides for this file',
      'overrides:\n  - files: [pod.yaml]\n    rules: { pod: error }\n    taint: eks\n',
      'One of its overrides sets the value for this file.',
    ],
    [
      'is too long',
      `# ${'x'.repeat(100_000)}\n`,
      'The file has more than 100,000 characters, so the defaults are used.',
    ],
  ])('returns a reason if the file %s', async (what, text, reason) => {
    const client = await openDocument(DECLARED, { files: { [CONFIG]: text } });
    const expected = { reason: `\`.kubewin.yaml\` was not changed. ${reason}` };
    expect(await client.configChange(URI, ['taint'], 'gke')).toEqual(expected);
    // A rule that is named wins over its category.
    if (!what.includes('overrides')) expect(await off(client)).toEqual(expected);
  });

  test('returns null if there is no configuration file, also for a closed document', async () => {
    const client = await openDocument(DECLARED);
    expect(await off(client)).toBeNull();
    expect(await client.configChange('file:///work/none.yaml', ['taint'], 'eks')).toBeNull();
    expect(await client.configChange('untitled:Untitled-1', ['taint'], 'eks')).toBeNull();
    const other = await TestClient.start({ files: { [CONFIG]: '' } });
    expect(await other.configChange(URI, ['taint'], 'eks')).toMatchObject({ after: 'taint: eks\n' });
  });

  test('rejects an invalid value', async () => {
    const client = await openDocument(DECLARED, { files: { [CONFIG]: '' }, server: { rules: FEW_RULES } });
    expect(await client.configChange(URI, ['taint'], 'moon')).toMatchObject({
      reason: expect.stringContaining('`taint` cannot be `moon`.'),
    });
  });
});
