import { AlertWordList } from '../alert-words/alert-words.schema.js';
import { BotRegisterFields } from '../bots/bots.events.js';
import {
  DefaultStreamGroupsRegisterFields,
  DefaultStreamsRegisterFields,
} from '../default-streams/default-streams.events.js';
import { DraftsRegisterFields } from '../drafts/drafts.events.js';
import { RegisteredQueue } from '../event-queues/event-queues.schema.js';
import type { Class } from '../kit/described-class.js';
import type { Wire } from '../kit/names.js';
import { registerFieldsOf } from '../kit/register-fields.js';
import { RealmFiltersEvent, RealmLinkifiersEvent } from '../linkifiers/linkifiers.events.js';
import { StarredRegisterFields, UnreadRegisterFields } from '../message-flags/message-flags.events.js';
import { MaxMessageIdRegisterFields, RecentConversationsRegisterFields } from '../messages/messages.events.js';
import { MutedUserList } from '../muted-users/muted-users.schema.js';
import { RealmPlaygroundsEvent } from '../playgrounds/playgrounds.events.js';
import { RealmPresences } from '../presence/presence.schema.js';
import { ProfileFieldsRegisterFields } from '../profile-fields/profile-fields.events.js';
import {
  EmbeddedBotsRegisterFields,
  GifRegisterFields,
  HotspotsRegisterFields,
  IncomingWebhookBotsRegisterFields,
  RealmRegisterFields,
  ServerRegisterFields,
  StopWordsRegisterFields,
  VideoCallsRegisterFields,
} from '../realm/realm.register.js';
import { RealmDomainsRegisterFields } from '../realm-domains/realm-domains.events.js';
import { RealmEmojiUpdateEvent } from '../realm-emoji/realm-emoji.events.js';
import { ScheduledMessageList } from '../scheduled-messages/scheduled-messages.schema.js';
import { ServerVersion } from '../server-settings/server-settings.schema.js';
import { UserSettingsRegisterFields } from '../settings/settings.events.js';
import type { UserSettingsWithChoices } from '../settings/settings.schema.js';
import { ClientStreams } from '../streams/stream-client-events.js';
import { NeverSubscribedRegisterFields, SubscriptionsRegisterFields } from '../subscriptions/subscriptions.events.js';
import { UserGroupRegisterFields } from '../user-groups/user-groups.events.js';
import { UserSettingsDefaultsRegisterFields } from '../user-settings-defaults/user-settings-defaults.events.js';
import { UserStatusRegisterFields } from '../user-status/user-status.events.js';
import { UserTopicsRegisterFields } from '../user-topics/user-topics.events.js';
import { MutedTopics } from '../user-topics/user-topics.schema.js';
import { OwnRegisterFields, PeopleRegisterFields } from '../users/users.register.js';

/** Every class of register fields with its fetch types. Forms for older clients are declared in their features. */
const REGISTER_FIELDS = [
  registerFieldsOf(['alert_words'], AlertWordList),
  registerFieldsOf(['realm_bot'], BotRegisterFields),
  registerFieldsOf(['default_stream_groups'], DefaultStreamGroupsRegisterFields),
  registerFieldsOf(['default_streams'], DefaultStreamsRegisterFields),
  registerFieldsOf(['drafts'], DraftsRegisterFields),
  registerFieldsOf([], RegisteredQueue),
  registerFieldsOf(['realm_filters'], RealmFiltersEvent),
  registerFieldsOf(['realm_linkifiers'], RealmLinkifiersEvent),
  registerFieldsOf(['starred_messages'], StarredRegisterFields),
  registerFieldsOf(['message', 'update_message_flags'], UnreadRegisterFields),
  registerFieldsOf(['recent_private_conversations'], RecentConversationsRegisterFields),
  registerFieldsOf(['message'], MaxMessageIdRegisterFields),
  registerFieldsOf(['muted_users'], MutedUserList),
  registerFieldsOf(['realm_playgrounds'], RealmPlaygroundsEvent),
  registerFieldsOf(['presence'], RealmPresences),
  registerFieldsOf(['custom_profile_fields'], ProfileFieldsRegisterFields),
  registerFieldsOf(['realm_embedded_bots'], EmbeddedBotsRegisterFields),
  registerFieldsOf(['gif'], GifRegisterFields),
  registerFieldsOf(['hotspots'], HotspotsRegisterFields),
  registerFieldsOf(['realm_incoming_webhook_bots'], IncomingWebhookBotsRegisterFields),
  registerFieldsOf(['realm'], RealmRegisterFields),
  registerFieldsOf(['realm'], ServerRegisterFields),
  registerFieldsOf(['stop_words'], StopWordsRegisterFields),
  registerFieldsOf(['video_calls'], VideoCallsRegisterFields),
  registerFieldsOf(['realm_domains'], RealmDomainsRegisterFields),
  registerFieldsOf(['realm_emoji'], RealmEmojiUpdateEvent),
  registerFieldsOf(['scheduled_messages'], ScheduledMessageList),
  registerFieldsOf([], ServerVersion),
  registerFieldsOf(['user_settings'], UserSettingsRegisterFields),
  registerFieldsOf(['stream'], ClientStreams),
  registerFieldsOf(['subscription'], NeverSubscribedRegisterFields),
  registerFieldsOf(['subscription'], SubscriptionsRegisterFields),
  registerFieldsOf(['realm_user_groups'], UserGroupRegisterFields),
  registerFieldsOf(['realm_user_settings_defaults'], UserSettingsDefaultsRegisterFields),
  registerFieldsOf(['user_status'], UserStatusRegisterFields),
  registerFieldsOf(['user_topic'], UserTopicsRegisterFields),
  registerFieldsOf(['muted_topics'], MutedTopics, { absentIfFetchType: 'user_topic' }),
  registerFieldsOf(['realm_user'], OwnRegisterFields),
  registerFieldsOf(['realm_user'], PeopleRegisterFields),
] as const;

type FieldsOf<Described> = Described extends Class<infer Fields> ? Fields : never;
type Merged<Parts> = Parts extends readonly [infer First, ...infer Others]
  ? Partial<Wire<FieldsOf<First>>> & Merged<Others>
  : // For clients without `user_settings_object`.
    Partial<Wire<UserSettingsWithChoices>>;
type Response = Merged<typeof REGISTER_FIELDS>;

/** The response to POST /register. A field is present only if its fetch type is. */
export type RegisterResponse = { readonly [Name in keyof Response]: Response[Name] };
