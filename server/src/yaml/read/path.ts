/** The mapping keys and list indices that lead from the root of a document to a field. */
export type FieldPath = readonly (string | number)[];

/** Whether a path equals another one or is below it. */
export function startsWith(path: FieldPath, prefix: FieldPath): boolean {
  return prefix.length <= path.length && prefix.every((key, i) => key === path[i]);
}

export function samePath(a: FieldPath, b: FieldPath): boolean {
  return a.length === b.length && startsWith(a, b);
}
