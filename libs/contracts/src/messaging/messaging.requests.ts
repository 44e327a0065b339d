import type { Stamped } from '../domain-event.js';
import { Bool, Field, Id, ListOf, Text, Timestamp } from '../kit/fields.js';
import { anyOf, id, objectOf } from '../kit/types/index.js';
import { ServiceRequest } from '../service-request.js';
import { type Stream, StreamProperties } from '../streams/streams.schema.js';
import { MAX_GROUP_CHANGES } from '../user-groups/user-groups.schema.js';

/** Users whose subscriptions are asked for at once. */
export const MAX_FANOUT_USERS = 500;

export interface FanoutState {
  /** Ids of the streams that each asked user is subscribed to (archived ones left out), by user id. */
  readonly subscriptions: Readonly<Record<number, readonly number[]>>;
}

/**
 * Request: what the fan-out must know of some users. Kept up by `SubscriptionsAdded` and `SubscriptionsRemoved`.
 * Errors: none; unknown users have no subscriptions. Effect: none.
 */
export class GetFanoutState extends ServiceRequest<Stamped<FanoutState>> {
  static readonly pattern = 'messaging.fanout.get_facts';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
  @ListOf(id(), { max: MAX_FANOUT_USERS }) userIds!: number[];
}

/**
 * Request: the realm's active streams, for a projection. Kept up by `StreamCreated`, `StreamUpdated`, `StreamArchived`.
 * Errors: none. Effect: none.
 */
export class GetStreams extends ServiceRequest<Stamped<readonly Stream[]>> {
  static readonly pattern = 'messaging.streams.get_facts';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}

/**
 * Request: tell people that somebody else put them into a user group, or took them out of it. The users service asks so after its commit;
 * messaging also does it by itself when `UserGroupMembersChanged` reaches it. Told once for each `changeId`. Errors: none. Effect: direct
 * messages of the notification bot, unless there are too many to tell.
 */
export class TellGroupMembers extends ServiceRequest<void> {
  static readonly pattern = 'messaging.notices.tell_group_members';
  /** Short: a change of a group does not wait long for a messaging service that is away. */
  static readonly timeoutMs = 2_000;

  @Id() realmId!: number;
  @Id() groupId!: number;
  @Id() actorId!: number;
  @ListOf(id(), { max: MAX_GROUP_CHANGES }) addedUserIds!: readonly number[];
  @ListOf(id(), { max: MAX_GROUP_CHANGES }) removedUserIds!: readonly number[];
  @Text({ max: 100, controlCharacters: 'allowed' }) changeId!: string;
}

/*
 * What operators do without being a user of the realm: the demo organization, load tests. The gateway has no endpoint for any
 * of them. No policy applies; names and lengths are checked as always.
 */

export const MAX_OPERATOR_STREAMS = 200;
/** Subscribers of all streams of one request together. */
export const MAX_OPERATOR_SUBSCRIPTIONS = 50_000;

export class StreamToCreate extends StreamProperties {
  @Text({ controlCharacters: 'allowed' }) name!: string;
  @Text({ optional: true, controlCharacters: 'allowed' }) description?: string;
  @Id({ optional: true }) creatorId?: number;
  @ListOf(id()) subscriberIds!: readonly number[];
  /** New users get it. */
  @Bool({ optional: true }) isDefault?: boolean;
}

/**
 * Request: make streams with their subscribers at once; one that exists only gets the subscribers. Reply: ids, in the order given.
 * Effect: StreamCreated, SubscriptionsAdded, DefaultStreamsChanged.
 */
export class CreateStreamsAsOperator extends ServiceRequest<{ readonly streamIds: readonly number[] }> {
  static readonly pattern = 'messaging.operator.create_streams';
  static readonly timeoutMs = 60_000;

  @Id() realmId!: number;
  @ListOf(StreamToCreate, { max: MAX_OPERATOR_STREAMS }) streams!: readonly StreamToCreate[];
}

export const MAX_OPERATOR_MESSAGES = 1_000;

class StreamTopic {
  @Id() streamId!: number;
  @Text({ controlCharacters: 'allowed' }) topic!: string;
}

class Conversation {
  /** Everybody in the conversation; the sender need not be named. */
  @ListOf(id()) userIds!: readonly number[];
}

export class MessageToInsert {
  @Id() senderId!: number;
  @Field(anyOf([objectOf(StreamTopic), objectOf(Conversation)]), {}) to!: StreamTopic | Conversation;
  @Text({ controlCharacters: 'allowed' }) content!: string;
  /** UTC seconds; now when left out. Ids rise in the order given, whatever the times. */
  @Timestamp({ optional: true }) sentAtSeconds?: number;
  /** Counts as read by everybody who could have read it. */
  @Bool({ optional: true }) isReadByAll?: boolean;
  @Text({ optional: true, controlCharacters: 'allowed' }) clientName?: string;
}

/**
 * Request: insert many messages, in the order given, with their times. All or none. Reply: their ids.
 * `tellClients` (default true): each is told as MessageSent, like any message; otherwise nobody hears of them but by reading
 * history, which is much faster.
 */
export class InsertMessagesAsOperator extends ServiceRequest<{ readonly messageIds: readonly number[] }> {
  static readonly pattern = 'messaging.operator.insert_messages';
  static readonly timeoutMs = 60_000;

  @Id() realmId!: number;
  @ListOf(MessageToInsert, { max: MAX_OPERATOR_MESSAGES }) messages!: readonly MessageToInsert[];
  @Bool({ optional: true }) tellClients?: boolean;
}
