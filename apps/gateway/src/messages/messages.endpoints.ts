import { MAX_LOCAL_ECHO_LENGTH } from '@chat/contracts';
import { anyOf, boolean, endpoint, integer, list, oneOf, text } from '../http/index.js';

const words = text({ controlCharacters: 'allowed' });

/** A stream by name or id; people by ids or API emails. What fits the type the service says; null is nothing of that. */
const addressee = anyOf([words, integer(), list(words), list(integer()), list(anyOf([words, integer()]))], {
  orPlainText: true,
  unfit: null,
});

export const sendMessageEndpoint = endpoint({
  method: 'POST',
  path: '/messages',
  access: 'user',
  incomingWebhooks: 'allowed',
  summary: 'Send a message to a stream or to people',
  description:
    'With queue_id and local_id the message event in that queue carries local_id, and repeating the request within 24 hours answers the id of the first message and sends nothing.',
  parameters: {
    type: oneOf(['direct', 'stream', 'private']),
    to: addressee,
    content: words,
    topic: words.alias('subject').optional(),
    queue_id: text({ maxLength: MAX_LOCAL_ECHO_LENGTH }).optional(),
    local_id: text({ maxLength: MAX_LOCAL_ECHO_LENGTH }).optional(),
  },
});

export const getMessageEndpoint = endpoint({
  method: 'GET',
  path: '/messages/{message_id}',
  access: 'user-or-spectator',
  summary: 'Get one message',
  parameters: { apply_markdown: boolean().default(true), client_extavatar: boolean().default(false) },
});

export const renderMessageEndpoint = endpoint({
  method: 'POST',
  path: '/messages/render',
  access: 'user',
  summary: 'Render Markdown as a message would be',
  parameters: { content: words },
});
