import { endpoint } from '../kit/endpoint.js';
import { Id, Text } from '../kit/fields.js';
import { MAX_SUBMESSAGE_LENGTH, MAX_SUBMESSAGE_TYPE_LENGTH } from './submessages.schema.js';

/** Parameters of POST /submessage. */
export class NewSubmessage {
  @Id() messageId!: number;
  @Text({ max: MAX_SUBMESSAGE_TYPE_LENGTH, blank: false, description: 'Of widgets: `widget`.' }) msgType!: string;
  @Text({ max: MAX_SUBMESSAGE_LENGTH, description: 'JSON text.' }) content!: string;
}

/**
 * Errors (BAD_REQUEST): `Invalid message(s)` if the message is missing or invisible; `You cannot attach a submessage to this
 * message.` if the message has none and is of another user; `Invalid json for submessage`; `Too many submessages …`. For polls and
 * to-do lists also errors that name the invalid part. Effect: one SubmessageAdded.
 */
export const addSubmessage = endpoint('POST /submessage', {
  pattern: 'messaging.submessages.add',
  summary: 'Vote in a poll, or change another widget',
  description:
    'Adds a submessage to a message that the user can read. Only the sender of the message may add the first one. In a poll and in a to-do list the content must be a vote, an option, a question (only by the sender), a task or a strike. Each submessage has one id, in the event and in the message: a client that received both applies it once.',
  parameters: NewSubmessage,
  example: { msgType: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' },
});
