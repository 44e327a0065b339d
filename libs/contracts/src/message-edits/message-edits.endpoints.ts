import { Attachment } from '../attachments/attachments.schema.js';
import { Completion, endpoint } from '../kit/endpoint.js';
import { Bool, Id, ListOf, OneOf, Text } from '../kit/fields.js';
import { MessageSelection } from '../messages/messages.schema.js';
import { TopicSelection } from '../streams/streams.endpoints.js';
import { MessageVersion, PROPAGATE_MODES, type PropagateMode } from './message-edits.schema.js';

/** Parameters of PATCH /messages/{message_id}. Absent fields do not change; `subject` is an old name of `topic`. */
export class MessageChanges extends MessageSelection {
  @Text({ controlCharacters: 'allowed', aliases: ['subject'], optional: true }) topic?: string;
  @OneOf(PROPAGATE_MODES, { default: 'change_one' }) propagateMode!: PropagateMode;
  @Bool({ default: false }) sendNotificationToOldThread!: boolean;
  @Bool({ default: true }) sendNotificationToNewThread!: boolean;
  @Text({ controlCharacters: 'allowed', optional: true }) content?: string;
  @Id({ optional: true }) streamId?: number;
}

/** Response of PATCH /messages/{message_id}. */
export class EditOutcome {
  @ListOf(Attachment, {
    optional: true,
    description:
      'Files of the editor that the edit no longer links, and nothing else does: clients may offer to delete them.',
  })
  detachedUploads?: readonly Attachment[];
}

/** Response of GET /messages/{message_id}/history: every version, the current one last. */
export class MessageHistory {
  /** Oldest first. */
  @ListOf(MessageVersion) messageHistory!: readonly MessageVersion[];
}

/**
 * Edits the content of a message, or moves it, with others of its topic by `propagateMode`, to another topic or stream; all or
 * nothing. Errors (BAD_REQUEST): "Invalid message(s)"; "Nothing to change"; "Topic can't be empty!" and the like. Editing may be
 * turned off, not permitted or too late. MOVE_MESSAGES_TIME_LIMIT_EXCEEDED has the number of messages that may be moved. Effect: one MessagesEdited; notices in the
 * old and new topic as requested.
 */
export const editMessage = endpoint('PATCH /messages/{message_id}', {
  pattern: 'messaging.messages.edit',
  summary: 'Edit a message, or move it to another topic or stream',
  parameters: MessageChanges,
  example: { content: 'Soup at half past twelve?' },
  response: EditOutcome,
});

/** Errors (BAD_REQUEST): "Invalid message(s)", "You don't have permission to delete this message", the time limit. */
export const deleteMessage = endpoint('DELETE /messages/{message_id}', {
  pattern: 'messaging.messages.delete',
  summary: 'Delete a message',
  parameters: MessageSelection,
});

/** Errors (BAD_REQUEST): "Invalid message(s)"; "Message edit history is disabled in this organization". */
export const getMessageHistory = endpoint('GET /messages/{message_id}/history', {
  pattern: 'messaging.messages.get_history',
  summary: 'Get every version of a message',
  parameters: MessageSelection,
  response: MessageHistory,
});

/**
 * Deletes the newest messages of the topic, at most MAX_MESSAGES_PER_MOVE. Errors: UNAUTHORIZED_PRINCIPAL below administrators;
 * BAD_REQUEST "Invalid stream ID".
 */
export const deleteTopic = endpoint('POST /streams/{stream_id}/delete_topic', {
  pattern: 'messaging.topics.delete',
  summary: "Delete a topic's messages",
  parameters: TopicSelection,
  example: { topicName: 'old plans' },
  response: Completion,
});
