/** Makes something once, when it is asked for first: nothing that the first document does not need takes time at the start. */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
