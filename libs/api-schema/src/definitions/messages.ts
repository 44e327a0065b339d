import {
  about,
  anyOf,
  array,
  boolean,
  deprecated,
  type Fields,
  id,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  ref,
  string,
  timestamp,
} from '../schema.js';

export const MESSAGE_FLAGS: JsonSchema = array(
  oneOf(
    'read',
    'starred',
    'collapsed',
    'mentioned',
    'wildcard_mentioned',
    'has_alert_word',
    'historical',
    'summarize_in_home',
    'summarize_in_stream',
    'force_expand',
    'force_collapse',
  ),
);

export const EMOJI_FIELDS: Fields = {
  emoji_name: string,
  emoji_code: string,
  reaction_type: oneOf('unicode_emoji', 'realm_emoji', 'service_extra_emoji'),
};

export const MESSAGE_FIELDS: Fields = {
  id,
  type: oneOf('stream', 'private'),
  sender_id: id,
  sender_email: about(string, 'API email address of the sender.'),
  sender_full_name: string,
  sender_realm_str: string,
  avatar_url: about(nullable(string), 'Null for clients that compute it from the address (`client_extavatar`).'),
  client: about(string, 'The program that sent the message.'),
  content: about(string, 'HTML, or Markdown for clients with `apply_markdown` false.'),
  content_type: oneOf('text/html', 'text/x-markdown'),
  display_recipient: about(anyOf(string, array(ref('DisplayRecipient'))), 'Name of the stream, or the people.'),
  recipient_id: id,
  'stream_id?': about(id, 'Only for stream messages.'),
  subject: about(string, 'The topic; empty for direct messages.'),
  topic_links: array(ref('TopicLink')),
  is_me_message: boolean,
  timestamp,
  'last_edit_timestamp?': about(timestamp, 'Absent if never edited.'),
  'edit_history?': about(array(ref('MessageEdit')), 'Newest edit first. Absent if never edited or not to be seen.'),
  reactions: array(ref('Reaction')),
  submessages: array(ref('Submessage')),
};

export const MESSAGE_DEFINITIONS: Record<string, JsonSchema> = {
  Message: object({ ...MESSAGE_FIELDS, flags: ref('MessageFlags') }),
  MessageInEvent: object(MESSAGE_FIELDS),
  MessageFlags: MESSAGE_FLAGS,
  DisplayRecipient: object({ id, email: string, full_name: string, is_mirror_dummy: boolean }),
  TopicLink: object({ text: string, url: string }),
  MessageEdit: object({
    user_id: nullable(id),
    timestamp,
    'prev_content?': string,
    'prev_rendered_content?': string,
    'prev_rendered_content_version?': integer,
    'prev_stream?': id,
    'stream?': id,
    'prev_topic?': string,
    'topic?': string,
  }),
  Reaction: object({
    ...EMOJI_FIELDS,
    user_id: about(id, 'Who reacted.'),
    user: deprecated(object({ id, 'email?': string, 'full_name?': string, 'is_mirror_dummy?': boolean })),
  }),
  Submessage: object({ id, message_id: id, sender_id: id, msg_type: string, content: string }),
};
