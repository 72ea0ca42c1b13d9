import {
  type AnnotatedTextEdit,
  type ChangeAnnotation,
  type Connection,
  MessageType,
  ShowMessageNotification,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { fixAll } from '../lint/fixes/applicable-fixes.ts';
import { batches } from '../lint/fixes/batch.ts';
import { shift } from '../text/span.ts';
import type { Disk } from '../workspace/disk.ts';
import type { File, FileReport } from '../workspace/workspace.ts';
import { rangeOf, type Translation } from './diagnostic.ts';
import { pacer } from './pace.ts';
import type { Session } from './session.ts';

/** The command that fixes all files of the workspace folders at once. */
export const FIX_WORKSPACE = 'kubewin.fixWorkspace';

/**
 * Has the client make all safe fixes in the workspace, and after asking the removal of what is ignored; says so where
 * there is nothing to fix. Clients that know annotations show a preview first.
 */
export async function fixWorkspace(connection: Connection, session: Session, disk: Disk): Promise<void> {
  const { translation } = session;
  const say = (type: MessageType, message: string) =>
    connection.sendNotification(ShowMessageNotification.type, { type, message });
  const { changes, annotations, stale } = await findChanges(session, disk);
  const left = stale === 0 ? '' : ' Files that are changing on disk were skipped.';
  if (changes.length === 0) return say(MessageType.Info, `No fixes are available in this workspace.${left}`);
  const { applied, failureReason } = await connection.workspace.applyEdit({
    label: 'Fix all in the workspace',
    edit: editOf(changes, annotations, translation),
    metadata: { isRefactoring: true },
  });
  if (applied) return left === '' ? undefined : say(MessageType.Warning, left.trim());
  // Without a reason the user said no, or a document is another one by now.
  const isOther = changes.some(({ file }) => translation.workspace.file(file.uri)?.version !== file.version);
  const reason = isOther ? 'a file changed in the meantime. Run the command again' : failureReason;
  if (reason !== undefined) say(MessageType.Warning, `No fixes were applied: ${reason}.`);
}

interface Changes {
  readonly file: File;
  readonly edits: (TextEdit | AnnotatedTextEdit)[];
}

type Annotations = Map<string, ChangeAnnotation>;

/** What is to be fixed, file by file; `stale` counts files that the disk holds otherwise than they were looked at. */
async function findChanges(
  session: Session,
  disk: Disk,
): Promise<{ changes: Changes[]; annotations: Annotations; stale: number }> {
  const { translation } = session;
  const { workspace, client } = translation;
  const annotations: Annotations = new Map();
  const changes: Changes[] = [];
  let stale = 0;
  const pause = pacer();
  for (const uri of workspace.uris()) {
    await pause();
    if (workspace.folderOf(uri) === '' || session.checked(uri) !== 'yes') continue;
    const found = workspace.findings(uri);
    if (!found?.documents.some(({ findings }) => findings.some(({ fixes }) => fixes.length > 0))) continue;
    if (!workspace.isOpen(uri) && !(await holds(disk, found.file))) stale++;
    else {
      const report = workspace.report(uri);
      if (report === undefined) continue;
      const edits = client.takesAnnotations ? annotatedEdits(report, annotations, translation) : safeEdits(report);
      if (edits.length > 0) changes.push({ file: report.file, edits });
      if (!workspace.isOpen(uri)) workspace.release(uri);
    }
  }
  return { changes, annotations, stale };
}

function safeEdits({ file, documents }: FileReport): TextEdit[] {
  return documents.flatMap(({ start, report, findings }) =>
    fixAll(report.document, findings).map(({ span, text }) => ({
      range: rangeOf(file, shift(span, start)),
      newText: text,
    })),
  );
}

/** Edits that say which rules they are for. */
function annotatedEdits(
  { file, documents }: FileReport,
  annotations: Annotations,
  { workspace }: Translation,
): AnnotatedTextEdit[] {
  return documents.flatMap(({ start, report, findings }) =>
    batches(report.document, findings).flatMap(({ rules, safety, edits }) => {
      const titles = rules.map((rule) => workspace.rules.rules.find(({ id }) => id === rule)?.title ?? rule);
      const annotationId = `${safety}: ${rules.join(', ')}`;
      annotations.set(annotationId, {
        label: titles.join('; '),
        description: rules.length === 1 ? rules.join() : `${rules.join(', ')}: the fixes share lines`,
        needsConfirmation: safety === 'review',
      });
      return edits.map(({ span, text }) => ({ range: rangeOf(file, shift(span, start)), newText: text, annotationId }));
    }),
  );
}

async function holds(disk: Disk, { uri, text }: File): Promise<boolean> {
  const reading = await disk.read(uri);
  return 'text' in reading && reading.text === text;
}

function editOf(changes: readonly Changes[], annotations: Annotations, { client, uriFor }: Translation): WorkspaceEdit {
  if (!client.takesDocumentChanges) {
    return { changes: Object.fromEntries(changes.map(({ file, edits }) => [uriFor(file.uri), edits])) };
  }
  // Clients show a preview only where something has to be confirmed, and here there is always to be one.
  const all = [...annotations].map(([id, one]) => [id, { ...one, needsConfirmation: true }] as const);
  const isAsked = [...annotations.values()].some(({ needsConfirmation }) => needsConfirmation);
  return {
    documentChanges: changes.map(({ file, edits }) => ({
      textDocument: { uri: uriFor(file.uri), version: file.version ?? null },
      edits,
    })),
    ...(annotations.size === 0 ? {} : { changeAnnotations: Object.fromEntries(isAsked ? annotations : all) }),
  };
}
