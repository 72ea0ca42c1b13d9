/** Computes a value on first use, so that what the first document does not need does not slow down the start. */
export function lazily<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}
