export type Random = ReturnType<typeof randomFrom>;

/** mulberry32. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return {
    chance: (probability: number) => next() < probability,
    pick,
    some: <T>(list: readonly T[], least: number, most: number): T[] =>
      Array.from({ length: least + Math.floor(next() * (most - least + 1)) }, () => pick(list)),
  };
}
