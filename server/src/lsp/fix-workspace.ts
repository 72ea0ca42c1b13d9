import type { AnnotatedTextEdit, ChangeAnnotation, Connection, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { fixAll } from '../lint/fixes/applicable-fixes.ts';
import { batches } from '../lint/fixes/batch.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import type { Disk } from '../workspace/disk.ts';
import type { File, FileReport, Workspace } from '../workspace/workspace.ts';
import { rangeOf, type Translation } from './diagnostic.ts';
import { pacer } from './pace.ts';
import { MessageType, ShowMessageNotification } from './protocol.ts';
import type { Session } from './session.ts';

/**
 * Has the client make all safe fixes in the workspace, and after asking the removal of what is ignored; says so where
 * there is nothing to fix. Clients that know annotations show a preview first. Nothing is fixed by the defaults that
 * count for a broken configuration file: the release decides what is a fix.
 */
export async function fixWorkspace(connection: Connection, session: Session, disk: Disk): Promise<void> {
  const { translation } = session;
  const { workspace } = translation;
  const say = (type: MessageType, message: string) =>
    connection.sendNotification(ShowMessageNotification.type, { type, message });
  const { changes, stale, readOnly } = await findChanges(session, disk);
  const [faulty] = changes.flatMap(({ file }) => session.faultyConfig(file.uri) ?? []);
  if (faulty !== undefined) {
    const name = decodeURI(faulty.slice(workspace.folderOf(faulty).length + 1));
    return say(MessageType.Warning, t`No fixes were applied: \`${name}\` has errors. Correct them first.`);
  }
  const left = [
    stale ? t(' Files that are changing on disk were skipped.') : '',
    readOnly ? t(' Read-only files were skipped.') : '',
  ].join('');
  if (changes.length === 0) return say(MessageType.Info, t`No fixes are available in this workspace.${left}`);
  const { applied, failureReason } = await connection.workspace.applyEdit({
    label: t('Fix all in the workspace'),
    edit: editOf(changes, translation),
    metadata: { isRefactoring: true },
  });
  if (applied) return left === '' ? undefined : say(MessageType.Warning, left.trim());
  // Without a reason the user said no, or a document is another one by now.
  const isOther = changes.some(({ file }) => workspace.file(file.uri)?.version !== file.version);
  const reason = isOther ? t('a file changed in the meantime. Run the command again') : failureReason;
  if (reason !== undefined) say(MessageType.Warning, t`No fixes were applied: ${reason}.`);
}

interface Changes {
  readonly file: File;
  readonly edits: readonly (TextEdit | AnnotatedTextEdit)[];
  readonly annotations: readonly Annotation[];
}

/** What some edits of a file are for: the fixes of one rule, or of rules that share lines. */
interface Annotation {
  readonly id: string;
  readonly rules: readonly string[];
  readonly needsConfirmation: boolean;
  /** The objects that they are made in. */
  readonly objects: readonly string[];
}

interface Found {
  readonly changes: readonly Changes[];
  /** Whether the disk holds a file otherwise than it was looked at. */
  readonly stale: boolean;
  /** Whether a file cannot be written: an editor would find that out when some of the others are. */
  readonly readOnly: boolean;
}

/** What is to be fixed, file by file. */
async function findChanges(session: Session, disk: Disk): Promise<Found> {
  const { translation } = session;
  const { workspace, client } = translation;
  const changes: Changes[] = [];
  let stale = false;
  let readOnly = false;
  const pause = pacer();
  for (const uri of workspace.uris()) {
    await pause();
    if (workspace.folderOf(uri) === '' || session.checked(uri) !== 'yes') continue;
    const found = workspace.findings(uri);
    if (!found?.documents.some(({ findings }) => findings.some(({ fixes }) => fixes.length > 0))) continue;
    if (!workspace.isOpen(uri) && !(await holds(disk, found.file))) stale = true;
    else {
      const report = workspace.report(uri);
      if (report === undefined) continue;
      const { file } = report;
      const change = client.takesAnnotations ? annotated(report) : { file, edits: safeEdits(report), annotations: [] };
      const isToMake = change.edits.length > 0;
      if (isToMake && (await disk.isReadOnly(uri))) readOnly = true;
      else if (isToMake) changes.push(change);
      if (!workspace.isOpen(uri)) workspace.release(uri);
    }
  }
  return { changes, stale, readOnly };
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
function annotated({ file, documents }: FileReport): Changes {
  const all = documents.flatMap(({ start, report, findings }) =>
    batches(report.document, findings).map(({ rules, safety, fixes, edits }) => {
      const id = `${safety}: ${rules.join(', ')}`;
      const fixed = findings.filter((finding) => finding.fixes.some((fix) => fixes.includes(fix)));
      const objects = fixed.flatMap(({ object }) =>
        object === undefined ? [] : `${object.kind} ${object.name ?? ''}`,
      );
      return {
        annotation: { id, rules, needsConfirmation: safety === 'review', objects },
        edits: edits.map(({ span, text }) => ({
          range: rangeOf(file, shift(span, start)),
          newText: text,
          annotationId: id,
        })),
      };
    }),
  );
  return { file, edits: all.flatMap(({ edits }) => edits), annotations: all.map(({ annotation }) => annotation) };
}

/** How many objects are named for a rule; the preview has a line for it. */
const NAMED = 5;

/** What clients show of the annotations of all files: one entry for each rule. */
function changeAnnotations(all: readonly Annotation[], workspace: Workspace): Record<string, ChangeAnnotation> {
  // Clients show a preview only where something has to be confirmed, and here there is always to be one.
  const isAsked = all.some(({ needsConfirmation }) => needsConfirmation);
  const titleOf = (rule: string) => workspace.rules.rules.find(({ id }) => id === rule)?.title ?? rule;
  const objectsOf = new Map<string, Set<string>>();
  for (const { rules, objects } of all) {
    // Clients have one entry for what has the same label.
    const known = objectsOf.get(rules.join()) ?? new Set();
    objectsOf.set(rules.join(), known);
    for (const one of objects) known.add(one.trim());
  }
  const entries = all.map(({ id, rules, needsConfirmation }): [string, ChangeAnnotation] => {
    const objects = [...(objectsOf.get(rules.join()) ?? [])];
    const more = objects.length > NAMED ? t` and ${objects.length - NAMED} more` : '';
    const shared = rules.length === 1 ? '' : t(' (the fixes share lines)');
    return [
      id,
      {
        label: rules.map((rule) => t(titleOf(rule))).join('; '),
        description: `${objects.slice(0, NAMED).join(', ')}${more} · ${rules.join(', ')}${shared}`,
        needsConfirmation: needsConfirmation || !isAsked,
      },
    ];
  });
  return Object.fromEntries(entries);
}

async function holds(disk: Disk, { uri, text }: File): Promise<boolean> {
  const reading = await disk.read(uri);
  return 'text' in reading && reading.text === text;
}

function editOf(changes: readonly Changes[], { client, workspace, uriFor }: Translation): WorkspaceEdit {
  if (!client.takesDocumentChanges) {
    return { changes: Object.fromEntries(changes.map(({ file, edits }) => [uriFor(file.uri), [...edits]])) };
  }
  const all = changes.flatMap(({ annotations }) => annotations);
  return {
    documentChanges: changes.map(({ file, edits }) => ({
      textDocument: { uri: uriFor(file.uri), version: file.version ?? null },
      edits: [...edits],
    })),
    ...(all.length === 0 ? {} : { changeAnnotations: changeAnnotations(all, workspace) }),
  };
}
