import { type MessageAudience, messageReaders } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { Id, Text } from '../kit/fields.js';

/** Client event for the users that can read the message. */
@ClientEventOf({ type: 'submessage', when: 'A user voted in a poll, or changed another widget.' })
export class SubmessageEvent {
  @Text() msgType!: string;
  @Text({ description: 'JSON text.' }) content!: string;
  @Id() messageId!: number;
  @Id() senderId!: number;
  @Id({ description: 'The id of the submessage in the message.' }) submessageId!: number;
}

/** One added submessage. The first one of a new widget is part of MessageSent instead. */
export class SubmessageAddedPayload extends SubmessageEvent {
  readonly audience!: MessageAudience;
}

/** Of one message in the order of their ids. */
export const SubmessageAdded = domainEvent('messaging.submessage_added', {
  payload: SubmessageAddedPayload,
  audience: messageReaders,
  clientEvent: SubmessageEvent,
});
