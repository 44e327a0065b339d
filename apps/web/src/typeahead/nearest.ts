import { folded, matchRank } from '../search/match-words.js';

/** Suggestions at a time. */
export const MAX_SUGGESTIONS = 8;

/** Items with their folded names, which are computed once for all keys. */
export interface SearchedItem<Item> {
  readonly item: Item;
  readonly names: readonly string[];
}

export const searched = <Item>(items: Iterable<Item>, namesOf: (item: Item) => readonly string[]) =>
  Array.from(items, (item): SearchedItem<Item> => ({ item, names: namesOf(item).map(folded) }));

/** Distance of an item from the reader: 0 in this conversation, 1 in this stream, larger elsewhere. */
type Distance<Item> = (item: Item) => number;

/**
 * The items with a name that begins, or has a word that begins, with the query. The nearest come first, then the name itself, then names
 * that begin with it. One pass, without sorting: it takes a few milliseconds for ten thousand people.
 */
export function nearest<Item>(
  items: readonly SearchedItem<Item>[],
  query: string,
  distanceOf: Distance<Item>,
  limit = MAX_SUGGESTIONS,
): Item[] {
  const wanted = folded(query.trim());
  const words = wanted.split(/\s+/);
  const best: { readonly item: Item; readonly score: number }[] = [];
  for (const { item, names } of items) {
    const rank = bestRank(names, wanted, words);
    if (rank === undefined) continue;
    const score = 3 * distanceOf(item) + rank;
    if (best.length === limit && score >= (best.at(-1)?.score ?? 0)) continue;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? 0) > score) at--;
    best.splice(at, 0, { item, score });
    if (best.length > limit) best.pop();
  }
  return best.map(({ item }) => item);
}

/** 0: the query is a name; 1: a name begins with it; 2: words of a name begin with the words of the query. */
function bestRank(names: readonly string[], query: string, words: readonly string[]): number | undefined {
  let best: number | undefined;
  for (const name of names) {
    if (name === query) return 0;
    const rank = matchRank(name, query);
    if (rank === 0) best = 1;
    else if (rank === 1 || (words.length > 1 && words.every((word) => matchRank(name, word) !== undefined))) best ??= 2;
  }
  return best;
}
