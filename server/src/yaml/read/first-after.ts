/** The index of the first item that passes a test, which all items behind it must pass too; otherwise the length. */
export function firstAfter<T>(items: readonly T[], test: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && test(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
