/** A Redis Stream id, `<ms>-<n>`, as two numbers. */
export type LogPosition = readonly [ms: number, n: number];

export function parseLogPosition(id: string): LogPosition {
  const dash = id.indexOf('-');
  return [Number(id.slice(0, dash)), Number(id.slice(dash + 1))];
}

export const isAtLeast = (position: LogPosition, other: LogPosition): boolean =>
  position[0] > other[0] || (position[0] === other[0] && position[1] >= other[1]);
