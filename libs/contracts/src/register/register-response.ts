import type { AlertWordList } from '../alert-words/alert-words.schema.js';
import type { BotRegisterFields } from '../bots/bots.events.js';
import type {
  DefaultStreamGroupsRegisterFields,
  DefaultStreamsRegisterFields,
} from '../default-streams/default-streams.events.js';
import type { DraftsRegisterFields } from '../drafts/drafts.events.js';
import type { RegisteredQueue } from '../event-queues/event-queues.schema.js';
import type { Wire } from '../kit/names.js';
import type { RealmFiltersEvent, RealmLinkifiersEvent } from '../linkifiers/linkifiers.events.js';
import type { StarredRegisterFields, UnreadRegisterFields } from '../message-flags/message-flags.events.js';
import type { MaxMessageIdRegisterFields, RecentConversationsRegisterFields } from '../messages/messages.events.js';
import type { MutedUserList } from '../muted-users/muted-users.schema.js';
import type { RealmPlaygroundsEvent } from '../playgrounds/playgrounds.events.js';
import type { RealmPresences } from '../presence/presence.schema.js';
import type { ProfileFieldsRegisterFields } from '../profile-fields/profile-fields.events.js';
import type {
  EmbeddedBotsRegisterFields,
  GifRegisterFields,
  HotspotsRegisterFields,
  IncomingWebhookBotsRegisterFields,
  RealmRegisterFields,
  ServerRegisterFields,
  StopWordsRegisterFields,
  VideoCallsRegisterFields,
} from '../realm/realm.register.js';
import type { RealmDomainsRegisterFields } from '../realm-domains/realm-domains.events.js';
import type { RealmEmojiUpdateEvent } from '../realm-emoji/realm-emoji.events.js';
import type { ScheduledMessageList } from '../scheduled-messages/scheduled-messages.schema.js';
import type { ServerVersion } from '../server-settings/server-settings.schema.js';
import type { UserSettingsRegisterFields } from '../settings/settings.events.js';
import type { UserSettingsWithChoices } from '../settings/settings.schema.js';
import type { StreamsRegisterFields } from '../streams/streams.events.js';
import type {
  NeverSubscribedRegisterFields,
  SubscriptionsRegisterFields,
} from '../subscriptions/subscriptions.events.js';
import type { UserGroupRegisterFields } from '../user-groups/user-groups.events.js';
import type { UserSettingsDefaultsRegisterFields } from '../user-settings-defaults/user-settings-defaults.events.js';
import type { UserStatusRegisterFields } from '../user-status/user-status.events.js';
import type { UserTopicsRegisterFields } from '../user-topics/user-topics.events.js';
import type { MutedTopics } from '../user-topics/user-topics.schema.js';
import type { OwnRegisterFields, PeopleRegisterFields } from '../users/users.register.js';

type Described = [
  AlertWordList,
  BotRegisterFields,
  DefaultStreamGroupsRegisterFields,
  DefaultStreamsRegisterFields,
  DraftsRegisterFields,
  RegisteredQueue,
  RealmFiltersEvent,
  RealmLinkifiersEvent,
  StarredRegisterFields,
  UnreadRegisterFields,
  RecentConversationsRegisterFields,
  MaxMessageIdRegisterFields,
  MutedUserList,
  RealmPlaygroundsEvent,
  RealmPresences,
  ProfileFieldsRegisterFields,
  EmbeddedBotsRegisterFields,
  GifRegisterFields,
  HotspotsRegisterFields,
  IncomingWebhookBotsRegisterFields,
  RealmRegisterFields,
  ServerRegisterFields,
  StopWordsRegisterFields,
  VideoCallsRegisterFields,
  RealmDomainsRegisterFields,
  RealmEmojiUpdateEvent,
  ScheduledMessageList,
  ServerVersion,
  UserSettingsRegisterFields,
  StreamsRegisterFields,
  NeverSubscribedRegisterFields,
  SubscriptionsRegisterFields,
  UserGroupRegisterFields,
  UserSettingsDefaultsRegisterFields,
  UserStatusRegisterFields,
  UserTopicsRegisterFields,
  MutedTopics,
  OwnRegisterFields,
  PeopleRegisterFields,
  // For clients without `user_settings_object`.
  Partial<UserSettingsWithChoices>,
];
type Merged<Parts> = Parts extends [infer First, ...infer Others] ? Partial<Wire<First>> & Merged<Others> : unknown;

/** The response to POST /register. A field is present only if its fetch type is. */
export type RegisterResponse = { readonly [Name in keyof Merged<Described>]: Merged<Described>[Name] };
