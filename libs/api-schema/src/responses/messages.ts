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
  'GET /messages/matches_narrow': answers({
    messages: mapOf(object({ match_content: string, match_subject: string })),
  }),
};
