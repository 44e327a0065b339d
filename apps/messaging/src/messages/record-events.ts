import {
  type EditableFlag,
  type FlagOperation,
  MAX_MESSAGES_PER_DELETION_EVENT,
  MAX_MESSAGES_PER_FLAG_EVENT,
  MessageFlagsChanged,
  MessagesDeleted,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';

type Deletion = Parameters<typeof MessagesDeleted.of>[0];

/** Records the deletion of messages, in as many events as the size of one event requires. */
export function recordDeleted(tx: Transaction, realmId: number, { messageIds, ...place }: Deletion): void {
  for (const some of inParts(messageIds, MAX_MESSAGES_PER_DELETION_EVENT)) {
    tx.record(realmId, MessagesDeleted.of({ ...place, messageIds: some }));
  }
}

/** Records a change of one user's flags, in as many events as the size of one event requires. */
export function recordFlags(
  tx: Transaction,
  { realmId, userId }: { readonly realmId: number; readonly userId: number },
  op: FlagOperation,
  flag: EditableFlag,
  messageIds: readonly number[],
): void {
  for (const some of inParts(messageIds, MAX_MESSAGES_PER_FLAG_EVENT)) {
    tx.record(realmId, MessageFlagsChanged.of({ userId, op, flag, messageIds: some, all: false }));
  }
}

export interface StarredMessage {
  readonly userId: number;
  readonly messageId: number;
}

/** Records that messages are no longer starred. `starred` is sorted by user, then by message. */
export function recordRemovedStars(tx: Transaction, realmId: number, starred: readonly StarredMessage[]): void {
  const byUser = new Map<number, number[]>();
  for (const { userId, messageId } of starred) byUser.set(userId, [...(byUser.get(userId) ?? []), messageId]);
  for (const [userId, messageIds] of byUser) recordFlags(tx, { realmId, userId }, 'remove', 'starred', messageIds);
}

/** The list in parts of at most `size`, the limit of one event. */
export function* inParts<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
