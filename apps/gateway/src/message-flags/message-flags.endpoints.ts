import { MAX_MESSAGES_PER_FLAG_UPDATE } from '@chat/contracts';
import { anchorParameter } from '../history/anchor.parameter.js';
import { narrowParameter } from '../history/narrow.parameter.js';
import { boolean, count, endpoint, id, list, text } from '../http/index.js';

export const updateFlagsEndpoint = endpoint({
  method: 'POST',
  path: '/messages/flags',
  access: 'user',
  summary: 'Add or remove a personal flag of messages',
  parameters: {
    messages: list(id(), { maxItems: MAX_MESSAGES_PER_FLAG_UPDATE }),
    op: text(),
    flag: text(),
  },
});

export const updateFlagsForNarrowEndpoint = endpoint({
  method: 'POST',
  path: '/messages/flags/narrow',
  access: 'user',
  summary: 'Add or remove a personal flag of the messages of a narrow',
  parameters: {
    anchor: anchorParameter,
    include_anchor: boolean().default(true),
    num_before: count(),
    num_after: count(),
    narrow: narrowParameter,
    op: text(),
    flag: text(),
  },
});

export const markAllAsReadEndpoint = endpoint({
  method: 'POST',
  path: '/mark_all_as_read',
  access: 'user',
  summary: 'Mark all messages as read',
  parameters: {},
});

export const markStreamAsReadEndpoint = endpoint({
  method: 'POST',
  path: '/mark_stream_as_read',
  access: 'user',
  summary: "Mark a stream's messages as read",
  parameters: { stream_id: id() },
});

export const markTopicAsReadEndpoint = endpoint({
  method: 'POST',
  path: '/mark_topic_as_read',
  access: 'user',
  summary: "Mark a topic's messages as read",
  parameters: { stream_id: id(), topic_name: text() },
});

export const getReadReceiptsEndpoint = endpoint({
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  access: 'user',
  summary: 'Tell who has read a message',
  parameters: {},
});
