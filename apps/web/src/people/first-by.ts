/** The first items of an order, without sorting all of them: ten thousand people cost one pass. */
export function firstBy<Item>(
  items: Iterable<Item>,
  limit: number,
  compare: (one: Item, other: Item) => number,
): readonly Item[] {
  const first: Item[] = [];
  for (const item of items) {
    const last = first.at(-1);
    if (first.length >= limit && last !== undefined && compare(item, last) >= 0) continue;
    first.splice(placeOf(item, first, compare), 0, item);
    if (first.length > limit) first.pop();
  }
  return first;
}

/** After equal items. */
function placeOf<Item>(item: Item, sorted: readonly Item[], compare: (one: Item, other: Item) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle] as Item, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
