import { MessageFlagsChanged, type MessageFlagsChangedPayload, type UnreadMessageDetails } from '@chat/contracts';
import type { ClientEventMapping } from '../../../fan-out/client-event-mapping.js';
import { toUser } from '../to-user.js';

/** `update_message_flags`: to the user's own clients. Source: reference shapes. */
export const messageFlagsChangedMapping: ClientEventMapping<MessageFlagsChangedPayload> = {
  source: MessageFlagsChanged,
  audience: toUser,
  forClient: ({ op, flag, messageIds, all, details }) => [
    {
      type: 'update_message_flags',
      op,
      // Deprecated name of `op`.
      operation: op,
      flag,
      messages: messageIds,
      all,
      ...(details && {
        message_details: Object.fromEntries(details.map((message) => [message.messageId, detailsOnTheWire(message)])),
      }),
    },
  ],
};

function detailsOnTheWire(message: UnreadMessageDetails): object {
  const mentioned = message.isMentioned && { mentioned: true };
  return message.kind === 'direct'
    ? { type: 'private', ...mentioned, user_ids: message.userIds }
    : {
        type: 'stream',
        ...mentioned,
        stream_id: message.streamId,
        topic: message.topic,
        // Deprecated: clients know by themselves what is muted.
        unmuted_stream_msg: !message.isMuted,
      };
}
