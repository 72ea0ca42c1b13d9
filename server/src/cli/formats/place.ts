import type { CheckedFile, CheckedFinding } from '../files/check-file.ts';
import { nameOf } from '../files/file-summary.ts';
import { locationText } from '../files/message.ts';
import type { CheckLook } from './writer.ts';

/** Where a finding is: a place in a file, or an object of a cluster and its field. */
export function placeText(
  { path }: Pick<CheckedFile, 'path'>,
  { start, finding: { object, field = '' } }: CheckedFinding,
  { cluster }: Pick<CheckLook, 'cluster'>,
): string {
  return cluster === undefined || object === undefined
    ? locationText({ path, at: start })
    : `${nameOf(object)}: ${field}`;
}
