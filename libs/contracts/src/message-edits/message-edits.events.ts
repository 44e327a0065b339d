import { type MessageAudience, messageReaders } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Bool, Field, Id, Integer, ListOf, OneOf, Text, Timestamp } from '../kit/fields.js';
import { id } from '../kit/types/index.js';
import { type MessageFlag, messageFlags, TopicLink } from '../messages/messages.schema.js';
import { editedMessageFlags } from './edited-message-flags.js';
import { PROPAGATE_MODES, type PropagateMode } from './message-edits.schema.js';

/** Client event for the readers of the message. It carries content only if content or HTML changed. */
@ClientEventOf({ type: 'update_message', when: 'A message was edited or moved, or its rendering changed.' })
export class UpdateMessageEvent {
  @Id({ nullable: true, description: 'The editor; null if the system changed the message.' }) userId!: number | null;
  @Bool({ description: 'Only the rendering changed: not an edit that people should see.' }) renderingOnly!: boolean;
  @Id() messageId!: number;
  @ListOf(id(), { description: 'Every message that was moved, the edited one among them.' })
  messageIds!: readonly number[];
  @Field(messageFlags(), {
    description: 'All of the reader’s own for `message_id`, as of the edit: `read` and `starred` too.',
  })
  flags!: readonly MessageFlag[];
  @Timestamp() editTimestamp!: number;
  @Text({ optional: true, description: 'Before the edit. Only for stream messages.' }) streamName?: string;
  @Id({ optional: true, description: 'Before the edit. Only for stream messages.' }) streamId?: number;
  @Id({ optional: true, description: 'When moved to another stream.' }) newStreamId?: number;
  @OneOf(PROPAGATE_MODES, { optional: true, description: 'When moved.' }) propagateMode?: PropagateMode;
  @Text({ optional: true, description: 'The topic before. When moved.' }) origSubject?: string;
  @Text({ optional: true, description: 'The topic after. When it changed.' }) subject?: string;
  @ListOf(TopicLink, { optional: true, description: 'When the topic changed.' }) topicLinks?: readonly TopicLink[];
  @Text({ optional: true, description: 'Markdown before. When the content changed, as are the following.' })
  origContent?: string;
  @Text({ optional: true }) origRenderedContent?: string;
  @Integer({ optional: true }) prevRenderedContentVersion?: number;
  @Text({ optional: true, description: 'Markdown after.' }) content?: string;
  @Text({ optional: true, description: 'HTML after.' }) renderedContent?: string;
  @Bool({ optional: true }) isMeMessage?: boolean;
}

interface ContentEdit {
  readonly previousContent: string;
  readonly previousRenderedContent: string;
  readonly previousRenderVersion: number;
  readonly content: string;
  readonly renderedContent: string;
  readonly isMeMessage: boolean;
}

/** Topic and stream before and after a move, changed or not. */
export interface MessageMove {
  readonly previousStreamId: number;
  readonly previousStreamName: string;
  readonly streamId: number;
  readonly previousTopic: string;
  readonly topic: string;
  readonly topicLinks: readonly TopicLink[];
  readonly propagateMode: PropagateMode;
}

/** The states of readers for the edited message. A reader in no list has read it and has no other flag. */
interface EditedMessageReaders {
  readonly unreadBy: readonly number[];
  readonly starredBy: readonly number[];
  readonly collapsedBy: readonly number[];
  /** Users that did not receive the message when it was sent; it does not mention them. */
  readonly historicalFor: readonly number[];
}

/** One edit, or one move of messages of a topic. */
export class MessagesEditedPayload {
  /** The message of the request. */
  readonly messageId!: number;
  /** All changed messages, with `messageId`; ascending. */
  readonly messageIds!: readonly number[];
  /** Null if the system did it. */
  readonly userId!: number | null;
  /** UTC seconds. */
  readonly editedAtSeconds!: number;
  /** Only the HTML changed; the edit history has no entry. */
  readonly isRenderingOnly!: boolean;
  readonly content!: ContentEdit | null;
  readonly move!: MessageMove | null;
  /** Null for direct messages. */
  readonly stream!: { readonly streamId: number; readonly streamName: string } | null;
  /**
   * After a move to another stream: users that could see the messages before and can see them now, and subscribers of the new
   * stream. Other users get a MessagesDeleted.
   */
  readonly audience!: MessageAudience;
  /** After the edit. The flags of each reader derive from these. */
  readonly mentionedUserIds!: readonly number[];
  readonly wildcardMentioned!: boolean;
  readonly alertWordUserIds!: readonly number[];
  readonly readers!: EditedMessageReaders;
}

export const MessagesEdited = domainEvent('messaging.messages_edited', {
  payload: MessagesEditedPayload,
  audience: messageReaders,
  clientEvent: UpdateMessageEvent,
  toClient: (payload, reader) => ({
    userId: payload.userId,
    renderingOnly: payload.isRenderingOnly,
    messageId: payload.messageId,
    messageIds: payload.messageIds,
    flags: editedMessageFlags(payload, reader),
    editTimestamp: payload.editedAtSeconds,
    ...payload.stream,
    ...(payload.move && moveFields(payload.move)),
    ...(payload.content && (payload.isRenderingOnly ? renderingFields : contentFields)(payload.content)),
  }),
});

/** Only changed fields. `subject` is the former name of `topic`. */
const moveFields = (move: MessageMove): Partial<UpdateMessageEvent> => ({
  propagateMode: move.propagateMode,
  origSubject: move.previousTopic,
  newStreamId: move.streamId === move.previousStreamId ? undefined : move.streamId,
  subject: move.topic === move.previousTopic ? undefined : move.topic,
  topicLinks: move.topic === move.previousTopic ? undefined : move.topicLinks,
});

const contentFields = (edit: ContentEdit): Partial<UpdateMessageEvent> => ({
  origContent: edit.previousContent,
  origRenderedContent: edit.previousRenderedContent,
  prevRenderedContentVersion: edit.previousRenderVersion,
  content: edit.content,
  renderedContent: edit.renderedContent,
  isMeMessage: edit.isMeMessage,
});

/** The content is the same; only its HTML is new. */
const renderingFields = ({ content, renderedContent }: ContentEdit): Partial<UpdateMessageEvent> => ({
  content,
  renderedContent,
});

class DeletedPlace {
  @OneOf(['private', 'stream']) messageType!: 'private' | 'stream';
  @Id({ optional: true, description: 'Only for stream messages.' }) streamId?: number;
  @Text({ optional: true, description: 'Only for stream messages.' }) topic?: string;
}

const deletion = {
  type: 'delete_message',
  when: 'Messages were deleted, or moved out of the view of the user.',
} as const;

/** Client event for readers with `bulk_message_deletion`: messages of one topic or conversation. */
@ClientEventOf({ ...deletion, form: 'All at once', clients: { capability: 'bulk_message_deletion', isDeclared: true } })
export class DeleteMessagesEvent extends DeletedPlace {
  @ListOf(id()) messageIds!: readonly number[];
}

/** Older form of `DeleteMessagesEvent`, for clients without `bulk_message_deletion`: one per message. */
@ClientEventOf({
  ...deletion,
  form: 'An event for each',
  clients: { capability: 'bulk_message_deletion', isDeclared: false },
})
export class DeleteMessageEvent extends DeletedPlace {
  @Id() messageId!: number;
}

/** Deleted messages of one place. */
export class MessagesDeletedPayload {
  /** Ascending. */
  readonly messageIds!: readonly number[];
  /** The place of the messages; null for direct messages. */
  readonly stream!: { readonly streamId: number; readonly topic: string } | null;
  readonly audience!: MessageAudience;
}

/** Messages of one topic or conversation were deleted, or moved out of the view of this audience. */
export const MessagesDeleted = domainEvent('messaging.messages_deleted', {
  payload: MessagesDeletedPayload,
  audience: messageReaders,
  clientEvents: [DeleteMessagesEvent, DeleteMessageEvent],
  toClient: ({ messageIds, stream }, _reader, { capabilities }) => {
    const place: DeletedPlace = stream ? { messageType: 'stream', ...stream } : { messageType: 'private' };
    return capabilities.bulkMessageDeletion
      ? [clientEvent(DeleteMessagesEvent, { messageIds, ...place })]
      : messageIds.map((messageId) => clientEvent(DeleteMessageEvent, { messageId, ...place }));
  },
});
