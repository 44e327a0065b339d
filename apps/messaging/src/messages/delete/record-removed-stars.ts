import { MAX_MESSAGES_PER_FLAG_EVENT, MessageFlagsChanged } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

export interface StarredMessage {
  readonly userId: number;
  readonly messageId: number;
}

/** Publishes that messages are no longer starred. `starred` is sorted by user, then by message. */
export function recordRemovedStars(tx: Transaction, realmId: number, starred: readonly StarredMessage[]): void {
  const byUser = new Map<number, number[]>();
  for (const { userId, messageId } of starred) byUser.set(userId, [...(byUser.get(userId) ?? []), messageId]);
  for (const [userId, messageIds] of byUser) {
    for (let from = 0; from < messageIds.length; from += MAX_MESSAGES_PER_FLAG_EVENT) {
      const some = messageIds.slice(from, from + MAX_MESSAGES_PER_FLAG_EVENT);
      const change = { userId, op: 'remove', flag: 'starred', messageIds: some, all: false } as const;
      tx.record(realmId, MessageFlagsChanged.of(change));
    }
  }
}
