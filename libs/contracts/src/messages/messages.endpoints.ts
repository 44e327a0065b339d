import { endpoint } from '../kit/endpoint.js';
import { Bool, Id, Nested, Text } from '../kit/fields.js';
import { Message, MessageSelection, NewMessage } from './messages.schema.js';

/** Response of POST /messages: the id of the message, or of the first one for a repetition. */
export class SentMessage {
  @Id() id!: number;
}

/**
 * Sends a message and responds with its id after the message is stored. A repetition with the same `queueId` and `localId` by the
 * same sender, also in parallel and within 24 hours, responds with the id of the first message and sends nothing. Equal content
 * alone is no repetition. Errors: STREAM_DOES_NOT_EXIST with `stream` or `stream_id`, also for a stream that the sender cannot
 * see; BAD_REQUEST for invalid recipients, topics, content and `widgetContent`. Effect: one MessageSent.
 */
export const sendMessage = endpoint('POST /messages', {
  pattern: 'messaging.messages.send',
  incomingWebhooks: 'allowed',
  summary: 'Send a message to a stream or to people',
  description:
    'With queue_id and local_id the message event in that queue carries local_id, and repeating the request within 24 hours responds with the id of the first message and sends nothing. Content that begins with /poll or /todo makes a poll or a to-do list: the message gets a first submessage that describes it.',
  parameters: NewMessage,
  example: { type: 'stream', to: 'design', topic: 'lunch' },
  response: SentMessage,
  passesClientName: true,
  // Simultaneous messages share a commit.
  hasRealmAffinity: true,
  isRepeatable: ({ queueId, localId }) => Boolean(queueId && localId),
});

/** Parameters of GET /messages/{message_id}; `clientExtavatar` permits null as URL of an avatar. */
export class MessageView extends MessageSelection {
  @Bool({ default: true }) applyMarkdown!: boolean;
  @Bool({ default: false }) clientExtavatar!: boolean;
}

/** Response of GET /messages/{message_id}; `rawContent` is Markdown for older clients. */
export class SingleMessage {
  @Nested(Message) message!: Message;
  @Text({ deprecated: true }) rawContent!: string;
}

/** Error (BAD_REQUEST): "Invalid message(s)" if the message does not exist or the actor cannot see it. */
export const getMessage = endpoint('GET /messages/{message_id}', {
  pattern: 'messaging.messages.get',
  access: 'user-or-spectator',
  summary: 'Get one message',
  parameters: MessageView,
  response: SingleMessage,
});

/** Parameters of POST /messages/render: Markdown as in a message. */
export class MarkdownText {
  @Text({ controlCharacters: 'allowed' }) content!: string;
}

/** Response of POST /messages/render: HTML. */
export class RenderedText {
  @Text() rendered!: string;
}

/** Errors (BAD_REQUEST): "Unable to render message"; empty and invalid content. */
export const renderMessage = endpoint('POST /messages/render', {
  pattern: 'messaging.messages.render',
  summary: 'Render Markdown as in a message',
  parameters: MarkdownText,
  response: RenderedText,
  isRepeatable: () => true,
});
