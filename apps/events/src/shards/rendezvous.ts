import { createHash } from 'node:crypto';

/**
 * Who among `members` should hold `shard`: the one with the highest weight for it. A member that comes or goes moves only its
 * own shards.
 */
export function preferredHolder(shard: number, members: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestWeight = '';
  for (const member of members) {
    const weight = createHash('md5').update(`${shard} ${member}`).digest('hex');
    if (best === undefined || weight > bestWeight) {
      best = member;
      bestWeight = weight;
    }
  }
  return best;
}
