/** A number from 0 up to and without 1. */
export type Random = () => number;

/** The same numbers for the same seed, on every machine (mulberry32): a load test can be repeated. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A place below `count`; the first ones far more often, as people write. */
export const skewedIndex = (random: Random, count: number): number => Math.floor(random() ** 3 * count);

export const anyIndex = (random: Random, count: number): number => Math.floor(random() * count);

export const anyOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[anyIndex(random, items.length)] as Item;
