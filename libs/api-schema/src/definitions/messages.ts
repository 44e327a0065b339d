import { array, type Fields, type JsonSchema, oneOf, string } from '../schema.js';

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

export const MESSAGE_DEFINITIONS: Record<string, JsonSchema> = {
  MessageFlags: MESSAGE_FLAGS,
};
