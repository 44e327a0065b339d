import { badRequest, MAX_QUEUE_EVENT_TYPES, NO_CAPABILITIES } from '@chat/contracts';
import { queueNarrowParameter } from '../history/narrow.parameter.js';
import { boolean, list, object, text } from '../http/index.js';
import type { ObjectOf } from '../http/parameters/object.js';
import type { Registration } from './register-snapshots.js';

const eventTypes = list(text({ maxLength: 100 }), { maxItems: MAX_QUEUE_EVENT_TYPES });

/** What a client may say of itself and of what it wants: POST /register, and GET /events without `queue_id`. */
export const registrationParameters = {
  apply_markdown: boolean().default(false),
  client_extavatar: boolean().optional(),
  include_subscribers: boolean().default(false),
  slim_presence: boolean().default(false),
  event_types: eventTypes.optional(),
  all_public_streams: boolean().default(false),
  client_capabilities: object({
    notification_settings_null: boolean().default(false),
    bulk_message_deletion: boolean().default(false),
    user_avatar_url_field_optional: boolean().default(false),
    stream_typing_notifications: boolean().default(false),
    user_settings_object: boolean().default(false),
    linkifier_url_template: boolean().default(false),
  }).optional(),
  fetch_event_types: eventTypes.optional(),
  narrow: queueNarrowParameter.default([]),
};

export type RegistrationParameters = ObjectOf<typeof registrationParameters>;

/** Throws what is refused of spectators. */
export function readRegistration(parameters: RegistrationParameters, isSpectator: boolean): Registration {
  if (isSpectator) {
    if (parameters.clientExtavatar) throw badRequest("Invalid 'client_extavatar' parameter for anonymous request");
    if (parameters.includeSubscribers)
      throw badRequest("Invalid 'include_subscribers' parameter for anonymous request");
  }
  const types = parameters.eventTypes ?? null;
  return {
    options: {
      applyMarkdown: parameters.applyMarkdown,
      clientExtavatar: parameters.clientExtavatar ?? !isSpectator,
      slimPresence: parameters.slimPresence,
      includeSubscribers: parameters.includeSubscribers,
      allPublicStreams: parameters.allPublicStreams,
      capabilities: parameters.clientCapabilities ?? NO_CAPABILITIES,
      eventTypes: types,
      narrow: parameters.narrow,
    },
    fetchEventTypes: parameters.fetchEventTypes ?? types,
    state: 'fetched',
  };
}
