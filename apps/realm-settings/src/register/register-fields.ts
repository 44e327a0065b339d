import {
  type BotIntegration,
  type Class,
  EmbeddedBotsRegisterFields,
  type GetRealmRegisterState,
  GifRegisterFields,
  HotspotsRegisterFields,
  IncomingWebhookBotsRegisterFields,
  PROFILE_FIELD_TYPE_NAMES,
  ProfileFieldsRegisterFields,
  publicRealm,
  RealmDomainsRegisterFields,
  RealmEmojiUpdateEvent,
  RealmFiltersEvent,
  type RealmImageUrls,
  RealmLinkifiersEvent,
  RealmPlaygroundsEvent,
  type RealmRecord,
  RealmRegisterFields,
  type RegisterFields,
  realmEmojiById,
  SETTING_CHOICES,
  ServerRegisterFields,
  ServerVersion,
  StopWordsRegisterFields,
  UserSettingsDefaultsRegisterFields,
  VideoCallsRegisterFields,
  wantsState,
  writerOf,
} from '@chat/contracts';
import { type Installation, SERVER_VERSION } from '../realm/installation.js';
import type { RealmState } from '../realm-state/realm-state.service.js';
import { STOP_WORDS, serverFields } from './server-fields.js';

type Client = Pick<GetRealmRegisterState, 'actor' | 'capabilities'>;
type Shown = RealmState & { readonly integrations: readonly BotIntegration[] };
type Part = (state: Shown, installation: Installation, client: Client) => RegisterFields;

/** Parts of the register response by fetch type. */
const PARTS: Readonly<Record<string, Part>> = {
  realm: ({ realm }, installation) => ({
    ...onWire(ServerRegisterFields, serverFields(installation)),
    ...onWire(RealmRegisterFields, realmFields(realm)),
  }),
  realm_user_settings_defaults: ({ realm }) =>
    onWire(UserSettingsDefaultsRegisterFields, {
      realmUserSettingsDefaults: { ...realm.userSettingsDefaults, ...SETTING_CHOICES },
    }),
  custom_profile_fields: ({ profileFields }, _, { actor }) =>
    onWire(ProfileFieldsRegisterFields, {
      // Spectators see no profiles.
      customProfileFields: actor === null ? [] : profileFields,
      customProfileFieldTypes: PROFILE_FIELD_TYPE_NAMES,
    }),
  realm_emoji: (state) => onWire(RealmEmojiUpdateEvent, { realmEmoji: realmEmojiById(state) }),
  realm_linkifiers: ({ linkifiers }, _, { capabilities }) =>
    onWire(RealmLinkifiersEvent, { realmLinkifiers: capabilities.linkifierUrlTemplate ? linkifiers : [] }),
  realm_filters: () => onWire(RealmFiltersEvent, { realmFilters: [] }),
  realm_playgrounds: ({ playgrounds }) => onWire(RealmPlaygroundsEvent, { realmPlaygrounds: playgrounds }),
  realm_domains: ({ realm }) => onWire(RealmDomainsRegisterFields, { realmDomains: realm.domains }),
  stop_words: () => onWire(StopWordsRegisterFields, { stopWords: STOP_WORDS }),
  // Off on this server.
  hotspots: () => onWire(HotspotsRegisterFields, { hotspots: [] }),
  realm_embedded_bots: () => onWire(EmbeddedBotsRegisterFields, { realmEmbeddedBots: [] }),
  realm_incoming_webhook_bots: ({ integrations }) =>
    onWire(IncomingWebhookBotsRegisterFields, { realmIncomingWebhookBots: integrations }),
  video_calls: () => onWire(VideoCallsRegisterFields, { hasVideocallToken: false }),
  gif: () => onWire(GifRegisterFields, { gifApiKey: '' }),
};

const onWire = <Described extends object>(described: Class<Described>, fields: Described): RegisterFields =>
  writerOf(described)(fields);

/** This service's part of the register response. */
export function registerFields(
  state: Shown,
  installation: Installation,
  request: GetRealmRegisterState,
): RegisterFields {
  const fields: RegisterFields = onWire(ServerVersion, SERVER_VERSION);
  for (const [type, part] of Object.entries(PARTS)) {
    if (wantsState(request, type)) Object.assign(fields, part(state, installation, request));
  }
  return fields;
}

/** Fields of the fetch type `realm` that come from the realm's record. */
const realmFields = (realm: RealmRecord & RealmImageUrls): RealmRegisterFields => ({
  ...publicRealm(realm),
  realmIconUrl: realm.iconUrl,
  realmLogoUrl: realm.logoUrl,
  realmNightLogoUrl: realm.nightLogoUrl,
});
