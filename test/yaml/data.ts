import { parseDocument } from 'yaml';
import { type Change, EMPTIED_PARENTS, type Value } from '../../server/src/yaml/edit/change.ts';
import type { FieldPath } from '../../server/src/yaml/read/path.ts';

/** Data as the parser converts it: independent of the way in which edits are verified. */
export type Data = null | string | number | boolean | Data[] | { [key: string]: Data };

/** The data of one document. */
export const read = (text: string): Data =>
  parseDocument(text, { version: '1.1', uniqueKeys: false }).toJS({ maxAliasCount: -1 });

/** The value at a path. */
export function at(data: Data | undefined, path: FieldPath): Data | undefined {
  return path.reduce<Data | undefined>((value, key) => (value as Record<string, Data> | null | undefined)?.[key], data);
}

/** The data after one change: a second, simple implementation. */
export function changed(data: Data, change: Change): Data {
  const result = structuredClone(data);
  const parent = at(result, change.path.slice(0, -1)) as Record<string, Data>;
  const key = change.path.at(-1) ?? '';
  if (change.kind === 'replace') parent[key] = change.value as Data;
  if (change.kind === 'rename') {
    const entries = Object.entries(parent).map(([name, value]) => [name === key ? change.key : name, value] as const);
    for (const [name] of Object.entries(parent)) delete parent[name];
    Object.assign(parent, Object.fromEntries(entries));
  }
  if (change.kind === 'insert') {
    let inner: Record<string, Data> = result as Record<string, Data>;
    for (const name of change.path.slice(0, -1)) {
      inner[name] ??= {};
      inner = inner[name] as Record<string, Data>;
    }
    inner[key] = change.value as Data;
  }
  if (change.kind === 'move') {
    const { path, to } = change;
    return changed(changed(data, { kind: 'insert', path: to, value: at(data, path) as Value }), {
      kind: 'remove',
      path,
    });
  }
  if (change.kind === 'append') parent[key] = [...((parent[key] ?? []) as Data[]), change.value as Data];
  if (change.kind === 'remove') {
    for (let path = change.path; path.length > 0; path = path.slice(0, -1)) {
      const container = at(result, path.slice(0, -1));
      const last = path.at(-1) ?? '';
      if (Array.isArray(container)) container.splice(Number(last), 1);
      else delete (container as Record<string, Data>)[last];
      const isEmpty = !Array.isArray(container) && Object.keys(container ?? {}).length === 0;
      if (!isEmpty || !EMPTIED_PARENTS.includes(String(path.at(-2)))) break;
    }
  }
  return result;
}
