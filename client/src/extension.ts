import { commands, type ExtensionContext, type LogOutputChannel, Range, Uri, window, workspace } from 'vscode';
import {
  LanguageClient,
  type Location,
  type Position,
  RevealOutputChannelOn,
  TransportKind,
} from 'vscode-languageclient/node';
import { createConfiguration, openConfiguration } from './configuration.ts';
import { explainWorkload } from './explain.ts';
import { copyInformation } from './information.ts';
import { PAGES_SCHEME, Pages, pageOf } from './pages.ts';
import { pickRule } from './rule-list.ts';
import { openSample, showFixes } from './sample.ts';
import { LANGUAGES, somethingToCheck } from './something-to-check.ts';
import { showStatus } from './status.ts';

/** Opens the page of a rule, or lets the user pick one; the server links the codes of diagnostics to it. */
const RULE_PAGE_COMMAND = 'kubewin.openRule';
/** The server's own command, which the client knows as soon as the server runs. */
const FIX_WORKSPACE = 'kubewin.fixWorkspace';

/** Opens the page on a workload; code lenses are above those for Windows. */
const EXPLAIN_COMMAND = 'kubewin.explainWorkload';

/** Tells what a refactoring leaves to be done by hand, and shows the document that it added. */
const SHOW_REMAINING_COMMAND = 'kubewin.showRemaining';

let client: LanguageClient | undefined;

/** Starts the server where there is something to check, and registers commands and the status item. */
export function activate({ extension, extensionUri, subscriptions }: ExtensionContext): void {
  const output = window.createOutputChannel('Kubewin', { log: true });
  const server = createClient(Uri.joinPath(extensionUri, 'dist/server.js').fsPath, output);
  client = server;
  const run = (start: () => Promise<unknown>) => start().catch((error) => output.error(error));
  const pages = new Pages(Uri.joinPath(extensionUri, 'dist/pages.json'));
  const sample = Uri.joinPath(extensionUri, 'walkthrough/sample.yaml');
  subscriptions.push(
    output,
    showStatus(server, selector()),
    commands.registerCommand('kubewin.restart', () => run(() => server.restart())),
    commands.registerCommand('kubewin.showOutput', () => output.show()),
    commands.registerCommand('kubewin.fixAllInWorkspace', () =>
      run(async () => {
        // Where it does not run yet, nothing looked like a manifest: it says so itself.
        await server.start();
        await commands.executeCommand(FIX_WORKSPACE);
      }),
    ),
    workspace.registerFileSystemProvider(PAGES_SCHEME, pages, { isReadonly: true }),
    commands.registerCommand(EXPLAIN_COMMAND, (uri?: string, position?: Position) =>
      run(() => explainWorkload(server, pages, uri, position)),
    ),
    commands.registerCommand(RULE_PAGE_COMMAND, (rule: unknown) =>
      rule === undefined ? run(() => pickRule(server)) : commands.executeCommand('markdown.showPreview', pageOf(rule)),
    ),
    commands.registerCommand('kubewin.createConfiguration', () => run(() => createConfiguration(server))),
    commands.registerCommand('kubewin.openConfiguration', () => run(() => openConfiguration(server))),
    commands.registerCommand('kubewin.copyInformation', () => run(() => copyInformation(server, extension))),
    commands.registerCommand('kubewin.openSample', () => run(() => openSample(sample))),
    commands.registerCommand('kubewin.showFixes', () => run(() => showFixes(sample))),
    commands.registerCommand(SHOW_REMAINING_COMMAND, (title: string, remains: readonly string[], added?: Location) =>
      showRemaining(output, title, remains, added),
    ),
  );
  void somethingToCheck(subscriptions).then(() => run(() => server.start()));
}

/** Ends the server. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}

function createClient(module: string, output: LogOutputChannel): LanguageClient {
  return new LanguageClient(
    'kubewin',
    'Kubewin',
    { module, transport: TransportKind.ipc },
    {
      documentSelector: selector(),
      initializationOptions: {
        rulePageCommand: RULE_PAGE_COMMAND,
        showRemainingCommand: SHOW_REMAINING_COMMAND,
        explainCommand: EXPLAIN_COMMAND,
      },
      outputChannel: output,
      // Nothing that goes wrong may open a panel or a dialog: the status item tells of it.
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: (error) => {
        output.error(String(error));
        return false;
      },
      // Files that are not open come with the answers for the workspace.
      diagnosticPullOptions: { onChange: true, onTabs: false },
    },
  );
}

/** Without schemes such as `git`, whose documents are the old texts of others. */
function selector(): { language: string; scheme: string }[] {
  const schemes = new Set(['file', 'untitled', ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)]);
  return [...schemes].flatMap((scheme) => LANGUAGES.map((language) => ({ language, scheme })));
}

/** The whole list goes to the output; a notification has room for the first of it. */
async function showRemaining(
  output: LogOutputChannel,
  title: string,
  remains: readonly string[],
  added?: Location,
): Promise<void> {
  if (added !== undefined) {
    const { start, end } = added.range;
    const selection = new Range(start.line, start.character, end.line, end.character);
    await window.showTextDocument(Uri.parse(added.uri), { selection });
  }
  if (remains.length === 0) return;
  output.info([title, ...remains.map((one) => `- ${one}`)].join('\n'));
  const all = 'Show All';
  const text = `${title}: ${remains.slice(0, SHOWN).join(' ')}${remains.length > SHOWN ? ' …' : ''}`;
  const chosen = await window.showInformationMessage(text, all);
  if (chosen === all) output.show();
}

const SHOWN = 2;
