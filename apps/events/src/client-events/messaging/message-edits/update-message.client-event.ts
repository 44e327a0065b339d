import { MessagesEdited, type MessagesEditedPayload } from '@chat/contracts';
import type { ClientEventMapping, Reader } from '../../../fan-out/client-event-mapping.js';
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
      flags: flagsOf(payload, reader),
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

interface Noted {
  readonly unreadBy: ReadonlySet<number>;
  readonly starredBy: ReadonlySet<number>;
  readonly collapsedBy: ReadonlySet<number>;
  readonly historicalFor: ReadonlySet<number>;
  /** Those who are not subscribed and yet among the readers. */
  readonly others: ReadonlySet<number>;
  readonly mentioned: ReadonlySet<number>;
  readonly alerted: ReadonlySet<number>;
}

/** Made once per event, not once per reader. */
const notes = new WeakMap<MessagesEditedPayload, Noted>();

function notedOf(payload: MessagesEditedPayload): Noted {
  let noted = notes.get(payload);
  if (!noted) {
    const { readers, audience } = payload;
    noted = {
      unreadBy: new Set(readers.unreadBy),
      starredBy: new Set(readers.starredBy),
      collapsedBy: new Set(readers.collapsedBy),
      historicalFor: new Set(readers.historicalFor),
      others: new Set(audience.kind === 'users' ? audience.userIds : audience.alsoUsers?.userIds),
      mentioned: new Set(payload.mentionedUserIds),
      alerted: new Set(payload.alertWordUserIds),
    };
    notes.set(payload, noted);
  }
  return noted;
}

/** All of the reader's flags of the message that was asked for. An onlooker, to whom it is not addressed, has read it. */
function flagsOf(payload: MessagesEditedPayload, reader: Reader): string[] {
  const { userId } = reader;
  const noted = notedOf(payload);
  const { audience } = payload;
  const isAmongReaders =
    noted.others.has(userId) || (audience.kind === 'stream' && reader.isSubscribedTo(audience.streamId));
  if (!isAmongReaders) return ['read'];
  const isHistorical = noted.historicalFor.has(userId);
  return [
    ...(noted.unreadBy.has(userId) ? [] : ['read']),
    ...(noted.starredBy.has(userId) ? ['starred'] : []),
    ...(noted.collapsedBy.has(userId) ? ['collapsed'] : []),
    ...(!isHistorical && noted.mentioned.has(userId) ? ['mentioned'] : []),
    ...(!isHistorical && payload.wildcardMentioned ? ['wildcard_mentioned'] : []),
    ...(!isHistorical && noted.alerted.has(userId) ? ['has_alert_word'] : []),
    ...(isHistorical ? ['historical'] : []),
  ];
}
