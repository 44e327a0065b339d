type Renamed = readonly (readonly [neutral: string, theirs: string])[];

/** Names and values of the reference server's clients for our neutral ones: [neutral, theirs]. */
export interface CompatTable {
  /** Parameters of requests, and fields of responses at any depth. */
  readonly names: Renamed;
  /** Values of fields and parameters, by name. */
  readonly values: Readonly<Record<string, Renamed>>;
  /** Fields that list the values of another field. */
  readonly listsOfValues: Readonly<Record<string, string>>;
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
    ['client_extavatar', 'client_gravatar'],
    ['service_feature_level', 'zulip_feature_level'],
    ['service_version', 'zulip_version'],
    ['service_merge_base', 'zulip_merge_base'],
    ['service_plan_is_not_limited', 'zulip_plan_is_not_limited'],
    ['videocall_server_url', 'jitsi_server_url'],
    ['highlighter_language', 'pygments_language'],
    ['has_videocall_token', 'has_zoom_token'],
    ['gif_api_key', 'giphy_api_key'],
    ['realm_gif_rating', 'realm_giphy_rating'],
    ['gif_rating', 'giphy_rating'],
    ['gif_rating_options', 'giphy_rating_options'],
    ['realm_is_mirror_realm', 'realm_is_zephyr_mirror_realm'],
    // Ways to sign in, in `authentication_methods`.
    ['vendorA', 'google'],
    ['vendorC', 'github'],
    ['vendorD', 'gitlab'],
    ['vendorE', 'azuread'],
    ['vendorF', 'apple'],
  ],
  values: {
    reaction_type: [['service_extra_emoji', 'zulip_extra_emoji']],
    emojiset: EMOJI_SETS,
    notification_sound: [['service', 'zulip']],
    code: [['INVALID_VIDEOCALL_TOKEN', 'INVALID_ZOOM_TOKEN']],
  },
  listsOfValues: { available_notification_sounds: 'notification_sound' },
  listValues: { event_types: FETCH_TYPES, fetch_event_types: FETCH_TYPES },
  namesAsValues: ['property'],
  settings: [
    ['property', 'value'],
    ['setting_name', 'setting'],
    ['notification_name', 'setting'],
  ],
  extraEmoji: ['chat', 'zulip'],
  paths: [['/calls/vendorG/create', '/calls/bigbluebutton/create']],
};
