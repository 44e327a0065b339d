import type * as contracts from '@chat/contracts';
import type { Wire } from '@chat/contracts';
import type { WireEvent } from '../event-reader.js';

/** The fields of each client event that changes the state or messages or tells of typing, by `type` or `type.op`; of an event with several forms each of them. */
export interface ClientEventFields {
  alert_words: contracts.AlertWordsEvent;
  custom_profile_fields: contracts.CustomProfileFieldsEvent;
  default_stream_groups: contracts.DefaultStreamGroupsEvent;
  default_streams: contracts.DefaultStreamsEvent;
  delete_message: contracts.DeleteMessagesEvent | contracts.DeleteMessageEvent;
  'drafts.add': contracts.DraftsAddEvent;
  'drafts.remove': contracts.DraftsRemoveEvent;
  'drafts.update': contracts.DraftsUpdateEvent;
  message: contracts.MessageEvent;
  muted_topics: contracts.MutedTopicsEvent;
  muted_users: contracts.MutedUsersEvent;
  presence: contracts.PresenceEvent;
  'reaction.add': contracts.ReactionAddEvent;
  'reaction.remove': contracts.ReactionRemoveEvent;
  'realm.update': contracts.RealmUpdateEvent;
  'realm.update_dict': contracts.RealmUpdateDictEvent;
  'realm_bot.add': contracts.BotAddEvent;
  'realm_bot.delete': contracts.BotDeleteEvent;
  'realm_bot.remove': contracts.BotRemoveEvent;
  'realm_bot.update': contracts.BotUpdateEvent;
  'realm_domains.add': contracts.RealmDomainsAddEvent;
  'realm_domains.change': contracts.RealmDomainsChangeEvent;
  'realm_domains.remove': contracts.RealmDomainsRemoveEvent;
  'realm_emoji.update': contracts.RealmEmojiUpdateEvent;
  realm_filters: contracts.RealmFiltersEvent;
  realm_linkifiers: contracts.RealmLinkifiersEvent;
  realm_playgrounds: contracts.RealmPlaygroundsEvent;
  'realm_user.add': contracts.UserAddEvent;
  'realm_user.remove': contracts.UserRemoveEvent;
  'realm_user.update': InstanceType<(typeof contracts.USER_UPDATE_EVENTS)[number]>;
  'realm_user_settings_defaults.update': contracts.UserSettingsDefaultsUpdateEvent;
  'scheduled_messages.add': contracts.ScheduledMessagesAddEvent;
  'scheduled_messages.remove': contracts.ScheduledMessagesRemoveEvent;
  'scheduled_messages.update': contracts.ScheduledMessagesUpdateEvent;
  'stream.create': contracts.StreamCreateEvent;
  'stream.delete': contracts.StreamDeleteEvent;
  'stream.update': contracts.StreamUpdateEvent;
  submessage: contracts.SubmessageEvent;
  'subscription.add': contracts.SubscriptionAddEvent | contracts.SubscriptionAddWithoutNullEvent;
  'subscription.peer_add': contracts.SubscribersAddedEvent;
  'subscription.peer_remove': contracts.SubscribersRemovedEvent;
  'subscription.remove': contracts.SubscriptionRemoveEvent;
  'subscription.update': contracts.SubscriptionUpdateEvent;
  'typing.start': contracts.StartTypingInConversation | contracts.StartTypingInStream;
  'typing.stop': contracts.StopTypingInConversation | contracts.StopTypingInStream;
  update_display_settings: contracts.UpdateDisplaySettingsEvent;
  update_global_notifications: contracts.UpdateGlobalNotificationsEvent;
  update_message: contracts.UpdateMessageEvent;
  'update_message_flags.add': contracts.FlagsAddEvent;
  'update_message_flags.remove': contracts.FlagsRemoveEvent;
  'user_group.add': contracts.UserGroupAddEvent;
  'user_group.add_members': contracts.UserGroupAddMembersEvent;
  'user_group.add_subgroups': contracts.UserGroupAddSubgroupsEvent;
  'user_group.remove': contracts.UserGroupRemoveEvent;
  'user_group.remove_members': contracts.UserGroupRemoveMembersEvent;
  'user_group.remove_subgroups': contracts.UserGroupRemoveSubgroupsEvent;
  'user_group.update': contracts.UserGroupUpdateEvent;
  'user_settings.update': contracts.UserSettingsUpdateEvent;
  user_status: contracts.UserStatusEvent;
  user_topic: contracts.UserTopicEvent;
}

type WireOf<Fields> = Fields extends unknown ? Wire<Fields> : never;
/** The fields of an event as they stand on the wire, without `id`, `type` and `op`. */
export type EventFields<Kind extends EventKind> = WireOf<ClientEventFields[Kind]>;

/** Key of a client event: its type, with its operation if it has one. */
export type EventKind = keyof ClientEventFields;

/** An event without a place in the table has a kind that is not in the type. */
export const kindOf = ({ type, op }: { readonly type: string; readonly op?: unknown }): EventKind =>
  (typeof op === 'string' ? `${type}.${op}` : type) as EventKind;

/** The event with the fields of this kind; undefined if it is of another kind. */
export const eventFields = <Kind extends EventKind>(event: WireEvent, kind: Kind): EventFields<Kind> | undefined =>
  kindOf(event) === kind ? (event as unknown as EventFields<Kind>) : undefined;
