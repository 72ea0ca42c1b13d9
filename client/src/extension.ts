import * as vscode from 'vscode';
import { commands, type ExtensionContext, type LogOutputChannel, l10n, Uri, window, workspace } from 'vscode';
import {
  type BaseLanguageClient,
  DidChangeConfigurationNotification,
  type LanguageClientOptions,
  type Position,
  RevealOutputChannelOn,
} from 'vscode-languageclient';
import { AgentTools } from './agent-tools.ts';
import { setTaint, turnOffRule } from './change-setting.ts';
import { checkAsWindows } from './check-as-windows.ts';
import { createConfiguration, openConfiguration } from './configuration.ts';
import { APPLY_FIX_COMMAND, SHOW_PLACE_COMMAND, showPlace, showProblem, WorkloadPages } from './explain.ts';
import { applyChosen } from './fix-workspace.ts';
import { copyInformation } from './information.ts';
import { PAGES_SCHEME, Pages, pageOf, showPage } from './pages.ts';
import { makeChange, makeReady, pickChange } from './pick-change.ts';
import { ChangePreview } from './preview.ts';
import { type Kubectl, readCluster } from './read-cluster.ts';
import { RemainingSteps } from './remaining.ts';
import { RenderedTemplates } from './rendered.ts';
import { pickPage, pickRule } from './rule-list.ts';
import { openSample, showFixes } from './sample.ts';
import { LANGUAGES, manifestFound } from './startup.ts';
import { showStatus, showStatusDetails } from './status.ts';
import { type RunKubewin, updateImages } from './update-images.ts';
import { besideYamlExtension, onYamlExtensionChange } from './yaml-extension.ts';

/** Opens the page of a rule, or lets the user pick a rule. The server links the codes of diagnostics to this command. */
const RULE_PAGE_COMMAND = 'kubewin.openRule';
/** A command of the server, which is registered when the server starts. */
const FIX_WORKSPACE = 'kubewin.fixWorkspace';

/** Opens the page on a workload. Code lenses run this command. */
const EXPLAIN_COMMAND = 'kubewin.explainWorkload';

/** Goes to a problem of a workload. Code lenses run this command. */
const SHOW_PROBLEM_COMMAND = 'kubewin.showProblem';

/** Checks a workload as a Windows pod, or stops doing so. Code lenses run this command. */
const CHECK_AS_WINDOWS_COMMAND = 'kubewin.checkAsWindows';
/** Shows a template as Helm renders it. Code lenses run this command. */
const SHOW_RENDERED_COMMAND = 'kubewin.showRenderedTemplate';

/** What links of the page on a workload may run. */
const PAGE_COMMANDS = [RULE_PAGE_COMMAND, APPLY_FIX_COMMAND, SHOW_PLACE_COMMAND];

/** Lists the manual steps that remain after a refactoring, and shows the text that it wrote. */
const SHOW_REMAINING_COMMAND = 'kubewin.showRemaining';
const TURN_OFF_RULE_COMMAND = 'kubewin.turnOffRule';
const SET_TAINT_COMMAND = 'kubewin.setTaint';
/** Asks how to suppress findings. */
const SUPPRESS_COMMAND = 'kubewin.suppress';
/** Asks how to make a workload ready for Windows. */
const MAKE_READY_COMMAND = 'kubewin.makeReady';
/** Shows a change and makes it if the user wants it. Code actions run this command. */
const PREVIEW_COMMAND = 'kubewin.previewChange';
/** Asks registries for images. Code actions run this command with the URI of a lock. */
const UPDATE_IMAGES_COMMAND = 'kubewin.updateImages';

/** The programs that run on a desktop. */
export interface Programs {
  readonly kubewin: RunKubewin;
  readonly kubectl: Kubectl;
}

/** Creates the client of a server, without starting the server. */
export type CreateClient = (options: LanguageClientOptions) => BaseLanguageClient;

let client: BaseLanguageClient | undefined;

/**
 * Registers commands and the status item, and starts the server as soon as a manifest is found. Without
 * `programs`, commands that need one say so.
 */
export function start(
  { extension, extensionUri, subscriptions }: ExtensionContext,
  createClient: CreateClient,
  programs?: Programs,
): void {
  const output = window.createOutputChannel('Kubewin', { log: true });
  const preview = new ChangePreview();
  const server = createClient(optionsFor(output, preview));
  client = server;
  const run = (work: () => Promise<unknown>) => work().catch((error) => output.error(error));
  const pages = new Pages(Uri.joinPath(extensionUri, 'dist/pages.json'));
  const remaining = new RemainingSteps(output);
  const workloads = new WorkloadPages(server, PAGE_COMMANDS);
  const rendered = new RenderedTemplates(server);
  const sample = Uri.joinPath(extensionUri, 'docs/walkthrough/sample.yaml');
  subscriptions.push(
    output,
    showStatus(server, selector()),
    onYamlExtensionChange(() => {
      if (server.isRunning())
        run(() => server.sendNotification(DidChangeConfigurationNotification.type, { settings: null }));
    }),
    commands.registerCommand('kubewin.restart', () => run(() => restart(server))),
    commands.registerCommand('kubewin.showOutput', () => output.show()),
    commands.registerCommand('kubewin.showStatus', () => run(() => showStatusDetails(server))),
    commands.registerCommand('kubewin.fixAll', () =>
      commands.executeCommand('editor.action.sourceAction', { kind: 'source.fixAll.kubewin', apply: 'first' }),
    ),
    commands.registerCommand('kubewin.fixAllInWorkspace', () =>
      run(async () => {
        if (!workspace.isTrusted) {
          void window.showWarningMessage(l10n.t('Kubewin: Trust this workspace before you change its files.'));
          return;
        }
        // If no manifest was found yet, the server says that there is nothing to fix.
        await server.start();
        await commands.executeCommand(FIX_WORKSPACE);
      }),
    ),
    workspace.registerFileSystemProvider(PAGES_SCHEME, pages, { isReadonly: true }),
    commands.registerCommand(EXPLAIN_COMMAND, (uri?: string, position?: Position) =>
      run(() => workloads.show(uri, position)),
    ),
    commands.registerCommand(SHOW_PROBLEM_COMMAND, (uri: string, position: Position) =>
      run(() => showProblem(server, uri, position)),
    ),
    commands.registerCommand(APPLY_FIX_COMMAND, (uri: string, position: Position, title: string) =>
      run(() => workloads.applyFix(uri, position, title)),
    ),
    commands.registerCommand(SHOW_PLACE_COMMAND, (place: string) => run(() => showPlace(server, place))),
    commands.registerCommand(CHECK_AS_WINDOWS_COMMAND, (uri?: string, position?: Position) =>
      run(() => checkAsWindows(server, uri, position)),
    ),
    commands.registerCommand(RULE_PAGE_COMMAND, (rule: unknown, ...others: string[]) => {
      if (rule === undefined) return run(() => pickRule(server));
      return run(() => (others.length > 0 ? pickPage([String(rule), ...others]) : showPage(pageOf(rule))));
    }),
    rendered.register(),
    commands.registerCommand(SHOW_RENDERED_COMMAND, () => run(() => rendered.show())),
    commands.registerCommand('kubewin.createConfiguration', () => run(() => createConfiguration(server))),
    commands.registerCommand('kubewin.readCluster', () => run(() => readCluster(server, programs?.kubectl, output))),
    commands.registerCommand('kubewin.openConfiguration', () => run(() => openConfiguration(server))),
    commands.registerCommand('kubewin.copyInformation', () => run(() => copyInformation(server, extension))),
    commands.registerCommand('kubewin.getStarted', () =>
      commands.executeCommand('workbench.action.openWalkthrough', `${extension.id}#start`),
    ),
    commands.registerCommand('kubewin.openSample', () => run(() => openSample(sample))),
    commands.registerCommand('kubewin.showFixes', () => run(() => showFixes(sample))),
    remaining,
    commands.registerCommand(SHOW_REMAINING_COMMAND, (title, steps, written) => remaining.show(title, steps, written)),
    commands.registerCommand('kubewin.nextRemainingStep', () => run(() => remaining.next())),
    commands.registerCommand(TURN_OFF_RULE_COMMAND, (file, rule) => run(() => turnOffRule(server, file, rule))),
    commands.registerCommand(UPDATE_IMAGES_COMMAND, (lock?: string) =>
      run(() => updateImages(programs?.kubewin, output, lock)),
    ),
    commands.registerCommand(SUPPRESS_COMMAND, (title, choices) => run(() => pickChange(server, title, choices))),
    preview,
    commands.registerCommand('kubewin.applyChange', () => preview.decide(true)),
    commands.registerCommand('kubewin.discardChange', () => preview.decide(false)),
    commands.registerCommand(PREVIEW_COMMAND, (title, edit, command) =>
      run(() => makeChange(server, { title, edit, command }, preview)),
    ),
    commands.registerCommand(MAKE_READY_COMMAND, (uri, position) =>
      run(() => makeReady(server, preview, uri, position)),
    ),
    commands.registerCommand(SET_TAINT_COMMAND, (file) =>
      run(async () => {
        await server.start();
        await setTaint(server, file);
      }),
    ),
    ...new AgentTools(vscode, server, (path) => pages.text(path)).register(),
  );
  void manifestFound(subscriptions).then(() => run(() => server.start()));
}

async function restart(server: BaseLanguageClient): Promise<void> {
  if (server.needsStop()) await server.stop();
  await server.start();
}

/** Stops the server. */
export async function stop(): Promise<void> {
  await client?.stop();
}

function optionsFor(output: LogOutputChannel, preview: ChangePreview): LanguageClientOptions {
  return {
    documentSelector: selector(),
    initializationOptions: {
      rulePageCommand: RULE_PAGE_COMMAND,
      showRemainingCommand: SHOW_REMAINING_COMMAND,
      explainCommand: EXPLAIN_COMMAND,
      showProblemCommand: SHOW_PROBLEM_COMMAND,
      applyFixCommand: APPLY_FIX_COMMAND,
      checkAsWindowsCommand: CHECK_AS_WINDOWS_COMMAND,
      showRenderedCommand: SHOW_RENDERED_COMMAND,
      turnOffRuleCommand: TURN_OFF_RULE_COMMAND,
      setTaintCommand: SET_TAINT_COMMAND,
      suppressCommand: SUPPRESS_COMMAND,
      makeReadyCommand: MAKE_READY_COMMAND,
      previewCommand: PREVIEW_COMMAND,
      updateImagesCommand: UPDATE_IMAGES_COMMAND,
      // Undefined in English.
      texts: l10n.bundle,
      marksHintStarts: true,
    },
    outputChannel: output,
    middleware: {
      ...besideYamlExtension,
      workspace: {
        ...besideYamlExtension.workspace,
        handleApplyEdit: (params, next) =>
          client === undefined ? { applied: false } : applyChosen(client, preview, params, next),
      },
    },
    // Hovers link to the pages of rules.
    markdown: { isTrusted: { enabledCommands: [RULE_PAGE_COMMAND] } },
    // Errors must not open a panel or a dialog: the status item shows them.
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: (error) => {
      output.error(String(error));
      return false;
    },
    // Diagnostics of files that are not open come with the responses for the workspace.
    diagnosticPullOptions: { onChange: true, onTabs: false },
  };
}

/** Excludes schemes such as `git`, whose documents are old versions of files. */
function selector(): { language: string; scheme: string }[] {
  const schemes = new Set(['file', 'untitled', ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)]);
  return [...schemes].flatMap((scheme) => LANGUAGES.map((language) => ({ language, scheme })));
}
