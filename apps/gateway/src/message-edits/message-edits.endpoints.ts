import { PROPAGATE_MODES } from '@chat/contracts';
import { boolean, endpoint, id, oneOf, text } from '../http/index.js';

export const editMessageEndpoint = endpoint({
  method: 'PATCH',
  path: '/messages/{message_id}',
  access: 'user',
  summary: 'Edit a message, or move it to another topic or stream',
  parameters: {
    topic: text({ controlCharacters: 'allowed' }).alias('subject').optional(),
    propagate_mode: oneOf(PROPAGATE_MODES).default('change_one'),
    send_notification_to_old_thread: boolean().default(false),
    send_notification_to_new_thread: boolean().default(true),
    content: text({ controlCharacters: 'allowed' }).optional(),
    stream_id: id().optional(),
  },
});

export const deleteMessageEndpoint = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}',
  access: 'user',
  summary: 'Delete a message',
  parameters: {},
});

export const getMessageHistoryEndpoint = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/history',
  access: 'user',
  summary: 'Get every version of a message',
  parameters: {},
});

export const deleteTopicEndpoint = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  access: 'user',
  summary: "Delete a topic's messages",
  parameters: { topic_name: text() },
});
