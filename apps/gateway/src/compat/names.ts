import type {
  Emoji,
  GifRegisterFields,
  MessageView,
  NewReaction,
  PageSelection,
  PlaygroundFields,
  PublicRealm,
  RealmRegisterFields,
  RealmUpdateEvent,
  RegistrationParameters,
  RestartEvent,
  ServerRegisterFields,
  ServerVersion,
  StatusChange,
  UpdateDisplaySettingsEvent,
  UpdateGlobalNotificationsEvent,
  UserSettings,
  UserSettingsUpdateEvent,
  UserSettingsWithChoices,
  UserViewOptions,
  VideoCallsRegisterFields,
  Wire,
} from '@chat/contracts';

type Renamed = readonly (readonly [neutral: string, theirs: string])[];

/** Names and values of the reference server's clients for our neutral ones: [neutral, theirs]. */
export interface CompatTable {
  /** Parameters of requests, and fields of responses at any depth. */
  readonly names: Renamed;
  /** Values of fields and parameters, by name. */
  readonly values: Readonly<Record<string, Renamed>>;
  /** Fields that list the values of another field. */
  readonly listsOfValues: Readonly<Record<string, string>>;
  /** Fields that list the values of another field with their labels. */
  readonly choicesOfValues: Readonly<Record<string, string>>;
  /** Values of members of lists, by parameter. */
  readonly listValues: Readonly<Record<string, Renamed>>;
  /** Fields with the name of another field as their value. */
  readonly namesAsValues: readonly string[];
  /** Settings events name the setting in one field and its value in another. */
  readonly settings: readonly (readonly [nameField: string, valueField: string])[];
  /** The built-in emoji outside Unicode: its name, which is also its code. */
  readonly extraEmoji: readonly [neutral: string, theirs: string];
  readonly paths: Renamed;
}

/** A name that each of the given classes has on the wire. If a class renames it, the table does not compile. */
export const nameIn = <Classes>(name: keyof Wire<Classes> & string): string => name;

type Version = ServerVersion | RestartEvent;
export type EmojiFields = Emoji | NewReaction | StatusChange;
type ReadersOfAvatars = PageSelection | MessageView | UserViewOptions | RegistrationParameters;

const EMOJI_SETS = [
  ['vendorA', 'google'],
  ['vendorA-blob', 'google-blob'],
  ['vendorB', 'twitter'],
] as const;

const FETCH_TYPES = [
  ['gif', 'giphy'],
  ['has_videocall_token', 'has_zoom_token'],
] as const;

export const ZULIP_NAMES: CompatTable = {
  names: [
    [nameIn<ReadersOfAvatars>('client_extavatar'), 'client_gravatar'],
    [nameIn<Version>('service_feature_level'), 'zulip_feature_level'],
    [nameIn<Version>('service_version'), 'zulip_version'],
    [nameIn<Version>('service_merge_base'), 'zulip_merge_base'],
    [nameIn<ServerRegisterFields>('service_plan_is_not_limited'), 'zulip_plan_is_not_limited'],
    [nameIn<ServerRegisterFields>('videocall_server_url'), 'jitsi_server_url'],
    [nameIn<PlaygroundFields>('highlighter_language'), 'pygments_language'],
    [nameIn<VideoCallsRegisterFields>('has_videocall_token'), 'has_zoom_token'],
    [nameIn<GifRegisterFields>('gif_api_key'), 'giphy_api_key'],
    [nameIn<RealmRegisterFields>('realm_gif_rating'), 'realm_giphy_rating'],
    [nameIn<PublicRealm>('gif_rating'), 'giphy_rating'],
    [nameIn<ServerRegisterFields>('gif_rating_options'), 'giphy_rating_options'],
    [nameIn<ServerRegisterFields>('realm_is_mirror_realm'), 'realm_is_zephyr_mirror_realm'],
    // Ways to sign in, in `authentication_methods`.
    ['vendorA', 'google'],
    ['vendorC', 'github'],
    ['vendorD', 'gitlab'],
    ['vendorE', 'azuread'],
    ['vendorF', 'apple'],
  ],
  values: {
    [nameIn<EmojiFields>('reaction_type')]: [['service_extra_emoji', 'zulip_extra_emoji']],
    [nameIn<UserSettings>('emojiset')]: EMOJI_SETS,
    [nameIn<UserSettings>('notification_sound')]: [['service', 'zulip']],
    code: [['INVALID_VIDEOCALL_TOKEN', 'INVALID_ZOOM_TOKEN']],
  },
  listsOfValues: {
    [nameIn<UserSettingsWithChoices>('available_notification_sounds')]: nameIn<UserSettings>('notification_sound'),
  },
  choicesOfValues: { [nameIn<UserSettingsWithChoices>('emojiset_choices')]: nameIn<UserSettings>('emojiset') },
  listValues: {
    [nameIn<RegistrationParameters>('event_types')]: FETCH_TYPES,
    [nameIn<RegistrationParameters>('fetch_event_types')]: FETCH_TYPES,
  },
  namesAsValues: [nameIn<RealmUpdateEvent>('property')],
  settings: [
    [nameIn<UserSettingsUpdateEvent>('property'), nameIn<UserSettingsUpdateEvent>('value')],
    [nameIn<UpdateDisplaySettingsEvent>('setting_name'), nameIn<UpdateDisplaySettingsEvent>('setting')],
    [nameIn<UpdateGlobalNotificationsEvent>('notification_name'), nameIn<UpdateGlobalNotificationsEvent>('setting')],
  ],
  extraEmoji: ['chat', 'zulip'],
  paths: [['/calls/vendorG/create', '/calls/bigbluebutton/create']],
};
