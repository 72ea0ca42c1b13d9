import * as assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type CompletionList,
  ConfigurationTarget,
  commands,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  env,
  type Hover,
  type Location,
  type LocationLink,
  languages,
  type MarkdownString,
  Position,
  Range,
  TabInputText,
  type TextDocument,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import { until } from './until.ts';

const LINUX = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  securityContext:
    fsGroup: 1000
  nodeSelector:
    kubernetes.io/os: linux
  containers:
    - name: web
      image: nginx:1.27-alpine
`;

const LINUX_DEPLOYMENT = `apiVersion: apps/v1
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
      nodeSelector:
        kubernetes.io/os: linux
      containers:
        - name: web
          image: registry.example/web:1.0
`;

/** The API for tools, which the oldest supported version of VS Code does not have. */
interface LanguageModels {
  readonly lm: {
    invokeTool(name: string, options: object): Promise<{ readonly content: readonly { readonly value: string }[] }>;
  };
}

/** The settings that tests change. */
const SETTINGS = [
  'rules',
  'kubernetesVersion',
  'taint',
  'lens',
  'ruleCodes',
  'codeActions.suppress',
  'codeActions.documentation',
];

suite('Kubewin in VS Code', () => {
  let document: TextDocument;

  suiteSetup(async () => {
    document = await workspace.openTextDocument(file('orders.yaml'));
    await window.showTextDocument(document);
  });

  teardown(async () => {
    for (const setting of SETTINGS) await set(setting, undefined);
    await commands.executeCommand('workbench.action.files.revert');
  });

  test('a finding is on the key, with its rule, a link and the effect on the pod', async () => {
    const diagnostic = await finding('orders.yaml', 'pod/host-pid');
    assert.equal(document.getText(diagnostic.range), 'hostPID');
    assert.equal(diagnostic.source, 'kubewin');
    assert.equal(diagnostic.severity, DiagnosticSeverity.Error);
    assert.match(diagnostic.message, /`hostPID`/);
    assert.equal(link(diagnostic), 'command:kubewin.openRule?["pod/host-pid"]');
  });

  test('the link of a finding opens the page of its rule without network access', async () => {
    await commands.executeCommand('kubewin.openRule', 'pod/host-pid');
    await until('the page', () => /host-pid\.md/.test(activeTab()));
    assert.ok(
      window.visibleTextEditors.some((editor) => editor.document === document),
      'the manifest is not visible',
    );
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  test('findings of a file that was never opened are in Problems', async () => {
    const diagnostic = await finding('never-opened.yaml', 'pod/host-pid');
    assert.deepEqual(diagnostic.range, new Range(10, 2, 10, 9));
    assertNotOpen('never-opened.yaml');
  });

  test('evidence for Windows in another file is a related location', async () => {
    const diagnostic = await finding('by-class.yaml', 'pod/host-pid');
    assert.equal(diagnostic.severity, DiagnosticSeverity.Warning);
    assert.deepEqual(diagnostic.tags, [DiagnosticTag.Unnecessary]);
    const places = diagnostic.relatedInformation?.map(({ location }) => location.uri.toString()) ?? [];
    assert.ok(places.includes(file('runtime-class.yaml').toString()), `related: ${places.join(', ') || 'nothing'}`);
  });

  test('a hover has the reason of a finding and a link to the page of its rule', async () => {
    const content = await until('the hover', async () => {
      const at = document.positionAt(document.getText().indexOf('hostPID') + 2);
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, at);
      return hovers.flatMap(({ contents }) => contents as MarkdownString[]).at(0);
    });
    const [reason = '', link = '', ...others] = content.value.split('\n\n');
    assert.match(reason, /^A HostProcess container /);
    assert.match(link, /^\[Documentation for pod\/host-pid \(KW\d{4}\)\]\(command:kubewin\.openRule\?/);
    assert.deepEqual(others, []);
    assert.deepEqual(content.isTrusted, { enabledCommands: ['kubewin.openRule'] });
  });

  test('a field without findings has a hover with one fact, or none; images, builds and unusual memory are explained', async () => {
    const content = LINUX.replace(': linux', ': windows\n    node.kubernetes.io/windows-build: 10.0.20348').replace(
      'nginx:1.27-alpine',
      'mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022\n      resources: { limits: { memory: 1000M } }\n      stdin: false',
    );
    const pod = await workspace.openTextDocument({ language: 'yaml', content });
    const hoverOn = async (text: string) => {
      const at = pod.positionAt(content.indexOf(text) + 1);
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', pod.uri, at);
      return hovers.flatMap(({ contents }) => contents.map((content) => (content as MarkdownString).value)).join('\n');
    };
    assert.equal(await until('the fact', async () => await hoverOn('kubernetes.io/os')), 'Selects Windows nodes.');
    assert.match(
      await hoverOn('mcr.microsoft.com'),
      /Windows Server 2022 \(build 20348\): supported by Microsoft until/,
    );
    assert.match(await hoverOn('10.0.20348'), /^Windows Server 2022: supported by Microsoft until/);
    assert.equal(await hoverOn('1000M'), '953.7 MiB.');
    assert.equal(await hoverOn('stdin'), '');
  });

  test('an unsupported field is an information, and the evidence for a declared pod is not repeated', async () => {
    const content = LINUX.replace(': linux', ': windows\n    node.kubernetes.io/windows-build: 10.0.17763')
      .replace('nginx:1.27-alpine', 'mcr.microsoft.com/windows/servercore:ltsc2019')
      .replace('spec:\n', 'spec:\n  os:\n    name: windows\n');
    const pod = await workspace.openTextDocument({ language: 'yaml', content });
    const found = await until('the finding', () =>
      languages.getDiagnostics(pod.uri).find(({ code }) => ruleOf(code) === 'image/base-image-end-of-support'),
    );
    assert.equal(found.severity, DiagnosticSeverity.Information);
    assert.match(found.message, /^Windows Server 2019 image: runs only on nodes that Kubernetes no longer supports/);
    const fsGroup = languages.getDiagnostics(pod.uri).find(({ code }) => ruleOf(code) === 'security-context/fs-group');
    assert.match(fsGroup?.message.slice(0, 80) ?? '', /`fsGroup: 1000` is rejected on this Pod/);
  });

  test('code lenses show the verdict, and lead to the problems and to the page that explains them', async () => {
    const lenses = await until('the lenses', async () => {
      const found = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 20);
      return found.some(({ command }) => command?.command === 'kubewin.explainWorkload') && found;
    });
    // Those that were resolved come last.
    const [problems, explain, ...others] = lenses.map(({ command }) => command);
    assert.match(problems?.title ?? '', /^Windows \(os\.name\) · \d+ problems$/);
    assert.equal(explain?.title, 'Explain this workload');
    assert.deepEqual(
      others.map((command) => command?.title),
      ['Make ready for Windows…'],
    );
    assert.equal(document.lineAt(lenses[0]?.range.start.line ?? 0).text, 'apiVersion: apps/v1');
    await commands.executeCommand(problems?.command ?? '', ...(problems?.arguments ?? []));
    const [first] = languages
      .getDiagnostics(document.uri)
      .filter(({ source, severity }) => source === 'kubewin' && severity !== DiagnosticSeverity.Hint)
      .sort((a, b) => a.range.start.compareTo(b.range.start));
    assert.deepEqual(window.activeTextEditor?.selection.active, first?.range.start);
    await commands.executeCommand('kubewin.explainWorkload', ...(explain?.arguments ?? []));
    const tab = await until('the page', () =>
      window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label === 'Deployment orders'),
    );
    assert.notEqual(tab.group, window.tabGroups.activeTabGroup, 'the manifest is still visible');
    await window.tabGroups.close(tab);
  });

  test('Check as a Windows Pod shows the problems of a Linux pod until its code lens stops it', async () => {
    const pod = await workspace.openTextDocument({ language: 'yaml', content: LINUX });
    await window.showTextDocument(pod);
    const found = () => languages.getDiagnostics(pod.uri).map(({ code }) => ruleOf(code));
    await commands.executeCommand('kubewin.checkAsWindows');
    await until('the finding', () => found().includes('security-context/fs-group'));
    const stop = await until('the lens', async () => {
      const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', pod.uri, 20);
      return lenses.find(({ command }) => command?.command === 'kubewin.checkAsWindows')?.command;
    });
    assert.equal(stop.title, 'Stop');
    await commands.executeCommand(stop.command, ...(stop.arguments ?? []));
    await until('the end of the findings', () => found().length === 0);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  test('completion offers the RuntimeClasses of the workspace and the accounts of Windows images', async () => {
    const labelsBehind = async ({ uri, getText, positionAt }: TextDocument, key: string) => {
      const at = positionAt(getText().indexOf(key) + key.length);
      const list = await commands.executeCommand<CompletionList>('vscode.executeCompletionItemProvider', uri, at);
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const byClass = await workspace.openTextDocument(file('by-class.yaml'));
    await until('the class', async () => (await labelsBehind(byClass, 'runtimeClassName: ')).includes('windows-2022'));
    const content = LINUX.replace('fsGroup: 1000', 'windowsOptions: { runAsUserName:  }').replace(
      ': linux',
      ': windows',
    );
    const pod = await workspace.openTextDocument({ language: 'yaml', content });
    await until('the account', async () => (await labelsBehind(pod, 'runAsUserName: ')).includes('ContainerUser'));
  });

  test('navigation leads from a reference to the RuntimeClass, and back to its references', async () => {
    const inFile = async (name: string, text: string, command: string) => {
      const { uri, getText, positionAt } = await workspace.openTextDocument(file(name));
      const at = positionAt(getText().indexOf(text) + text.length - 2);
      const found = await commands.executeCommand<(Location | LocationLink)[]>(command, uri, at);
      return found.map((link) => ('uri' in link ? link.uri : link.targetUri).path.split('/').at(-1));
    };
    await until('the definition', async () => {
      const found = await inFile('by-class.yaml', 'runtimeClassName: windows-2022', 'vscode.executeDefinitionProvider');
      return found.includes('runtime-class.yaml');
    });
    const uses = await inFile('runtime-class.yaml', 'name: windows-2022', 'vscode.executeReferenceProvider');
    assert.ok(uses.includes('by-class.yaml'), `uses: ${uses}`);
  });

  test('Show Rendered Template follows the values, has findings, and leads back to the sources', async () => {
    const values = file('chart/values.yaml');
    await window.showTextDocument(file('chart/templates/pod.yaml'));
    await commands.executeCommand('kubewin.showRenderedTemplate');
    const rendered = await until('the text', () => {
      return workspace.textDocuments.find(({ uri }) => uri.scheme === 'kubewin-rendered');
    });
    assert.equal(rendered.languageId, 'yaml');
    for (const line of ['  name: {{ .Release.Name }}', '    kubernetes.io/os: windows']) {
      assert.ok(rendered.getText().split('\n').includes(line), line);
    }
    const [diagnostic] = await until('the finding', () => {
      const found = languages.getDiagnostics(rendered.uri).filter(({ code }) => ruleOf(code) === 'pod/host-pid');
      return found.length > 0 && found;
    });
    assert.equal(rendered.getText(diagnostic?.range), 'hostPID');
    const at = rendered.positionAt(rendered.getText().indexOf('windows'));
    const [source] = await commands.executeCommand<Location[]>('vscode.executeDefinitionProvider', rendered.uri, at);
    assert.equal(source?.uri.toString(), values.toString());
    const editor = await window.showTextDocument(values);
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'extra: text\n'));
    await until('the new value', () => rendered.getText().includes('extra: text'));
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'fails: yes\n'));
    await until('the reason', () => /^# Helm cannot render this template: .*as requested\n/.test(rendered.getText()));
    await commands.executeCommand('workbench.action.files.revert');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await window.showTextDocument(document);
  });

  test('a snippet writes a workload without findings', async () => {
    const job = await workspace.openTextDocument({ language: 'yaml', content: '' });
    await window.showTextDocument(job);
    await commands.executeCommand('editor.action.insertSnippet', { langId: 'yaml', name: 'Job for Windows' });
    assert.match(job.getText(), /kind: Job[\s\S]*kubernetes\.io\/os: windows/);
    // Wait as long as it takes to report a finding.
    await finding('orders.yaml', 'pod/host-pid');
    assert.deepEqual(languages.getDiagnostics(job.uri), []);
    await window.showTextDocument(document);
  });

  test('Restart Server starts another server, which reports the same findings', async () => {
    const before = await finding('never-opened.yaml', 'pod/host-pid');
    await commands.executeCommand('kubewin.restart');
    const after = await finding('never-opened.yaml', 'pod/host-pid');
    assert.equal(after.message, before.message);
    if (process.platform !== 'linux') return;
    const environment = await readFile(`/proc/${await until('the server', serverProcess)}/environ`, 'utf8');
    const folder = /NODE_COMPILE_CACHE=([^\0]+)/.exec(environment)?.[1] ?? '';
    await until(
      'the compiled code of the first server',
      async () => (await readdir(folder).catch(() => [])).length > 0,
    );
  });

  test('kubewin.lens turns the lenses off', async () => {
    await set('lens', false);
    await until('the end of the lenses', async () => {
      const lenses = await commands.executeCommand<CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 20);
      return lenses.every(({ command }) => command?.command !== 'kubewin.explainWorkload');
    });
  });

  test('Show Rules lists the rules and opens the page of the selected one', async () => {
    const picked = commands.executeCommand('kubewin.openRule');
    await until('the page', async () => {
      // The list is empty until the server responds.
      await commands.executeCommand('workbench.action.quickOpenSelectNext');
      await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return /\.md/.test(activeTab());
    });
    await picked;
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  test('Create Configuration asks about the cluster and writes a file that applies, but does not overwrite it', async () => {
    const config = file('.kubewin.yaml');
    await window.showTextDocument(document);
    let isDone = false;
    const created = commands.executeCommand('kubewin.createConfiguration').then(() => {
      isDone = true;
    });
    await until('the file', async () => {
      if (!isDone) await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isDone;
    });
    await created;
    try {
      const text = await readFile(config.fsPath, 'utf8');
      assert.match(text, /^kubernetesVersion: 1\.\d+$/m);
      assert.match(text, /^taint: "auto"$/m);
      await until('the editor', () => activeTab() === '.kubewin.yaml');
      // The command ends when the notification is closed.
      void commands.executeCommand('kubewin.createConfiguration');
      assert.equal(await readFile(config.fsPath, 'utf8'), text);
      await window.showTextDocument(document);
      await until('the file that counts', async () => {
        void commands.executeCommand('kubewin.openConfiguration');
        return window.activeTextEditor?.document.uri.toString() === config.toString();
      });
    } finally {
      await workspace.fs.delete(config);
      await commands.executeCommand('notifications.clearAll');
      await window.showTextDocument(document);
    }
  });

  test('Create Configuration takes the settings from Nodes of the folder, in one question', async () => {
    const [config, nodes] = [file('.kubewin.yaml'), file('nodes.yaml')];
    const node = ['metadata: { name: a, labels: { kubernetes.io/os: windows } }', 'status:', '  nodeInfo:'];
    const nodeInfo = ['    kubeletVersion: v1.36.1', '    containerRuntimeVersion: containerd://2.1.4'];
    await writeFile(nodes.fsPath, ['apiVersion: v1', 'kind: Node', ...node, ...nodeInfo, ''].join('\n'));
    await window.showTextDocument(nodes);
    let isDone = false;
    const created = commands.executeCommand('kubewin.createConfiguration').then(() => {
      isDone = true;
    });
    try {
      await acceptUntil('the file', () => isDone);
      await created;
      const text = await readFile(config.fsPath, 'utf8');
      assert.match(text, /^kubernetesVersion: 1\.36$/m);
      assert.match(text, /^containerRuntime: containerd-2$/m);
      assert.match(text, /^# taint: auto$/m);
    } finally {
      await workspace.fs.delete(nodes);
      await workspace.fs.delete(config);
      await commands.executeCommand('workbench.action.closeAllEditors');
      await window.showTextDocument(document);
    }
  });

  test('Copy Diagnostic Information copies no content of files', async () => {
    await finding('orders.yaml', 'pod/host-pid');
    await commands.executeCommand('kubewin.copyInformation');
    const text = await env.clipboard.readText();
    assert.match(text, /^- extension: \d+\.\d+\.\d+\n- server: Kubewin \d+\.\d+\.\d+\n- editor: /);
    assert.match(text, /^- open files: \d+$/m);
    assert.doesNotMatch(text, /orders|\//);
  });

  test('Get Started opens the walkthrough', async () => {
    await commands.executeCommand('kubewin.getStarted');
    await until('the walkthrough', () => /^(Welcome|Walkthrough)/.test(activeTab()));
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });

  test('the sample of the walkthrough opens and has problems', async () => {
    await commands.executeCommand('kubewin.openSample');
    const sample = await until('the sample', () => {
      const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
      const inputs = tabs.flatMap(({ input }) => (input instanceof TabInputText ? [input.uri] : []));
      return inputs.find((uri) => uri.scheme === 'untitled' && languages.getDiagnostics(uri).length > 2);
    });
    assert.ok(languages.getDiagnostics(sample).every(({ source }) => source === 'kubewin'));
    const showFixes = async () => {
      await commands.executeCommand('kubewin.showFixes');
      const { document: shown, selection } = await until('the editor', () => window.activeTextEditor);
      const [worst] = languages.getDiagnostics(shown.uri).sort((a, b) => a.severity - b.severity);
      assert.ok(worst?.range.contains(selection.start));
      await commands.executeCommand('hideCodeActionWidget');
      return shown.uri;
    };
    await window.showTextDocument(document, ViewColumn.One);
    assert.equal((await showFixes()).toString(), document.uri.toString());
    assert.ok(window.visibleTextEditors.some((editor) => editor.document.uri.toString() === sample.toString()));
    await commands.executeCommand('workbench.action.closeAllEditors');
    // Without an editor, the sample is opened again.
    assert.equal((await showFixes()).scheme, 'untitled');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await window.showTextDocument(document);
  });

  test('Fix All Auto-Fixable Problems fixes the active file', async () => {
    const own = await workspace.openTextDocument({
      language: 'yaml',
      content: document.getText().replace(/^metadata:$/m, '# A copy.\nmetadata:'),
    });
    await window.showTextDocument(own);
    await until('the finding', () =>
      languages.getDiagnostics(own.uri).some(({ code }) => ruleOf(code) === 'pod/host-pid'),
    );
    await commands.executeCommand('kubewin.fixAll');
    await until('the fix', () => !own.getText().includes('hostPID'));
    assert.match(own.getText(), /# A copy\./);
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await window.showTextDocument(document);
  });

  test('tools for language models check, explain and fix a manifest', async () => {
    const call = async (name: string, input: object) => {
      const { content } = await (vscode as unknown as LanguageModels).lm.invokeTool(name, {
        input,
        toolInvocationToken: undefined,
      });
      return content.map(({ value }) => value).join('');
    };
    const text = LINUX.replace('kubernetes.io/os: linux', 'kubernetes.io/os: windows');
    assert.match(await call('kubewin_check', { text }), /"rule":"security-context\/fs-group"/);
    assert.match(await call('kubewin_explain', { rule: 'KW1168' }), /^# .*fsGroup/);
    const { text: fixed } = JSON.parse(await call('kubewin_fix', { text, ineffective: true }));
    assert.strictEqual(fixed, text.replace('  securityContext:\n    fsGroup: 1000\n', ''));
    await assert.rejects(call('kubewin_check', { path: '../outside.yaml' }), /not in a folder of the workspace/);
  });

  test('a syntax error is underlined, and findings elsewhere in the file stay', async () => {
    const { range } = await finding('orders.yaml', 'pod/host-pid');
    const editor = await window.showTextDocument(document);
    const name = document.positionAt(document.getText().indexOf('name: ') + 'name: '.length);
    await editor.edit((edit) => edit.insert(name, '"'));
    const error = await until('the error', () =>
      languages.getDiagnostics(document.uri).find(({ message }) => message.includes('cannot be read as YAML')),
    );
    assert.deepEqual(error.range.start, name);
    const again = await finding('orders.yaml', 'pod/host-pid');
    assert.deepEqual(again.range, range);
    await commands.executeCommand('undo');
    await until('the end of the error', () =>
      languages.getDiagnostics(document.uri).every(({ message }) => !message.includes('cannot be read as YAML')),
    );
  });

  test('a quick fix corrects the file, keeps its comments and removes the finding', async () => {
    const { range } = await finding('orders.yaml', 'pod/host-pid');
    const fix = await until('the fix', async () => {
      const ask = 'vscode.executeCodeActionProvider';
      const kind = CodeActionKind.QuickFix.value;
      // The number of actions to resolve: a server may omit edits until then.
      const resolved = 20;
      const actions = await commands.executeCommand<CodeAction[]>(ask, document.uri, range, kind, resolved);
      return actions.find(({ title, edit }) => title === 'Remove `hostPID`' && edit);
    });
    assert.ok(fix.edit && (await workspace.applyEdit(fix.edit)), 'the edit was not applied');
    assert.doesNotMatch(document.getText(), /hostPID/);
    assert.match(document.getText(), /^# A Deployment that declares Windows/);
    await noFinding('orders.yaml', 'pod/host-pid');
    await finding('orders.yaml', 'pod/host-users');
  });

  test('a refactoring asks for the build and makes a Linux workload ready for Windows', async () => {
    const content = `${LINUX}      command: [bash]\n`;
    const linux = await workspace.openTextDocument({ language: 'yaml', content });
    const place = linux.lineAt(1).range;
    const action = await until('the refactoring', async () => {
      const kind = CodeActionKind.RefactorRewrite.value;
      const ask = 'vscode.executeCodeActionProvider';
      const actions = await commands.executeCommand<CodeAction[]>(ask, linux.uri, place, kind, 20);
      return actions.find(({ title }) => title === 'Make ready for Windows…');
    });
    void run(action);
    await acceptUntil('the preview', () => activeTab().startsWith('Preview: Make ready for Windows'));
    assert.equal(linux.getText(), content);
    const changed = await until('the changed text', () => {
      return workspace.textDocuments.find(({ uri }) => uri.scheme === 'kubewin-preview')?.getText();
    });
    assert.match(changed, /spec:\n {2}os:\n {4}name: windows\n/);
    await commands.executeCommand('kubewin.discardChange');
    await until('the end of the preview', () => !activeTab().startsWith('Preview: Make ready for Windows'));
    assert.equal(linux.getText(), content);
    void run(action);
    await acceptUntil('the preview', () => activeTab().startsWith('Preview: Make ready for Windows'));
    await commands.executeCommand('kubewin.applyChange');
    await until('the edit', () => linux.getText() !== content);
    assert.equal(linux.getText(), changed);
    assert.match(linux.getText(), /kubernetes\.io\/os: windows/);
    assert.doesNotMatch(linux.getText(), /fsGroup/);
    const selected = () => {
      const editor = window.visibleTextEditors.find((visible) => visible.document === linux);
      return editor?.document.getText(editor.selection) ?? '';
    };
    // What remains is in the Problems view once. A step that no rule reports is there until its line is edited.
    const steps = () => languages.getDiagnostics(linux.uri).filter(({ code }) => code === 'remaining step');
    const textsOf = (found: readonly Diagnostic[]) => found.map(({ range }) => linux.getText(range));
    await until('the step', () => steps().length > 0);
    assert.deepEqual(textsOf(steps()), ['bash']);
    const image = await until('the finding', () =>
      languages.getDiagnostics(linux.uri).find(({ range }) => linux.getText(range) === 'nginx:1.27-alpine'),
    );
    await commands.executeCommand('kubewin.nextRemainingStep');
    assert.equal(selected(), 'nginx:1.27-alpine');
    await commands.executeCommand('kubewin.nextRemainingStep');
    assert.equal(selected(), 'bash');
    await commands.executeCommand('kubewin.nextRemainingStep');
    assert.equal(selected(), 'nginx:1.27-alpine');
    await window.activeTextEditor?.edit((edit) => edit.replace(image.range, 'registry.example/web:1.0'));
    await window.activeTextEditor?.edit((edit) => edit.insert(linux.positionAt(0), '# A comment.\n'));
    assert.deepEqual(textsOf(steps()), ['bash']);
    await commands.executeCommand('kubewin.nextRemainingStep');
    assert.equal(selected(), 'bash');
    const [program] = steps();
    assert.ok(program);
    await window.activeTextEditor?.edit((edit) => edit.replace(program.range, 'cmd'));
    assert.deepEqual(steps(), []);
    await commands.executeCommand('notifications.clearAll');
  });

  test('the menu of a finding has its entries in order', async () => {
    const actions = await quickFixes('orders.yaml', 'pod/host-pid');
    const titles = actions.map(({ title }) => title.replace(/ \(\d+\)$/, ''));
    const expected = [
      'Remove `hostPID`',
      'Fix all auto-fixable problems in this file',
      'Suppress `pod/host-pid`…',
      'Show documentation for `pod/host-pid`',
    ];
    assert.deepEqual(
      titles.filter((title) => expected.includes(title)),
      expected,
    );
  });

  test('suppressing a finding asks where, and sets the cursor where the reason goes', async () => {
    const editor = await window.showTextDocument(document);
    void run(await suppression('orders.yaml', 'pod/host-pid'));
    await acceptUntil('the comment', () => document.getText().includes('# kubewin: allow pod/host-pid'));
    const { active } = editor.selection;
    const line = document.lineAt(active.line).text;
    assert.match(line.slice(0, active.character), /^ *# kubewin: allow pod\/host-pid -- $/);
    await noFinding('orders.yaml', 'pod/host-pid');
  });

  test('problems are listed by short codes, or by IDs on request', async () => {
    assert.match(String(shownCode(await finding('orders.yaml', 'pod/host-pid'))), /^KW\d{4}$/);
    await set('ruleCodes', 'id');
    await until('the ID', () =>
      findings('orders.yaml', 'pod/host-pid').some((found) => shownCode(found) === 'pod/host-pid'),
    );
  });

  test('kubewin.codeActions hides entries of the menu', async () => {
    await set('codeActions.suppress', false);
    await set('codeActions.documentation', false);
    await until('the short menu', async () => {
      const titles = (await quickFixes('orders.yaml', 'pod/host-pid')).map(({ title }) => title);
      return titles.includes('Remove `hostPID`') && !titles.some((title) => /^Suppress|^Show/.test(title));
    });
  });

  test('an action asks for the taint of the cluster and sets it', async () => {
    await finding('orders.yaml', 'pod/host-pid');
    const at = document.positionAt(document.getText().indexOf('nodeSelector'));
    const ask = 'vscode.executeCodeActionProvider';
    const kind = CodeActionKind.RefactorRewrite.value;
    const actions = await commands.executeCommand<CodeAction[]>(ask, document.uri, new Range(at, at), kind);
    const entries = actions.filter(({ title }) => /taint|toleration/.test(title));
    assert.deepEqual(
      entries.map(({ title }) => title),
      ['Set the taint of my cluster…'],
    );
    void commands.executeCommand('kubewin.setTaint', ...(entries[0]?.command?.arguments ?? []));
    await acceptUntil('the setting', () => {
      return workspace.getConfiguration('kubewin').inspect('taint')?.workspaceValue === 'auto';
    });
  });

  test('a rule is turned off in the workspace settings, or in the configuration file if there is one', async () => {
    const turnOff = async () => {
      const { command } = await suppression('orders.yaml', 'pod/host-pid');
      const choices: CodeAction[] = command?.arguments?.[1] ?? [];
      await run(choices.find(({ title }) => /^Turn off/.test(title)));
      await noFinding('orders.yaml', 'pod/host-pid');
    };
    await turnOff();
    const settings = workspace.getConfiguration('kubewin').inspect('rules');
    assert.deepEqual(settings?.workspaceValue, { 'pod/host-pid': 'off' });
    await set('rules', undefined);
    await finding('orders.yaml', 'pod/host-pid');
    const config = file('.kubewin.yaml').fsPath;
    await writeFile(config, 'taint: none # ours\n');
    try {
      // The server must have read the file first.
      await until('the configuration file', async () => {
        await commands.executeCommand('kubewin.turnOffRule', document.uri.toString(), 'pod/host-ipc');
        return /host-ipc/.test(await readFile(config, 'utf8'));
      });
      await set('rules', undefined);
      await turnOff();
      const text = 'taint: none # ours\nrules:\n  pod/host-ipc: off\n  pod/host-pid: off\n';
      assert.equal(await readFile(config, 'utf8'), text);
    } finally {
      await rm(config);
    }
    await finding('orders.yaml', 'pod/host-pid');
  });

  test('a Windows twin is selected after it was written', async () => {
    const linux = await workspace.openTextDocument({ language: 'yaml', content: LINUX_DEPLOYMENT });
    await window.showTextDocument(linux);
    const action = await until('the twin', async () => {
      const kind = CodeActionKind.RefactorRewrite.value;
      const ask = 'vscode.executeCodeActionProvider';
      const actions = await commands.executeCommand<CodeAction[]>(ask, linux.uri, linux.lineAt(1).range, kind, 20);
      return actions.find(({ title }) => title.startsWith('Add a Windows twin'));
    });
    void run(action);
    await until('the preview', () => activeTab().startsWith('Preview: Add a Windows twin'));
    assert.equal(linux.getText(), LINUX_DEPLOYMENT);
    await commands.executeCommand('kubewin.applyChange');
    const selected = await until('the selection', () => {
      const editor = window.activeTextEditor;
      return editor?.selection.isEmpty === false ? editor.document.getText(editor.selection) : undefined;
    });
    assert.match(selected, /^apiVersion: apps\/v1\nkind: Deployment\nmetadata:\n {2}name: web-windows\n/);
    await commands.executeCommand('workbench.action.closeQuickOpen');
  });

  test('kubewin.rules turns a rule off in open and in unopened files, and on again', async () => {
    await finding('orders.yaml', 'pod/host-pid');
    await finding('never-opened.yaml', 'pod/host-pid');
    await set('rules', { 'pod/host-pid': 'off' });
    await noFinding('orders.yaml', 'pod/host-pid');
    await noFinding('never-opened.yaml', 'pod/host-pid');
    await finding('orders.yaml', 'pod/host-users');
    await set('rules', undefined);
    await finding('orders.yaml', 'pod/host-pid');
    await finding('never-opened.yaml', 'pod/host-pid');
  });

  test('kubewin.kubernetesVersion determines whether a field is rejected or ignored', async () => {
    const severity = async (wanted: DiagnosticSeverity) =>
      until(`pod/host-users as ${DiagnosticSeverity[wanted]}`, () => {
        return findings('orders.yaml', 'pod/host-users').some((diagnostic) => diagnostic.severity === wanted);
      });
    await severity(DiagnosticSeverity.Error);
    await set('kubernetesVersion', '1.32');
    await severity(DiagnosticSeverity.Warning);
  });

  test('a change on disk of an unopened file is detected', async () => {
    assert.deepEqual(findings('changes-on-disk.yaml', 'pod/host-pid'), []);
    const path = file('changes-on-disk.yaml').fsPath;
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('hostPID: false', 'hostPID: true'));
    await finding('changes-on-disk.yaml', 'pod/host-pid');
    await writeFile(path, text);
    await noFinding('changes-on-disk.yaml', 'pod/host-pid');
    assertNotOpen('changes-on-disk.yaml');
  });

  test('a server that is killed during a scan is restarted, and the findings are complete again', async () => {
    // Only Linux has a /proc folder.
    if (process.platform !== 'linux') return;
    await finding('never-opened.yaml', 'pod/host-pid');
    await commands.executeCommand('kubewin.restart');
    const killed = await until('the server', serverProcess);
    process.kill(killed, 'SIGKILL');
    const path = file('changes-on-disk.yaml').fsPath;
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('hostPID: false', 'hostPID: true'));
    await until('another server', async () => ![undefined, killed].includes(await serverProcess()));
    await finding('changes-on-disk.yaml', 'pod/host-pid');
    await finding('never-opened.yaml', 'pod/host-pid');
    await finding('orders.yaml', 'pod/host-pid');
    await writeFile(path, text);
    await noFinding('changes-on-disk.yaml', 'pod/host-pid');
  });

  test('Fix All in Workspace lists the rules, shows the changes and applies them, also in unopened files', async () => {
    await finding('never-opened.yaml', 'pod/host-pid');
    await finding('by-class.yaml', 'pod/host-pid');
    const before = await readFile(file('by-class.yaml').fsPath, 'utf8');
    let isDone = false;
    const done = commands.executeCommand('kubewin.fixAllInWorkspace').then(() => {
      isDone = true;
    });
    await acceptUntil('the preview', () => activeTab().startsWith('Preview: '));
    assert.match(await readFile(file('never-opened.yaml').fsPath, 'utf8'), /hostPID/);
    await commands.executeCommand('kubewin.applyChange');
    await until('the end of the command', () => isDone);
    await done;
    await noFinding('never-opened.yaml', 'pod/host-pid');
    await noFinding('orders.yaml', 'pod/host-users');
    // Fixes of ignored fields must be selected by the user.
    await finding('by-class.yaml', 'pod/host-pid');
    assert.equal(await readFile(file('by-class.yaml').fsPath, 'utf8'), before);
  });
});

/** The process ID of the language server, which is a child of this process. */
async function serverProcess(): Promise<number | undefined> {
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [status, line] = await Promise.all(
      ['status', 'cmdline'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')),
    );
    if (status?.includes(`PPid:\t${process.pid}\n`) && line?.includes('dist/server.js')) return Number(id);
  }
  return undefined;
}

function activeTab(): string {
  return window.tabGroups.activeTabGroup.activeTab?.label ?? '';
}

function file(name: string): Uri {
  const [folder] = workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return Uri.joinPath(folder.uri, name);
}

function findings(name: string, rule: string): Diagnostic[] {
  return languages.getDiagnostics(file(name)).filter(({ code }) => ruleOf(code) === rule);
}

/** The ID of the rule whose page a code links to, as in `?["pod/host-pid"]`, or the code itself. */
function ruleOf(code: Diagnostic['code']): unknown {
  return typeof code === 'object' ? code.target.query.slice('["'.length, -'"]'.length) : code;
}

/** The code that the list of problems shows. */
function shownCode({ code }: Diagnostic): unknown {
  return typeof code === 'object' ? code.value : code;
}

function finding(name: string, rule: string): Promise<Diagnostic> {
  return until(`${rule} in ${name}`, () => findings(name, rule)[0]);
}

async function noFinding(name: string, rule: string): Promise<void> {
  await until(`the end of ${rule} in ${name}`, () => findings(name, rule).length === 0);
}

/** The quick fixes of a finding. */
async function quickFixes(name: string, rule: string): Promise<CodeAction[]> {
  const { range } = await finding(name, rule);
  const ask = 'vscode.executeCodeActionProvider';
  return commands.executeCommand<CodeAction[]>(ask, file(name), range, CodeActionKind.QuickFix.value, 20);
}

/** The action that suppresses the finding of a rule. */
async function suppression(name: string, rule: string): Promise<CodeAction> {
  const action = (await quickFixes(name, rule)).find(({ title }) => title === `Suppress \`${rule}\`…`);
  assert.ok(action, `${rule} cannot be suppressed`);
  return action;
}

/** Runs the command of an action. */
async function run(action: CodeAction | undefined): Promise<void> {
  assert.ok(action?.command, 'the action has no command');
  await commands.executeCommand(action.command.command, ...(action.command.arguments ?? []));
}

/** Accepts the selected item of the list that is open until something has happened. */
async function acceptUntil(what: string, isDone: () => boolean): Promise<void> {
  await until(what, async () => {
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return isDone();
  });
}

function link({ code }: Diagnostic): string {
  return typeof code === 'object' ? code.target.toString(true) : '';
}

function assertNotOpen(name: string): void {
  const open = workspace.textDocuments.map(({ uri }) => uri.toString());
  assert.ok(!open.includes(file(name).toString()), `${name} is open`);
}

async function set(setting: string, value: unknown): Promise<void> {
  await workspace.getConfiguration('kubewin').update(setting, value, ConfigurationTarget.Workspace);
}
