import type { AnnotatedTextEdit, ChangeAnnotation, Connection, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { fixAll } from '../lint/fixes/applicable-fixes.ts';
import { batches } from '../lint/fixes/batch.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import type { Disk } from '../workspace/disk.ts';
import type { File, FileReport } from '../workspace/report.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { pacer } from './pace.ts';
import { MessageType, ShowMessageNotification } from './protocol.ts';
import type { Session } from './session.ts';

/**
 * Sends all safe fixes of the workspace to the client, which applies them, and after confirmation the removal of ignored
 * fields. Clients that support annotations show a preview first. If a configuration file has errors, nothing is fixed:
 * the default Kubernetes release could lead to other fixes.
 */
export async function fixWorkspace(connection: Connection, session: Session, disk: Disk): Promise<void> {
  const { protocol } = session;
  const { workspace } = protocol;
  const say = (type: MessageType, message: string) =>
    connection.sendNotification(ShowMessageNotification.type, { type, message });
  const { changes, stale, readOnly } = await findChanges(session, disk);
  const [faulty] = changes.flatMap(({ file }) => session.configs.faulty(file.uri) ?? []);
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
    edit: editOf(changes, protocol),
    metadata: { isRefactoring: true },
  });
  if (applied) return left === '' ? undefined : say(MessageType.Warning, left.trim());
  // Without a reason, the user declined, or a document has changed meanwhile.
  const isOther = changes.some(({ file }) => workspace.file(file.uri)?.text !== file.text);
  const reason = isOther ? t('a file changed in the meantime. Run the command again') : failureReason;
  if (reason !== undefined) say(MessageType.Warning, t`No fixes were applied: ${reason}.`);
}

interface Changes {
  readonly file: File;
  readonly edits: readonly (TextEdit | AnnotatedTextEdit)[];
  readonly annotations: readonly Annotation[];
}

/** Describes some of the edits: the fixes of one rule, or of several rules that change the same lines. */
interface Annotation {
  readonly id: string;
  readonly rules: readonly string[];
  readonly needsConfirmation: boolean;
  /** The objects that contain the edits. */
  readonly objects: readonly string[];
}

interface Found {
  readonly changes: readonly Changes[];
  /** Whether the content of a file on disk differs from the checked text. */
  readonly stale: boolean;
  /** Whether a file is read-only: editors find that out after they have changed other files. */
  readonly readOnly: boolean;
}

/** The changes of each file. */
async function findChanges(session: Session, disk: Disk): Promise<Found> {
  const { protocol } = session;
  const { workspace, client } = protocol;
  const changes: Changes[] = [];
  let stale = false;
  let readOnly = false;
  const pause = pacer();
  for (const uri of workspace.uris()) {
    await pause();
    if (workspace.folderOf(uri) === '' || session.checkState(uri) !== 'yes') continue;
    const found = workspace.findings(uri);
    // Fixes in charts are made only for the report.
    if (!found?.documents.some(({ findings }) => findings.length > 0)) continue;
    if (!workspace.isOpen(uri) && !(await hasText(disk, found.file))) stale = true;
    else {
      const report = workspace.report(uri);
      if (report === undefined) continue;
      const { file } = report;
      const change = client.supportsAnnotations
        ? annotated(report)
        : { file, edits: safeEdits(report), annotations: [] };
      const hasEdits = change.edits.length > 0;
      if (hasEdits && (await disk.isReadOnly(uri))) readOnly = true;
      else if (hasEdits) changes.push(change);
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

/** Edits with an annotation that names their rules. */
function annotated({ file, documents }: FileReport): Changes {
  const all = documents.flatMap(({ start, report, findings }) =>
    batches(report.document, findings).map(({ rules, safety, fixes, edits }) => {
      const id = `${safety}: ${rules.join(', ')}`;
      const fixed = findings.filter((finding) => finding.fixes.some((fix) => fixes.includes(fix)));
      const objects = fixed.flatMap(({ object }) =>
        object === undefined ? [] : `${object.kind} ${object.name ?? ''}`,
      );
      return {
        annotation: { id, rules, needsConfirmation: safety !== 'safe', objects },
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

/** How many objects are named for a rule, which has one line in the preview. */
const NAMED_OBJECTS = 5;

/** The annotations of all files as clients show them: one entry for each rule. */
function changeAnnotations(
  all: readonly Annotation[],
  { client, workspace }: ProtocolContext,
): Record<string, ChangeAnnotation> {
  // Most clients show a preview only if an annotation needs confirmation. There must always be a preview here.
  const isAsked = client.previewCommand !== undefined || all.some(({ needsConfirmation }) => needsConfirmation);
  const titleOf = (rule: string) => workspace.rules.rules.find(({ id }) => id === rule)?.title ?? rule;
  // Most clients merge annotations with the same label.
  const lineOf = ({ id, rules }: Annotation) => (client.previewCommand === undefined ? rules.join() : id);
  const objectsOf = new Map<string, Set<string>>();
  for (const annotation of all) {
    const { objects } = annotation;
    const known = objectsOf.get(lineOf(annotation)) ?? new Set();
    objectsOf.set(lineOf(annotation), known);
    for (const object of objects) known.add(object.trim());
  }
  const entries = all.map((annotation): [string, ChangeAnnotation] => {
    const { id, rules, needsConfirmation } = annotation;
    const objects = [...(objectsOf.get(lineOf(annotation)) ?? [])];
    const more = objects.length > NAMED_OBJECTS ? t` and ${objects.length - NAMED_OBJECTS} more` : '';
    const shared = rules.length === 1 ? '' : t(' (the fixes share lines)');
    return [
      id,
      {
        label: rules.map((rule) => t(titleOf(rule))).join('; '),
        description: `${objects.slice(0, NAMED_OBJECTS).join(', ')}${more} · ${rules.join(', ')}${shared}`,
        needsConfirmation: needsConfirmation || !isAsked,
      },
    ];
  });
  return Object.fromEntries(entries);
}

async function hasText(disk: Disk, { uri, text }: File): Promise<boolean> {
  const reading = await disk.read(uri);
  return 'text' in reading && reading.text === text;
}

function editOf(changes: readonly Changes[], protocol: ProtocolContext): WorkspaceEdit {
  const { client, toClient } = protocol;
  if (!client.supportsDocumentChanges) {
    return { changes: Object.fromEntries(changes.map(({ file, edits }) => [toClient(file.uri), [...edits]])) };
  }
  const all = changes.flatMap(({ annotations }) => annotations);
  return {
    documentChanges: changes.map(({ file, edits }) => ({
      textDocument: { uri: toClient(file.uri), version: file.version ?? null },
      edits: [...edits],
    })),
    ...(all.length === 0 ? {} : { changeAnnotations: changeAnnotations(all, protocol) }),
  };
}
