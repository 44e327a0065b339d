import { RedisScript } from '@chat/redis';
import type { Redis } from 'ioredis';
import { requestList } from './limits.js';
import { packetHead } from './packets.js';

const findWaiting = RedisScript.fromFiles(import.meta.url, 'find-waiting.lua');

/**
 * Finds a caller's requests that no replica has taken, and returns their ids. With `remove` they are taken out of their lists in the same
 * step, so that no replica ever takes them.
 */
export async function waitingRequests(
  redis: Redis,
  replyList: string,
  sent: readonly (readonly [number, { readonly service: string; readonly list: string }])[],
  how: 'find' | 'remove',
): Promise<Set<number>> {
  const lists = [...new Set(sent.flatMap(([, { service, list }]) => [requestList(service), list]))];
  const heads = sent.map(([id]) => packetHead(id, replyList));
  const places = await findWaiting.run<number[]>(redis, lists, [how, ...heads]);
  return new Set(places.map((place) => (sent[place - 1] as (typeof sent)[number])[0]));
}
