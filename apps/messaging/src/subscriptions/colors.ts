/** Colors that subscriptions get, in this order, so that a user's streams look different for as long as possible. */
const STREAM_COLORS = [
  '#5fb3a1',
  '#e8b34b',
  '#7aa2e3',
  '#d9778f',
  '#9bbf4d',
  '#e0884f',
  '#9a86d8',
  '#63b9d6',
  '#c9a227',
  '#b5655c',
  '#4fa36b',
  '#c678c9',
  '#d65f46',
  '#6fc2a8',
  '#6d8fe0',
  '#3f8f5f',
  '#8067c4',
  '#d1483f',
  '#8c96a3',
  '#3d7fd1',
  '#b98b94',
  '#bfa63d',
  '#7d8b86',
  '#94674f',
] as const;

/** Chooses colors for one user's new subscriptions: unused ones first, then around again. */
export function colorChooser(used: Iterable<string>): () => string {
  const taken = new Set(used);
  let turn = taken.size;
  return () => {
    const color =
      STREAM_COLORS.find((candidate) => !taken.has(candidate)) ?? STREAM_COLORS[turn++ % STREAM_COLORS.length];
    taken.add(color as string);
    return color as string;
  };
}
