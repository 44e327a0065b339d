import type { Stamped } from '../domain-event.js';
import { MAX_INVITED_STREAMS } from '../invitations/invitations.schema.js';
import { Bool, Field, Id, ListOf, Nested, Text, Timestamp } from '../kit/fields.js';
import { anyOf, id, objectOf } from '../kit/types/index.js';
import { Principal } from '../principal.js';
import { AfterCommitRequest, RealmRequest, repeatable, request } from '../service-request.js';
import { type Stream, StreamProperties } from '../streams/streams.schema.js';
import { MAX_GROUP_CHANGES } from '../user-groups/user-groups.schema.js';

/** Per request. */
export const MAX_FANOUT_USERS = 500;

export interface FanoutState {
  /** Ids of the subscribed streams by user id, without archived streams. */
  readonly subscriptions: Readonly<Record<number, readonly number[]>>;
}

/**
 * Reads the subscriptions of users, for the fan-out. `SubscriptionsAdded` and `SubscriptionsRemoved` update them. An unknown user
 * has none.
 */
export class GetFanoutState extends repeatable(RealmRequest<Stamped<FanoutState>>, 'messaging.fanout.get_facts') {
  @ListOf(id(), { max: MAX_FANOUT_USERS }) userIds!: number[];
}

/** Reads the active streams of the realm, for a projection. `StreamCreated`, `StreamUpdated` and `StreamArchived` update it. */
export class GetStreams extends repeatable(RealmRequest<Stamped<readonly Stream[]>>, 'messaging.streams.get_facts') {}

/** Sent by users: selects the streams that the actor may read, and may invite others to. Unknown and archived streams are not among them. */
export class FindReadableStreams extends repeatable(
  RealmRequest<{ readonly streamIds: readonly number[] }>,
  'messaging.streams.find_readable',
) {
  @Nested(Principal) actor!: Principal;
  @ListOf(id(), { max: MAX_INVITED_STREAMS }) streamIds!: readonly number[];
}

/**
 * Sent by users: notifies users that another user added to a user group or removed from it, once per `changeId`. Effect: direct
 * messages of the notification bot, unless there are too many recipients.
 */
export class TellGroupMembers extends request(AfterCommitRequest, 'messaging.notices.tell_group_members') {
  @Id() groupId!: number;
  @Id() actorId!: number;
  @ListOf(id(), { max: MAX_GROUP_CHANGES }) addedUserIds!: readonly number[];
  @ListOf(id(), { max: MAX_GROUP_CHANGES }) removedUserIds!: readonly number[];
  @Text({ max: 100, controlCharacters: 'allowed' }) changeId!: string;
}

/*
 * Requests of operators without an account in the realm: the demo organization and load tests. The gateway has no endpoint for
 * them. No policy applies; names and lengths are validated.
 */

export const MAX_OPERATOR_STREAMS = 200;
/** Subscribers of all streams in one request. */
export const MAX_OPERATOR_SUBSCRIPTIONS = 50_000;

/** A stream of an operator, with its first subscribers. */
export class StreamToCreate extends StreamProperties {
  @Text({ controlCharacters: 'allowed' }) name!: string;
  @Text({ optional: true, controlCharacters: 'allowed' }) description?: string;
  @Id({ optional: true }) creatorId?: number;
  @ListOf(id()) subscriberIds!: readonly number[];
  /** New users are subscribed to the stream. */
  @Bool({ optional: true }) isDefault?: boolean;
}

/**
 * Creates streams with subscribers; an existing stream gets the subscribers. Replies with the ids in the order of the request.
 * Effect: StreamCreated, SubscriptionsAdded, DefaultStreamsChanged.
 */
export class CreateStreamsAsOperator extends request(
  RealmRequest<{ readonly streamIds: readonly number[] }>,
  'messaging.operator.create_streams',
) {
  static readonly timeoutMs = 60_000;

  @ListOf(StreamToCreate, { max: MAX_OPERATOR_STREAMS }) streams!: readonly StreamToCreate[];
}

export const MAX_OPERATOR_MESSAGES = 1_000;

class StreamTopic {
  @Id() streamId!: number;
  @Text({ controlCharacters: 'allowed' }) topic!: string;
}

class Conversation {
  /** The participants, with or without the sender. */
  @ListOf(id()) userIds!: readonly number[];
}

/** A message of an imported history. It notifies no user. */
export class MessageToInsert {
  @Id() senderId!: number;
  @Field(anyOf([objectOf(StreamTopic), objectOf(Conversation)]), {}) to!: StreamTopic | Conversation;
  @Text({ controlCharacters: 'allowed' }) content!: string;
  /** UTC seconds; now if absent. Ids increase in the order of the request. */
  @Timestamp({ optional: true }) sentAtSeconds?: number;
  /** Every reader has read the message. */
  @Bool({ optional: true }) isReadByAll?: boolean;
  @Text({ optional: true, controlCharacters: 'allowed' }) clientName?: string;
}

/**
 * Inserts messages with their times, all or none, in the order of the request. Replies with the ids. `tellClients` (default true)
 * publishes a MessageSent for each. Without it clients get no events, which is much faster.
 */
export class InsertMessagesAsOperator extends request(
  RealmRequest<{ readonly messageIds: readonly number[] }>,
  'messaging.operator.insert_messages',
) {
  static readonly timeoutMs = 60_000;

  @ListOf(MessageToInsert, { max: MAX_OPERATOR_MESSAGES }) messages!: readonly MessageToInsert[];
  @Bool({ optional: true }) tellClients?: boolean;
}
