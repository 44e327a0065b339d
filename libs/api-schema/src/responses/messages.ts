import { about, array, boolean, integer, mapOf, object, ref, string } from '../schema.js';
import { answers, type ResponseTable } from './response.js';

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
  'GET /messages/matches_narrow': answers({
    messages: mapOf(object({ match_content: string, match_subject: string })),
  }),
};
