import type { CheckedFile, CheckedFinding } from '../files/check-file.ts';
import type { CheckWriter } from './writer.ts';

/** A writer of JSON with an entry for each finding, one in a line. `head` and `tail` are the JSON around the entries. */
export function jsonList(
  head: string,
  entry: (finding: CheckedFinding, file: CheckedFile) => object,
  tail: CheckWriter['end'],
): CheckWriter {
  return {
    fixes: 'none',
    start: () => head,
    file: (file) => file.findings.map((finding) => `\n  ${JSON.stringify(entry(finding, file))}`).join(),
    between: ',',
    end: tail,
  };
}
