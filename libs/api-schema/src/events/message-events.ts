import { about, array, boolean, type Fields, id, integer, nullable, oneOf, ref, string, timestamp } from '../schema.js';
import { declares, doesNotDeclare, type EventDescription, event } from './event-description.js';

const deletedWhere: Fields = {
  message_type: oneOf('private', 'stream'),
  'stream_id?': about(id, 'Only for stream messages.'),
  'topic?': about(string, 'Only for stream messages.'),
};

export const MESSAGE_EVENTS: readonly EventDescription[] = [
  event(
    'update_message',
    undefined,
    'A message was edited or moved, or its rendering changed. To the readers of its stream or conversation, and to whoever got it elsewhere, noted something about it or reacted to it, and may still read it.',
    {
      user_id: about(nullable(id), 'Who edited; null when nobody did.'),
      rendering_only: about(boolean, 'Only the rendering changed: not an edit that people should see.'),
      message_id: id,
      message_ids: about(array(id), 'Every message that was moved, the edited one among them.'),
      flags: about(
        ref('MessageFlags'),
        'All of the reader’s own for `message_id`, as of the edit: `read` and `starred` too.',
      ),
      edit_timestamp: timestamp,
      'stream_name?': about(string, 'Before the edit. Only for stream messages.'),
      'stream_id?': about(id, 'Before the edit. Only for stream messages.'),
      'new_stream_id?': about(id, 'When moved to another stream.'),
      'propagate_mode?': about(oneOf('change_one', 'change_later', 'change_all'), 'When moved.'),
      'orig_subject?': about(string, 'The topic before. When moved.'),
      'subject?': about(string, 'The topic after. When it changed.'),
      'topic_links?': about(array(ref('TopicLink')), 'When the topic changed.'),
      'orig_content?': about(string, 'Markdown before. When the content changed, as are the following.'),
      'orig_rendered_content?': string,
      'prev_rendered_content_version?': integer,
      'content?': about(string, 'Markdown after.'),
      'rendered_content?': about(string, 'HTML after.'),
      'is_me_message?': boolean,
    },
  ),
  {
    type: 'delete_message',
    when: 'Messages were deleted, or moved to where the user cannot read them. To whoever could read them.',
    forms: [
      {
        name: 'All at once',
        clients: declares('bulk_message_deletion'),
        fields: { message_ids: array(id), ...deletedWhere },
      },
      {
        name: 'An event for each',
        clients: doesNotDeclare('bulk_message_deletion'),
        fields: { message_id: id, ...deletedWhere },
      },
    ],
  },
  event(
    'submessage',
    undefined,
    'Data was added to a message.',
    { msg_type: string, content: string, message_id: id, sender_id: id, submessage_id: id },
    { isNeverSent: true },
  ),
];
