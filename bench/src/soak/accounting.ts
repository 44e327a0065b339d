import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import type { Overload } from './overload.js';
import type { QueueReader } from './queue-reader.js';

const PAGE = 1_000;
const MAX_TRIES = 60;
const RETRY_AFTER_MS = 1_000;
/** The allowed responses: served, or refused in time. */
const ALLOWED = new Set(['503']);

/** Sentences about broken promises; empty if none is. */
export async function findFaults(
  user: ApiUser,
  streamId: number,
  { acknowledged, statuses }: Overload,
  readers: readonly QueueReader[],
): Promise<string[]> {
  const faults = [...statuses]
    .filter(([status]) => !ALLOWED.has(status))
    .map(([status, count]) => `${count} sends ended with ${status}.`);
  const found = await findSent(user, streamId);
  return [
    ...faults,
    ...faultsOfStore(acknowledged, found),
    ...readers.flatMap((reader) => faultsOfQueue(acknowledged, reader)),
  ];
}

/** Each acknowledged message exists once, under its id; each other message at most once. */
function faultsOfStore(acknowledged: Overload['acknowledged'], found: ReadonlyMap<string, readonly number[]>) {
  const lost = [...acknowledged]
    .map(([content, id]) => ({ content, id, ids: found.get(content) ?? [] }))
    .filter(({ id, ids }) => ids.length !== 1 || ids[0] !== id)
    .map(({ content, id, ids }) => `"${content}" was acknowledged as ${id} and exists as [${ids}].`);
  const repeated = [...found]
    .filter(([content, ids]) => ids.length > 1 && !acknowledged.has(content))
    .map(([content, ids]) => `"${content}" exists ${ids.length} times.`);
  return [...lost, ...repeated];
}

function faultsOfQueue(acknowledged: Overload['acknowledged'], reader: QueueReader): readonly string[] {
  const { violations, messageIds, isDropped } = reader;
  if (isDropped) return violations;
  const arrived = new Set(messageIds);
  const missing = [...acknowledged.values()].filter((id) => !arrived.has(id)).length;
  return missing === 0 ? violations : [...violations, `${missing} acknowledged messages never came to a queue.`];
}

/** Repeats until it succeeds, since the system may still refuse requests. */
async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await sleep(RETRY_AFTER_MS);
    }
  }
}

/** Every message of the overload that exists: ids by content. */
async function findSent(user: ApiUser, streamId: number): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  const narrow = JSON.stringify([
    { operator: 'stream', operand: streamId },
    { operator: 'topic', operand: 'soak' },
  ]);
  for (let anchor = 0, isAtEnd = false; !isAtEnd; ) {
    const query = { anchor, include_anchor: false, num_before: 0, num_after: PAGE, narrow, apply_markdown: false };
    const page = await patiently(() => user.ask(user.get('/messages', query)));
    for (const { id, content } of page.messages) {
      found.set(content, [...(found.get(content) ?? []), id]);
      anchor = id;
    }
    isAtEnd = page.found_newest;
  }
  return found;
}
