import type { Severity } from '../../lint/settings/settings.ts';
import type { Position } from '../../text/line-index.ts';
import { jsonList } from './json-list.ts';
import type { CheckWriter } from './writer.ts';

/** A `DiagnosticResult` for reviewdog: proto/rdf/reviewdog.proto in reviewdog/reviewdog. */
export function checkRdjson(): CheckWriter {
  return jsonList(
    '{"source":{"name":"kubewin"},"diagnostics":[',
    ({ text, span, start, end, finding: { severity, message, rule } }, { relativePath }) => ({
      message,
      location: {
        path: relativePath,
        range: { start: positionOf(text, span.start, start), end: positionOf(text, span.end, end) },
      },
      severity: SEVERITIES[severity],
      code: { value: rule },
    }),
    () => '\n]}\n',
  );
}

/** Lines from 1, and columns from 1 in bytes of UTF-8. */
function positionOf(text: string, offset: number, { line, character }: Position) {
  return { line: line + 1, column: Buffer.byteLength(text.slice(offset - character, offset)) + 1 };
}

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'ERROR',
  warning: 'WARNING',
  information: 'INFO',
  hint: 'INFO',
};
