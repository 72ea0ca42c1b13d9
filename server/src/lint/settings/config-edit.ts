import { applyEdits } from '../../text/edit.ts';
import type { Change } from '../../yaml/edit/change.ts';
import { editsFor, type Plan } from '../../yaml/edit/edits.ts';
import { parse } from '../../yaml/read/document.ts';
import type { ClusterKey } from './cluster-settings.ts';

/** A value to set in a configuration file, and its path: the severity of a rule, or a setting of the cluster. */
export interface ConfigValue {
  readonly path: readonly ['rules', string] | readonly [ClusterKey];
  readonly value: string | boolean;
}

/** Sets values in the text of a configuration file and preserves its comments and layout. */
export function setInConfig(text: string, values: readonly ConfigValue[]): Plan {
  const document = parse(text);
  const { root } = document;
  if (document.errors.length === 0 && (root === undefined || root.raw === '')) return append(text, values);
  const changes = values.map(({ path: given, value }): Change => {
    // A rule that the file defines has its severity in the definition.
    const path = root?.at(...given)?.isMapping ? [...given, 'severity'] : given;
    const isSet = root?.at(...path) !== undefined;
    return { kind: isSet ? 'replace' : 'insert', path, value };
  });
  const plan = editsFor(document, changes);
  if (!plan.ok) return plan;
  // A configuration file is read as it is written, so that `off` and releases need no quotes.
  const edits = plan.edits.map((edit) => ({ ...edit, text: edit.text.replace(/(['"])(off|1\.\d+)\1/g, '$2') }));
  return { ok: true, edits, text: applyEdits(text, edits) };
}

/** Appends settings to a file without settings, which has no field that could be edited. */
function append(text: string, values: readonly ConfigValue[]): Plan {
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = values.map(({ path: [key, rule], value }) =>
    rule === undefined ? `${key}: ${value}` : `${key}:${lineBreak}  ${rule}: ${value}`,
  );
  const endsWithLine = text === '' || text.endsWith('\n');
  const edit = {
    span: { start: text.length, end: text.length },
    text: `${endsWithLine ? '' : lineBreak}${lines.map((line) => line + lineBreak).join('')}`,
  };
  return { ok: true, edits: [edit], text: applyEdits(text, [edit]) };
}
