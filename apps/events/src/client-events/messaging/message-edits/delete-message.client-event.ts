import { MessagesDeleted, type MessagesDeletedPayload } from '@chat/contracts';
import type { ClientEventMapping } from '../../../fan-out/client-event-mapping.js';
import { toAudience } from '../to-user.js';

/** `delete_message`: one event, or one per message for clients without `bulk_message_deletion`. Source: API contract, "Events". */
export const messagesDeletedMapping: ClientEventMapping<MessagesDeletedPayload> = {
  source: MessagesDeleted,
  audience: ({ audience }) => toAudience(audience),
  forClient: ({ messageIds, stream }, _reader, { capabilities }) => {
    const place = stream
      ? { message_type: 'stream', stream_id: stream.streamId, topic: stream.topic }
      : { message_type: 'private' };
    return capabilities.bulkMessageDeletion
      ? [{ type: 'delete_message', message_ids: messageIds, ...place }]
      : messageIds.map((messageId) => ({ type: 'delete_message', message_id: messageId, ...place }));
  },
};
