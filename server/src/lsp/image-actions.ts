import type { CodeAction, Range } from 'vscode-languageserver';
import { parseReference } from '../images/reference.ts';
import { t } from '../text/localize.ts';
import { shift } from '../text/span.ts';
import { lockedImage, podImages } from '../windows/images.ts';
import type { FileReport } from '../workspace/report.ts';
import { touch } from './code-action.ts';
import { type ProtocolContext, rangeOf } from './diagnostic.ts';
import { CodeActionKind } from './protocol.ts';

/** A command of the client that records the images that a lock lacks. */
export interface RecordCommand {
  readonly command: string;
  /** The client's URI of the lock, which the command takes. */
  readonly lock: string;
}

/** The action that records missing images, at an image that the lock lacks. */
export function imageActions(
  { file, documents }: FileReport,
  range: Range,
  { command, lock }: RecordCommand,
  { workspace }: ProtocolContext,
): CodeAction[] {
  const settings = workspace.settingsOf(file.uri);
  const isMissingHere = documents.some(({ start, report }) =>
    report.workloads
      .flatMap(({ pod }) => podImages(pod))
      .some(({ field, image }) => {
        if (!touch(rangeOf(file, shift(field.wholeSpan, start)), range)) return false;
        return parseReference(image.text) !== undefined && lockedImage(image, settings) === undefined;
      }),
  );
  const title = t('Record the platforms of missing images in `.kubewin-images.yaml`');
  const kind = CodeActionKind.QuickFix;
  return isMissingHere ? [{ title, kind, command: { title, command, arguments: [lock] } }] : [];
}
