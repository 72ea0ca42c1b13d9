import { applyEdits } from '../../text/edit.ts';
import { editsFor, type Plan } from '../../yaml/edit/edits.ts';
import { parse } from '../../yaml/read/document.ts';

/** The path of a value to set in a configuration file: the severity of a rule, or the taint of the nodes. */
export type ConfigPath = readonly ['rules', string] | readonly ['taint'];

/** Sets a value in the text of a configuration file and preserves its comments and layout. */
export function setInConfig(text: string, path: ConfigPath, value: string): Plan {
  const document = parse(text);
  const { root } = document;
  if (document.errors.length === 0 && (root === undefined || root.raw === '')) return append(text, path, value);
  const isSet = root?.at(...path) !== undefined;
  const plan = editsFor(document, [{ kind: isSet ? 'replace' : 'insert', path, value }]);
  if (!plan.ok) return plan;
  // A configuration file is read as YAML 1.2, in which this word needs no quotes.
  const edits = plan.edits.map((edit) => ({ ...edit, text: edit.text.replace("'off'", 'off') }));
  return { ok: true, edits, text: applyEdits(text, edits) };
}

/** Appends a setting to a file without settings, which has no field that could be edited. */
function append(text: string, [key, rule]: ConfigPath, value: string): Plan {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const line = rule === undefined ? `${key}: ${value}` : `${key}:${lineBreak}  ${rule}: ${value}`;
  const endsWithLine = text === '' || text.endsWith('\n');
  const edit = {
    span: { start: text.length, end: text.length },
    text: `${endsWithLine ? '' : lineBreak}${line}${lineBreak}`,
  };
  return { ok: true, edits: [edit], text: applyEdits(text, [edit]) };
}
