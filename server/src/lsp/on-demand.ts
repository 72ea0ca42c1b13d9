import type {
  CancellationToken,
  CodeAction,
  CodeActionParams,
  CodeLens,
  CompletionItem,
  Definition,
  DocumentHighlight,
  DocumentLink,
  DocumentLinkParams,
  Hover,
  Location,
  PrepareRenameResult,
  ReferenceParams,
  RenameParams,
  TextDocumentPositionParams,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { assumptionKey } from '../lint/engine/assumption.ts';
import type { DocumentReport, Workload } from '../lint/engine/report.ts';
import { mayNeedSkips, skipChecks } from '../lint/other-linters/skip-checks.ts';
import { needsTaint, podActions } from '../lint/refactorings/pod-actions.ts';
import { refactorings, waysToWindows } from '../lint/refactorings/refactorings.ts';
import { type ListedRule, listedRules } from '../lint/rule-set/rule-list.ts';
import { clusterOffer } from '../lint/settings/cluster-offer.ts';
import { isConfig } from '../lint/settings/config.ts';
import { type ClusterQuestion, clusterQuestions } from '../lint/settings/new-config.ts';
import { isRecord } from '../lint/settings/settings.ts';
import { t } from '../text/localize.ts';
import { isKnownToBeWindows } from '../windows/verdict.ts';
import type { Disk } from '../workspace/disk.ts';
import { readCluster } from '../workspace/kubectl-output.ts';
import { REFACTORING } from './capabilities.ts';
import { chartDefinitionsAt, chartHoverAt, chartReferencesAt } from './chart-navigation.ts';
import { chartWaysAt, readyInChart } from './chart-refactoring.ts';
import { add, codeActions, isRequested, resolveCodeAction } from './code-action.ts';
import { completionsAt } from './completion.ts';
import { configActions } from './config-actions.ts';
import { type ConfigChange, configChange } from './config-change.ts';
import { pageAt, workloadAt } from './explain.ts';
import { configHoverAt, hoverAt } from './hover.ts';
import { imageActions, type RecordCommand } from './image-actions.ts';
import { differences, type Information } from './information.ts';
import { linksIn } from './links.ts';
import { definitionsAt, highlightsAt, referencesAt } from './navigation.ts';
import { podAdditions } from './pod-actions.ts';
import { CodeActionKind } from './protocol.ts';
import type { PlacedFinding } from './quick-fix.ts';
import {
  allAreForWindows,
  isTemplateOfChart,
  readyActions,
  refactoringActions,
  remainingInChart,
  startOf,
  waysAt,
} from './refactoring.ts';
import { type Refusal, renameAt, renameRangeAt } from './rename.ts';
import { type RenderedDocument, renderedDocument, renderedSource } from './rendered.ts';
import type {
  CheckAsWindowsResult,
  Choice,
  ClusterParams,
  ConfigChangeParams,
  ExplainParams,
  FileClusterOffer,
} from './requests.ts';
import type { Session } from './session.ts';

// Handlers of requests that users trigger. On Node.js, they are in a separate bundle that is loaded with the first such
// request, so that the server starts faster.

export { newConfig } from '../lint/settings/new-config.ts';
export { callTool } from './agent-tools.ts';
export { fixWorkspace } from './fix-workspace.ts';

export async function codeActionsFor(params: CodeActionParams, session: Session): Promise<CodeAction[]> {
  const { uri } = params.textDocument;
  const { protocol, workspace } = session;
  await session.ready(uri);
  const open = session.file(uri);
  if (open !== undefined && isConfig(open.uri)) {
    const isWanted = isRequested(params.context, CodeActionKind.QuickFix);
    return isWanted ? configActions(open, session.diagnostics.configFaults(open.uri), params.range, protocol) : [];
  }
  const wantsRefactorings = isRequested(params.context, REFACTORING);
  const { documents = [] } = session.report(uri) ?? {};
  const mayNeed = wantsRefactorings && documents.some(({ report }) => report.workloads.some(mayNeedSkips));
  const linters = mayNeed ? await session.otherLinters(uri) : [];
  const record = isRequested(params.context, CodeActionKind.QuickFix) ? recordCommandFor(uri, session) : undefined;
  // Images count in every pod.
  const report = session.report(uri, wantsRefactorings || record !== undefined);
  if (report === undefined) return [];
  const context = workspace.lintContext(report.file.uri);
  const config = session.config(uri);
  const offers = {
    makeReady: (workload: Workload, document: DocumentReport, { start, diagnostic }: PlacedFinding) => {
      const ways = waysToWindows(workload, document, context);
      const [action] = readyActions(report, ways, startOf(workload, report.file, start), protocol);
      return action && { ...action, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic] };
    },
    turnOff: (rule: string) =>
      config &&
      configChange(
        report.file.uri,
        config,
        [{ path: ['rules', rule], value: 'off' }],
        workspace.lintContext(report.file.uri).rules.rules,
      ),
  };
  const actions = codeActions(report, params, offers, protocol);
  if (record !== undefined) actions.push(...imageActions(report, params.range, record, protocol));
  if (!wantsRefactorings) return actions;
  const file = report.documents.map(({ report: document }) => document);
  const inChart = readyInChart(report, params.range, protocol);
  // What is possible in the chart may be refused in the template alone.
  const refactoringsOf = (workload: Workload, document: DocumentReport) =>
    refactorings(workload, document, file, context).filter(({ way }) => way === undefined || inChart.length === 0);
  const additions = {
    insertions: (workload: Workload) => podActions(workload, context.settings, context.facts),
    skips: (workload: Workload) => skipChecks(workload, (linter) => linters.includes(linter)),
    needsTaint: (workload: Workload) => needsTaint(workload, context.settings, context.facts),
  };
  const inFile = [
    ...refactoringActions(report, params.range, refactoringsOf, protocol),
    ...podAdditions(report, params.range, additions, protocol),
  ];
  // Those that are quick fixes already are not listed twice.
  for (const action of [...inChart, ...inFile]) add(actions, action);
  return [...actions, ...remainingInChart(report, params.range.start, protocol)];
}

/** The ways to make the workload that starts at a position ready for Windows. */
export async function waysToWindowsFor({ uri, position }: ExplainParams, session: Session): Promise<readonly Choice[]> {
  const { protocol, workspace } = session;
  await session.ready(uri);
  const report = session.report(uri, true);
  if (report === undefined) return [];
  const inChart = chartWaysAt(report, position, protocol);
  if (inChart.length > 0) return inChart;
  const context = workspace.lintContext(report.file.uri);
  const waysOf = (workload: Workload, document: DocumentReport) => waysToWindows(workload, document, context);
  return waysAt(report, position, waysOf, protocol);
}

/** The code lens with its command. Without one if the workload at the lens cannot be made ready for Windows. */
export async function resolvedLens(lens: CodeLens, session: Session): Promise<CodeLens> {
  const { protocol, workspace } = session;
  const { makeReadyCommand: command } = protocol.client;
  const uri = isRecord(lens.data) ? lens.data['uri'] : undefined;
  if (typeof uri !== 'string' || command === undefined) return lens;
  await session.ready(uri);
  const report = session.report(uri, true);
  // In a chart, each change of the text would render it several times.
  if (report === undefined || isTemplateOfChart(report.file, workspace)) return lens;
  const { workload, document } = workloadAt(report, lens.range.start) ?? {};
  if (workload === undefined || document === undefined) return lens;
  const ways = waysToWindows(workload, document.report, workspace.lintContext(report.file.uri));
  if (ways.length === 0) return lens;
  const at = startOf(workload, report.file, document.start);
  return { ...lens, command: { title: t('Make ready for Windows…'), command, arguments: [uri, at] } };
}

/** The command that records images in the lock of a file, if there is one. */
function recordCommandFor(clientUri: string, { configs, protocol }: Session): RecordCommand | undefined {
  const { client, toServer, toClient } = protocol;
  const uri = configs.imageLock(toServer(clientUri));
  if (uri === undefined || client.updateImagesCommand === undefined) return undefined;
  return { command: client.updateImagesCommand, lock: toClient(uri) };
}

export async function resolvedAction(action: CodeAction, session: Session): Promise<CodeAction> {
  // Clients also resolve actions that only have a command.
  const { uri, safety } = isRecord(action.data) ? action.data : {};
  if (typeof uri !== 'string' || (safety !== 'safe' && safety !== 'ineffective')) return action;
  await session.ready(uri);
  return resolveCodeAction(action, safety, session.report(uri), session.protocol);
}

export async function hoverFor(params: TextDocumentPositionParams, session: Session): Promise<Hover | null> {
  const { textDocument, position } = params;
  await session.ready(textDocument.uri);
  const report = session.report(textDocument.uri, true);
  if (report === undefined) return null;
  const { protocol } = session;
  if (isConfig(report.file.uri)) return configHoverAt(report.file, position, protocol);
  return hoverAt(report, position, protocol) ?? chartHoverAt(report.file, position, protocol);
}

export async function completionsFor(params: TextDocumentPositionParams, session: Session): Promise<CompletionItem[]> {
  const { textDocument, position } = params;
  await session.ready(textDocument.uri);
  const file = session.file(textDocument.uri);
  return file === undefined ? [] : completionsAt(file, position, session.protocol);
}

export async function definitionsFor(
  { textDocument, position }: TextDocumentPositionParams,
  session: Session,
  disk: Disk,
  token: CancellationToken,
): Promise<Definition> {
  await session.read;
  const file = session.file(textDocument.uri);
  if (file === undefined) return [];
  const { protocol } = session;
  const inChart = await chartDefinitionsAt(file, position, protocol);
  return inChart.length > 0 ? inChart : definitionsAt(file, position, { disk, protocol }, token);
}

export async function referencesFor(
  { textDocument, position, context }: ReferenceParams,
  session: Session,
  disk: Disk,
  token: CancellationToken,
): Promise<Location[]> {
  await session.read;
  const { protocol } = session;
  const file = session.file(textDocument.uri);
  if (file === undefined) return [];
  const inChart = await chartReferencesAt(file, position, context.includeDeclaration, protocol);
  if (inChart.length > 0) return inChart;
  return referencesAt(file, position, context.includeDeclaration, { disk, protocol }, token);
}

export async function highlightsFor(
  params: TextDocumentPositionParams,
  session: Session,
): Promise<DocumentHighlight[]> {
  const { textDocument, position } = params;
  await session.ready(textDocument.uri);
  const file = session.file(textDocument.uri);
  return file === undefined ? [] : highlightsAt(file, position, session.protocol);
}

export async function renameRangeFor(
  { textDocument, position }: TextDocumentPositionParams,
  session: Session,
): Promise<PrepareRenameResult | Refusal | null> {
  await session.ready(textDocument.uri);
  const file = session.file(textDocument.uri);
  return file === undefined ? null : renameRangeAt(file, position, session.protocol);
}

export async function renameFor(
  { textDocument, position, newName }: RenameParams,
  session: Session,
  disk: Disk,
  token: CancellationToken,
): Promise<WorkspaceEdit | Refusal | null> {
  await session.read;
  const file = session.file(textDocument.uri);
  return file === undefined ? null : renameAt(file, position, newName, { disk, protocol: session.protocol }, token);
}

export async function linksFor({ textDocument }: DocumentLinkParams, session: Session): Promise<DocumentLink[]> {
  await session.ready(textDocument.uri);
  const report = session.report(textDocument.uri, true);
  return report === undefined ? [] : linksIn(report, session.protocol);
}

export async function pageFor({ uri, position }: ExplainParams, session: Session): Promise<ReturnType<typeof pageAt>> {
  await session.ready(uri);
  const report = session.report(uri, true);
  return report === undefined ? null : pageAt(report, position, session.protocol);
}

export async function checkAsWindows(
  { uri, position }: ExplainParams,
  session: Session,
): Promise<CheckAsWindowsResult | null> {
  await session.ready(uri);
  const report = session.report(uri, true);
  if (report === undefined || !session.workspace.isOpen(report.file.uri)) return null;
  const { file } = report;
  if (isTemplateOfChart(file, session.workspace))
    return allAreForWindows(report) ? 'known' : toggled(session, file.uri, true);
  const found = workloadAt(report, position);
  if (found === undefined) return null;
  if (isKnownToBeWindows(found.workload.verdict)) return 'known';
  return toggled(session, file.uri, assumptionKey(found.workload.pod.object));
}

function toggled(session: Session, uri: string, object: string | true): CheckAsWindowsResult {
  return session.toggleAssumption(uri, object) ? 'checked' : 'stopped';
}

export async function renderedTemplateFor(
  { uri }: { readonly uri: string },
  session: Session,
): Promise<RenderedDocument | null> {
  await session.read;
  await session.ready(uri);
  const file = session.file(uri);
  return file === undefined ? null : renderedDocument(file.uri, session.protocol);
}

export async function renderedSourceFor({ uri, position }: ExplainParams, session: Session): Promise<Location | null> {
  await session.read;
  const file = session.file(uri);
  return file === undefined ? null : renderedSource(file.uri, position, session.protocol);
}

export async function rulesFor(uri: string, session: Session): Promise<readonly ListedRule[]> {
  await session.ready(uri);
  const { workspace, protocol } = session;
  const own = protocol.toServer(uri);
  return listedRules(workspace.lintContext(own).rules.rules, workspace.settingsOf(own));
}

export function questions(): ClusterQuestion[] {
  return clusterQuestions().map(({ key, title, choices }) => ({
    key,
    title: t(title),
    choices: choices.map(({ value, description }) => ({ value, description: t(description) })),
  }));
}

export async function informationOn(session: Session): Promise<Information> {
  await session.configured;
  const { folders, workspace, configs } = session;
  const settings: (readonly string[])[] = [];
  for (const folder of folders) {
    const known = await session.settingsOf(folder);
    settings.push(differences(known.settings, workspace.rules.rules, known.fromNodes));
  }
  const uris = workspace.uris();
  const counts = {
    folders: folders.length,
    files: uris.length,
    'open files': uris.filter((uri) => workspace.isOpen(uri)).length,
    'configuration files': configs.uris().length,
    'parsed documents': workspace.parsed.documents,
  };
  return { counts, settings };
}

export async function clusterOfferFor({ uri, kubectl }: ClusterParams, session: Session): Promise<FileClusterOffer> {
  const { workspace, protocol } = session;
  if (kubectl === undefined) await session.read;
  await session.ready(uri);
  await session.rereadConfig(uri);
  const own = protocol.toServer(uri);
  const offer =
    kubectl === undefined ? clusterOffer(workspace.factsFor(own)) : readCluster(kubectl.list, kubectl.version);
  const file = session.config(uri)?.file;
  const set = file?.keys(own) ?? [];
  const inFile = file?.settings({}, {})(own);
  const settings = offer.settings.flatMap((setting) => {
    const current = set.includes(setting.key) ? inFile?.[setting.key] : undefined;
    if (current === setting.value) return [];
    return [current === undefined ? setting : { ...setting, current: String(current) }];
  });
  return { ...offer, settings, config: file === undefined ? null : protocol.toClient(file.uri) };
}

export async function configChangeFor(
  { uri, values }: ConfigChangeParams,
  session: Session,
): Promise<ConfigChange | null> {
  const { workspace, protocol } = session;
  await session.ready(uri);
  await session.rereadConfig(uri);
  const config = session.config(uri);
  if (config === undefined) return null;
  const change = configChange(protocol.toServer(uri), config, values, workspace.rules.rules);
  return 'uri' in change ? { ...change, uri: protocol.toClient(change.uri) } : change;
}
