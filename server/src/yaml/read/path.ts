/** Where a field stands in its document: mapping keys and list indices from the root on. */
export type FieldPath = readonly (string | number)[];

/** Whether a path is another one or lies below it. */
export function startsWith(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((part, i) => part === path[i]);
}

/** Whether two paths are equal, key by key. */
export function samePath(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && startsWith(a, b);
}
