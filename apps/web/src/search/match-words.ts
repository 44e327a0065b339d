/** Lower case without accents: `Éva Ö` is found by `eva o`. */
export function folded(text: string): string {
  let key = known.get(text);
  if (key !== undefined) return key;
  key = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, key);
  return key;
}

/** Names are folded at each pressed key, so the last ones are held. */
const known = new Map<string, string>();
const MOST_KNOWN = 50_000;

/** How well a folded query matches a folded name: 0 at its beginning, 1 at the beginning of a word, undefined not at all. */
export function matchRank(name: string, query: string): number | undefined {
  if (name.startsWith(query)) return 0;
  for (let at = name.indexOf(query); at > 0; at = name.indexOf(query, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(name.charAt(at - 1))) return 1;
  }
  return undefined;
}

/** The best matches, at most `limit`, in the order of the items. `nameOf` gives folded names. */
export function bestMatches<Item>(
  items: Iterable<Item>,
  query: string,
  nameOf: (item: Item) => string,
  limit: number,
): readonly Item[] {
  const ranked: Item[][] = [[], []];
  for (const item of items) {
    const rank = matchRank(nameOf(item), query);
    if (rank === undefined || (ranked[rank]?.length ?? 0) >= limit) continue;
    ranked[rank]?.push(item);
    if ((ranked[0]?.length ?? 0) >= limit) break;
  }
  return ranked.flat().slice(0, limit);
}
