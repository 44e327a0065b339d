import { MessagesEdited, type MessagesEditedPayload } from '@chat/contracts';
import type { ClientEventMapping } from '../../client-event-mapping.js';
import { toAudience } from '../to-user.js';

/** `update_message`: content, topic or stream of messages changed. Source: reference shapes. */
export const messagesEditedMapping: ClientEventMapping<MessagesEditedPayload> = {
  source: MessagesEdited,
  audience: ({ audience }) => toAudience(audience),
  forClient: (payload, reader) => [
    {
      type: 'update_message',
      user_id: payload.userId,
      rendering_only: payload.isRenderingOnly,
      message_id: payload.messageId,
      message_ids: payload.messageIds,
      flags: flagsOf(payload, reader.userId),
      edit_timestamp: payload.editedAtSeconds,
      ...(payload.stream && { stream_id: payload.stream.streamId, stream_name: payload.stream.streamName }),
      ...(payload.move && moveFields(payload.move)),
      ...(payload.content && {
        orig_content: payload.content.previousContent,
        orig_rendered_content: payload.content.previousRenderedContent,
        prev_rendered_content_version: payload.content.previousRenderVersion,
        content: payload.content.content,
        rendered_content: payload.content.renderedContent,
        is_me_message: payload.content.isMeMessage,
      }),
    },
  ],
};

/** Old names of the topic: `subject`, `orig_subject`. Only what changed is told. */
function moveFields(move: NonNullable<MessagesEditedPayload['move']>): object {
  return {
    propagate_mode: move.propagateMode,
    orig_subject: move.previousTopic,
    ...(move.streamId !== move.previousStreamId && { new_stream_id: move.streamId }),
    ...(move.topic !== move.previousTopic && { subject: move.topic, topic_links: move.topicLinks }),
  };
}

/** What follows from the message itself. Whether it is read or starred, an edit does not change. */
function flagsOf(payload: MessagesEditedPayload, userId: number): string[] {
  return [
    ...(payload.mentionedUserIds.includes(userId) ? ['mentioned'] : []),
    ...(payload.wildcardMentioned ? ['wildcard_mentioned'] : []),
    ...(payload.alertWordUserIds.includes(userId) ? ['has_alert_word'] : []),
  ];
}
