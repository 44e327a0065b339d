import { anyOf, endpoint, id, list, oneOf, text, timestamp } from '../http/index.js';

const type = oneOf(['direct', 'stream', 'private']);
/** Anything else is null, to be refused in the contract's words for the type. */
const to = anyOf([id(), list(anyOf([id()], { unfit: null }))], { orPlainText: true, unfit: null });
const content = text({ controlCharacters: 'allowed' });
const topic = text({ controlCharacters: 'allowed' }).alias('subject');

export const getScheduledMessagesEndpoint = endpoint({
  method: 'GET',
  path: '/scheduled_messages',
  access: 'user',
  summary: 'Get the messages that wait for their time',
  parameters: {},
});

export const createScheduledMessageEndpoint = endpoint({
  method: 'POST',
  path: '/scheduled_messages',
  access: 'user',
  summary: 'Send a message later',
  parameters: { type, to, content, topic: topic.optional(), scheduled_delivery_timestamp: timestamp() },
});

export const editScheduledMessageEndpoint = endpoint({
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  access: 'user',
  summary: 'Change a message that waits for its time',
  refusalStatuses: [404],
  parameters: {
    type: type.optional(),
    to: to.optional(),
    content: content.optional(),
    topic: topic.optional(),
    scheduled_delivery_timestamp: timestamp().optional(),
  },
});

export const deleteScheduledMessageEndpoint = endpoint({
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  access: 'user',
  summary: 'Drop a message that waits for its time',
  refusalStatuses: [404],
  parameters: {},
});
