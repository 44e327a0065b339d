import {
  AVAILABLE_NOTIFICATION_SOUNDS,
  domainOnWire,
  EMOJISET_CHOICES,
  type GetRealmRegisterState,
  linkifierOnWire,
  playgroundOnWire,
  profileFieldOnWire,
  realmEmojiOnWire,
  settingsOnWire,
  wantsState,
} from '@chat/contracts';
import type { RealmState } from '../realm-state/realm-state.js';
import type { Installation } from '../server/installation.js';
import { serverFacts, VERSION_FACTS } from '../server/server-facts.js';
import { STOP_WORDS } from '../server/stop-words.js';
import { realmFields } from './realm-fields.js';

const PROFILE_FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  LONG_TEXT: { id: 2, name: 'Long text' },
  DATE: { id: 4, name: 'Date picker' },
  // Two names of the same: the contract's, and the one that existing clients read.
  CHOICE: { id: 3, name: 'List of options' },
  SELECT: { id: 3, name: 'List of options' },
  URL: { id: 5, name: 'Link' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  USER: { id: 6, name: 'Person picker' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
};

type Fields = Record<string, unknown>;
type Asked = Pick<GetRealmRegisterState, 'actor' | 'capabilities'>;
type Part = (state: RealmState, installation: Installation, asked: Asked) => Fields;

/** What register shows, by the fetch type that each part depends on. Source: reference shapes, `register.properties`. */
const PARTS: Readonly<Record<string, Part>> = {
  realm: ({ realm }, installation) => ({ ...serverFacts(installation), ...realmFields(realm) }),
  realm_user_settings_defaults: ({ realm }) => ({
    realm_user_settings_defaults: {
      ...omitted(settingsOnWire(realm.userSettingsDefaults), 'timezone'),
      available_notification_sounds: AVAILABLE_NOTIFICATION_SOUNDS,
      emojiset_choices: EMOJISET_CHOICES,
    },
  }),
  custom_profile_fields: ({ profileFields }, _, { actor }) => ({
    // Spectators see nobody's profile.
    custom_profile_fields: actor === null ? [] : profileFields.map(profileFieldOnWire),
    custom_profile_field_types: PROFILE_FIELD_TYPES,
  }),
  realm_emoji: ({ emoji }) => ({ realm_emoji: realmEmojiOnWire(emoji) }),
  realm_linkifiers: ({ linkifiers }, _, { capabilities }) => ({
    realm_linkifiers: capabilities.linkifierUrlTemplate ? linkifiers.map(linkifierOnWire) : [],
  }),
  // Older clients know another syntax, into which templates do not translate.
  realm_filters: () => ({ realm_filters: [] }),
  realm_playgrounds: ({ playgrounds }) => ({
    realm_playgrounds: playgrounds.map(playgroundOnWire),
  }),
  realm_domains: ({ realm }) => ({
    realm_domains: realm.domains.map(domainOnWire),
  }),
  stop_words: () => ({ stop_words: STOP_WORDS }),
  // Off on this server.
  hotspots: () => ({ hotspots: [] }),
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
  video_calls: () => ({ has_videocall_token: false }),
  gif: () => ({ gif_api_key: '' }),
};

/** This service's part of the register response. */
export function registerFields(state: RealmState, installation: Installation, request: GetRealmRegisterState): Fields {
  const fields: Fields = { ...VERSION_FACTS };
  for (const [type, part] of Object.entries(PARTS)) {
    if (wantsState(request, type)) Object.assign(fields, part(state, installation, request));
  }
  return fields;
}

function omitted(fields: Readonly<Fields>, name: string): Fields {
  const { [name]: _, ...others } = fields;
  return others;
}
