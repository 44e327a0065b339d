import { about, array, boolean, id, integer, mapOf, nullable, object, ref, string, timestamp } from '../schema.js';
import { answers, NO_FIELDS, type ResponseTable } from './response.js';

export const MESSAGE_RESPONSES: ResponseTable = {
  'GET /messages': answers({
    anchor: integer,
    found_newest: boolean,
    found_oldest: boolean,
    found_anchor: boolean,
    history_limited: boolean,
    messages: array({
      allOf: [
        ref('Message'),
        object({
          'match_content?': about(string, 'With a search: the content, what was found marked.'),
          'match_subject?': string,
        }),
      ],
    }),
  }),
  'PATCH /messages/{message_id}': NO_FIELDS,
  'DELETE /messages/{message_id}': NO_FIELDS,
  'GET /messages/{message_id}/history': answers({
    message_history: array(
      object({
        topic: string,
        'prev_topic?': string,
        'stream?': id,
        'prev_stream?': id,
        content: string,
        rendered_content: string,
        'prev_content?': string,
        'prev_rendered_content?': string,
        user_id: nullable(id),
        'content_html_diff?': string,
        timestamp,
      }),
    ),
  }),
  'POST /messages/flags': answers({ messages: array(id) }),
  'POST /messages/flags/narrow': answers({
    processed_count: integer,
    updated_count: integer,
    first_processed_id: nullable(id),
    last_processed_id: nullable(id),
    found_oldest: boolean,
    found_newest: boolean,
  }),
  'POST /mark_all_as_read': { fields: {}, mayBePartial: true },
  'POST /mark_stream_as_read': NO_FIELDS,
  'POST /mark_topic_as_read': NO_FIELDS,
  'GET /messages/matches_narrow': answers({
    messages: mapOf(object({ match_content: string, match_subject: string })),
  }),
  'GET /messages/{message_id}/read_receipts': answers({ user_ids: array(id) }),
};
