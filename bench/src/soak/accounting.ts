import type { ApiUser } from '../load/api-user.js';
import { sleep } from '../load/closed-loop.js';
import type { Overload } from './overload.js';
import type { QueueReader } from './queue-reader.js';

const PAGE = 1_000;
const MAX_TRIES = 60;
const RETRY_AFTER_MS = 1_000;
/** All answers that there may be: served, or refused in time. */
const ALLOWED = new Set(['503']);

/** Sentences about what was promised and not kept; empty when all is well. */
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
  for (const [content, id] of acknowledged) {
    const ids = found.get(content) ?? [];
    if (ids.length !== 1 || ids[0] !== id)
      faults.push(`"${content}" was acknowledged as ${id} and exists as [${ids}].`);
  }
  for (const [content, ids] of found) {
    if (ids.length > 1 && !acknowledged.has(content)) faults.push(`"${content}" exists ${ids.length} times.`);
  }
  for (const { violations, messageIds, isDropped } of readers) {
    faults.push(...violations);
    if (isDropped) continue;
    let missing = 0;
    for (const id of acknowledged.values()) if (!messageIds.has(id)) missing++;
    if (missing > 0) faults.push(`${missing} acknowledged messages never came to a queue.`);
  }
  return faults;
}

/** Until it succeeds: the books are read while the system may still be refusing. */
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
