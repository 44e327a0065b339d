import type { FileClaimsChange, MessageAudience } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { OTHER_READERS, openAudience } from '../access/message-audience.js';
import { removeClaims } from '../file-claims/change-claims.js';
import { refreshFirstMessages } from './first-messages.js';
import { recordDeleted, recordRemovedStars, type StarredMessage } from './record-events.js';

interface DeletedMessage {
  readonly id: number;
  readonly streamId: number | null;
  readonly topic: string;
  /** Participants of the conversation, or subscribers at that time if history is protected; null: the stream's readers. */
  readonly userIds: readonly number[] | null;
  /** Followers of the message without a subscription to its public stream. */
  readonly otherReaders: readonly number[];
  readonly isWebPublic: boolean | null;
  readonly hasAttachment: boolean;
}

export interface Deletion {
  /** Ids of the messages that existed. */
  readonly ids: readonly number[];
  readonly claims: readonly FileClaimsChange[];
}

/** Messages of one event: of one topic or conversation, seen by the same users. */
interface Group {
  readonly stream: { readonly streamId: number; readonly topic: string } | null;
  readonly audience: MessageAudience;
  readonly messageIds: number[];
}

/**
 * Deletes messages with their flags, reactions, submessages and claims of files, and records the deletion for their readers. Call it behind the realm's
 * lock. At most seven queries.
 */
export async function deleteMessages(
  tx: Transaction,
  realmId: number,
  messageIds: readonly number[],
): Promise<Deletion> {
  if (messageIds.length === 0) return { ids: [], claims: [] };
  // The audience must be read before the rows are deleted.
  const messages = await tx.query<DeletedMessage>(
    `SELECT m.id, m.stream_id AS "streamId", m.topic, CASE
       WHEN m.stream_id IS NULL THEN r.user_ids
       WHEN s.is_private AND NOT s.is_history_public THEN ARRAY(
         SELECT u.user_id FROM subscriptions u JOIN subscription_intervals i USING (stream_id, user_id)
         WHERE u.stream_id = s.id AND u.is_active AND m.id > i.since_message_id
           AND (i.until_message_id IS NULL OR m.id <= i.until_message_id) ORDER BY u.user_id)
       END AS "userIds", s.is_web_public AS "isWebPublic", m.has_attachment AS "hasAttachment",
       CASE WHEN m.stream_id IS NULL OR s.is_private THEN '{}' ELSE ARRAY(${OTHER_READERS} ORDER BY 1)
       END AS "otherReaders"
     FROM messages m LEFT JOIN streams s ON s.id = m.stream_id LEFT JOIN recipients r ON r.id = m.recipient_id
     WHERE m.id = ANY ($1) AND m.realm_id = $2 ORDER BY m.id`,
    [messageIds, realmId],
  );
  const ids = messages.map(({ id }) => id);
  const linking = messages.filter(({ hasAttachment }) => hasAttachment).map(({ id }) => id);
  const claims = linking.length > 0 ? await removeClaims(tx, realmId, linking) : [];
  await tx.query('DELETE FROM messages WHERE id = ANY ($1)', [ids]);
  const starred = await tx.query<StarredMessage>(
    `WITH gone AS (DELETE FROM message_flags WHERE message_id = ANY ($1) RETURNING user_id, message_id, is_starred)
     SELECT user_id AS "userId", message_id AS "messageId" FROM gone WHERE is_starred ORDER BY user_id, message_id`,
    [ids],
  );
  for (const group of groupsOf(messages)) recordDeleted(tx, realmId, group);
  // Includes users that do not receive the deletion because they are not subscribed.
  recordRemovedStars(tx, realmId, starred);
  const streamIds = new Set(messages.map(({ streamId }) => streamId).filter((id) => id !== null));
  if (streamIds.size > 0) await refreshFirstMessages(tx, realmId, [...streamIds]);
  return { ids, claims };
}

function groupsOf(messages: readonly DeletedMessage[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const { id, streamId, topic, userIds, otherReaders, isWebPublic } of messages) {
    const key = `${streamId}/${userIds?.join(',')}/${otherReaders.join(',')}/${topic}`;
    const group = groups.get(key) ?? {
      stream: streamId === null ? null : { streamId, topic },
      audience:
        userIds === null
          ? openAudience({ streamId: streamId as number, isWebPublic: isWebPublic === true }, otherReaders)
          : ({ kind: 'users', userIds } as const),
      messageIds: [],
    };
    group.messageIds.push(id);
    groups.set(key, group);
  }
  return groups.values();
}
