import { readFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import Draft4 from 'ajv-draft-04';

/**
 * The official schema of SARIF 2.1.0, revision rtm.5, as @microsoft/jest-sarif 1.0.0-beta.0 has it (MIT).
 * One of its patterns is not valid with the flag `u`. URIs are checked more strictly than by the schema: a relative
 * reference must encode every character that requires it.
 */
export function sarifSchema(): ValidateFunction {
  const text = readFileSync(new URL('sarif-2.1.0-rtm.5.json', import.meta.url), 'utf8');
  const formats = {
    uri: URL.canParse,
    // https://www.rfc-editor.org/rfc/rfc3986#section-4.2
    'uri-reference': /^(?:file:\/\/\/|(?!\/))(?:[\w.~!$&'()*+,;=@/-]|%[0-9A-F]{2})+$/,
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  };
  return new Draft4({ allErrors: true, formats, unicodeRegExp: false }).compile(JSON.parse(text));
}
