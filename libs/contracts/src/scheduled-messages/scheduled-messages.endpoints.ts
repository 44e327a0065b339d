import { endpoint } from '../kit/endpoint.js';
import { Field, Id, Text, Timestamp } from '../kit/fields.js';
import { PartialType } from '../kit/mapped-classes.js';
import { anyOf, id, list } from '../kit/types/index.js';
import { type MessageType, messageType } from '../messages/messages.schema.js';
import { ScheduledMessageList } from './scheduled-messages.schema.js';

/** Null for an item that is no id, and for a value that is neither an id nor a list: the error depends on the type. */
const recipients = () => anyOf([id(), list(anyOf([id()], { unfit: null }))], { orPlainText: true, unfit: null });
export type GivenRecipients = number | null | readonly (number | null)[];

/** Parameters of `POST /scheduled_messages`. The time is in seconds since the epoch. */
export class NewScheduledMessage {
  @Field(messageType()) type!: MessageType;
  /** One stream id, or user ids, depending on `type`. */
  @Field(recipients()) to!: GivenRecipients;
  @Text({ controlCharacters: 'allowed' }) content!: string;
  /** Required for stream messages. */
  @Text({ controlCharacters: 'allowed', aliases: ['subject'], optional: true }) topic?: string;
  @Timestamp() scheduledDeliveryTimestamp!: number;
}

/** Absent fields do not change. */
export class ScheduledMessageChanges extends PartialType(NewScheduledMessage) {
  @Id() scheduledMessageId!: number;
}

/** Path parameter of `DELETE /scheduled_messages/{scheduled_message_id}`, and response of the creation. */
export class ScheduledMessageSelection {
  @Id() scheduledMessageId!: number;
}

export const getScheduledMessages = endpoint('GET /scheduled_messages', {
  pattern: 'messaging.scheduled_messages.get',
  summary: 'List your scheduled messages',
  response: ScheduledMessageList,
});

/**
 * The message is delivered exactly once, at its time or as soon as the service runs, unless it is deleted before. The service
 * checks it when it is scheduled and when it is delivered. Errors: those of sending it now (STREAM_DOES_NOT_EXIST with
 * `stream_id`; BAD_REQUEST for an invalid user ID …); BAD_REQUEST "Scheduled delivery time must be in the future."
 */
export const createScheduledMessage = endpoint('POST /scheduled_messages', {
  pattern: 'messaging.scheduled_messages.create',
  summary: 'Schedule a message',
  parameters: NewScheduledMessage,
  response: ScheduledMessageSelection,
  passesClientName: true,
});

/**
 * A failed message waits again. After the edit the message is never delivered at its former time. Errors: those of
 * createScheduledMessage; BAD_REQUEST "Scheduled message does not exist" (404), also for messages of other users; BAD_REQUEST
 * "Scheduled message was already sent".
 */
export const editScheduledMessage = endpoint('PATCH /scheduled_messages/{scheduled_message_id}', {
  pattern: 'messaging.scheduled_messages.edit',
  summary: 'Change a scheduled message',
  errorStatuses: [404],
  parameters: ScheduledMessageChanges,
  example: { content: 'Soup at half past twelve?' },
  passesClientName: true,
});

/** Errors: BAD_REQUEST "Scheduled message does not exist" (404). */
export const deleteScheduledMessage = endpoint('DELETE /scheduled_messages/{scheduled_message_id}', {
  pattern: 'messaging.scheduled_messages.delete',
  summary: 'Delete a scheduled message',
  errorStatuses: [404],
  parameters: ScheduledMessageSelection,
});
