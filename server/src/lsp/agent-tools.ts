import type { CancellationToken } from 'vscode-languageserver';
import { explainField, explainRule } from '../agents/explain.ts';
import { Findings } from '../agents/findings.ts';
import { fixed, fixedJson, NOTHING_TO_FIX } from '../agents/fixes.ts';
import { reportOnText } from '../agents/text-workspace.ts';
import { type Inputs, readInputs, TOOLS } from '../agents/tools.ts';
import type { CheckSettings } from '../lint/settings/settings.ts';
import type { Disk } from '../workspace/disk.ts';
import type { FileReport } from '../workspace/report.ts';
import { decodePath } from '../workspace/uri.ts';
import { pacer } from './pace.ts';
import { FileChangeType } from './protocol.ts';
import { workspaceEdit } from './quick-fix.ts';
import type { AgentToolParams, AgentToolResult } from './requests.ts';
import type { Session } from './session.ts';
import type { CheckState } from './status.ts';

/** Calls a tool for a language model. It changes no file: the client applies the edit of the result. */
export async function callTool(
  { tool: name, input, uri }: AgentToolParams,
  session: Session,
  disk: Disk,
  token: CancellationToken,
): Promise<AgentToolResult> {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) return { fault: `There is no tool \`${name}\`.` };
  const read = readInputs(tool, input);
  if ('fault' in read) return read;
  const { inputs } = read;
  await session.configured;
  const { rules } = session.workspace;
  switch (tool.name) {
    case 'kubewin_explain': {
      const { rule, field, value } = inputs as Partial<Record<string, string>>;
      if (rule !== undefined) return explainRule(rule, rules.rules);
      return explainField(field ?? '', value, rules, await settingsOfTexts(session));
    }
    case 'kubewin_check':
      return check(inputs, uri, session, disk, token);
    case 'kubewin_fix':
      return fix(inputs, uri, session, disk, token);
  }
}

/** The settings for a text that is in no file: those of the first workspace folder. */
async function settingsOfTexts(session: Session): Promise<CheckSettings> {
  const [folder] = session.folders;
  return folder === undefined ? session.workspace.settingsOf('') : (await session.settingsOf(folder)).settings;
}

async function reportOnGiven(text: string, session: Session) {
  return reportOnText(text, session.workspace.rules, await settingsOfTexts(session));
}

async function check(
  { text, path, hints }: Inputs,
  uri: string | undefined,
  session: Session,
  disk: Disk,
  token: CancellationToken,
): Promise<AgentToolResult> {
  if (typeof text !== 'string') await untilRead(session, token);
  const { workspace, protocol } = session;
  const folder = uri === undefined ? undefined : `${protocol.toServer(uri).replace(/\/$/, '')}/`;
  const inside = folder === undefined ? [] : workspace.uris().filter((each) => each.startsWith(folder));
  if (inside.length > 0) return { text: await checkFolder(inside, hints === true, session, token) };
  const report =
    typeof text === 'string' ? await reportOnGiven(text, session) : await reportOnFile(uri, session, disk, token);
  if ('fault' in report) return report;
  const findings = new Findings({ hints: hints === true, isWhole: true });
  findings.add(typeof path === 'string' ? path : 'text', report);
  return { text: findings.toJson() };
}

/** The findings of the files of a folder as JSON. */
async function checkFolder(
  uris: readonly string[],
  hints: boolean,
  session: Session,
  token: CancellationToken,
): Promise<string> {
  const { workspace } = session;
  const findings = new Findings({ hints, isWhole: false });
  const pause = pacer();
  for (const uri of uris) {
    if (token.isCancellationRequested) break;
    if (session.checkState(uri) === 'yes' && workspace.findings(uri)?.documents.some(hasFindings)) {
      const report = workspace.report(uri);
      if (report !== undefined) findings.add(pathFrom(uri, workspace.folderOf(uri)), report);
      if (!workspace.isOpen(uri)) workspace.release(uri);
    }
    await pause();
  }
  return findings.toJson();
}

/** The path of a file from its workspace folder on. */
function pathFrom(uri: string, folder: string): string {
  return decodePath(uri.slice(folder.length + 1));
}

function hasFindings({ findings }: FileReport<'findings'>['documents'][number]): boolean {
  return findings.length > 0;
}

async function fix(
  { text, path, ineffective }: Inputs,
  uri: string | undefined,
  session: Session,
  disk: Disk,
  token: CancellationToken,
): Promise<AgentToolResult> {
  const report =
    typeof text === 'string'
      ? await reportOnGiven(text, session)
      : await untilRead(session, token).then(() => reportOnFile(uri, session, disk, token));
  if ('fault' in report) return report;
  if (uri !== undefined && session.configs.faulty(report.file.uri) !== undefined) {
    return { fault: 'The configuration file has errors. Correct them first.' };
  }
  const result = fixed(report, ineffective === true);
  if (result.edits.length === 0) return { text: NOTHING_TO_FIX };
  if (typeof text === 'string') return { text: fixedJson(result, { text: result.text }) };
  const edit = workspaceEdit([{ file: report.file, edits: result.edits }], session.protocol);
  return { text: fixedJson(result, { path }), edit };
}

async function untilRead({ read }: Session, token: CancellationToken): Promise<void> {
  await Promise.race([read, new Promise((cancel) => token.onCancellationRequested(cancel))]);
}

const NOT_CHECKED: Readonly<Record<Exclude<CheckState, 'yes'>, string>> = {
  off: 'The setting `kubewin.scope` turns checks off. Pass the text instead.',
  excluded: 'The settings exclude this file. Pass the text instead.',
  'not open': 'Only open files are checked: see the setting `kubewin.scope`. Pass the text instead.',
  'too large': 'The file is too large.',
};

const A_FOLDER = 'This is a folder. kubewin_fix needs a file, and kubewin_check a folder with manifests.';

/** The report on a file as it is now: there may be no event yet for a change on disk. */
async function reportOnFile(
  uri: string | undefined,
  session: Session,
  disk: Disk,
  token: CancellationToken,
): Promise<FileReport | { readonly fault: string }> {
  const { workspace, protocol } = session;
  const own = uri === undefined ? '' : protocol.toServer(uri);
  const folder = workspace.folderOf(own);
  if (uri === undefined || folder === '') return { fault: 'The path is not in a folder of the workspace.' };
  if (!workspace.isOpen(own)) {
    const reading = await disk.read(own, folder);
    if ('fault' in reading) return { fault: reading.fault.kind === 'folder' ? A_FOLDER : reading.fault.message };
    await session.watched([{ uri, type: FileChangeType.Created }]);
  }
  await session.ready(uri);
  if (token.isCancellationRequested) return { fault: 'Canceled.' };
  const state = session.checkState(own);
  if (state !== 'yes') return { fault: NOT_CHECKED[state] };
  return session.report(uri, true) ?? { fault: 'No Kubernetes object was found in the file, or git ignores it.' };
}
