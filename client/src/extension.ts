import {
  commands,
  type ExtensionContext,
  extensions,
  type LogOutputChannel,
  Range,
  Uri,
  window,
  workspace,
} from 'vscode';
import { LanguageClient, type Location, RevealOutputChannelOn, TransportKind } from 'vscode-languageclient/node';
import { PAGES_SCHEME, Pages, pageOf } from './pages.ts';
import { LANGUAGES, somethingToCheck } from './something-to-check.ts';
import { showStatus } from './status.ts';

/** Opens the page of a rule, or the list of all rules; the server links the codes of diagnostics to it. */
const RULE_PAGE_COMMAND = 'kubewin.openRule';
/** The server's own command, which the client knows as soon as the server runs. */
const FIX_WORKSPACE = 'kubewin.fixWorkspace';

/** Tells what a refactoring leaves to be done by hand, and shows the document that it added. */
const SHOW_REMAINING_COMMAND = 'kubewin.showRemaining';

let client: LanguageClient | undefined;

/** Starts the server where there is something to check, and registers commands and the status item. */
export function activate({ extensionUri, subscriptions }: ExtensionContext): void {
  const output = window.createOutputChannel('Kubewin', { log: true });
  const server = createClient(Uri.joinPath(extensionUri, 'dist/server.js').fsPath, output);
  client = server;
  const run = (start: () => Promise<void>) => start().catch((error) => output.error(error));
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
    workspace.registerFileSystemProvider(PAGES_SCHEME, new Pages(Uri.joinPath(extensionUri, 'dist/pages.json')), {
      isReadonly: true,
    }),
    commands.registerCommand(RULE_PAGE_COMMAND, (rule: unknown) =>
      commands.executeCommand('markdown.showPreview', pageOf(rule)),
    ),
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
        // It completes `.kubewin.yaml` by our schema.
        hasConfigSchema: extensions.getExtension('redhat.vscode-yaml') !== undefined,
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
