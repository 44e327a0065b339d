import { RenamedOnWire } from '../kit/described-class.js';
import { endpoint } from '../kit/endpoint.js';
import { Bool, Field, Id, ListOf, MapOf, Text } from '../kit/fields.js';
import { IntersectionType, PickType } from '../kit/mapped-classes.js';
import { anyOf, bool, id, list, oneOf, text } from '../kit/types/index.js';
import { MAX_STREAMS_PER_SUBSCRIBE } from '../limits.js';
import {
  type RetentionChoice,
  retentionChoice,
  STREAM_POST_POLICIES,
  StreamProperties,
} from '../streams/streams.schema.js';
import { MAX_PRINCIPALS, MAX_SETTINGS_PER_REQUEST, StreamToSubscribe, Subscription } from './subscriptions.schema.js';

const name = text({ controlCharacters: 'allowed' });
const principals = anyOf([list(id(), { max: MAX_PRINCIPALS }), list(name, { max: MAX_PRINCIPALS })]);

/** Parameters of `GET /users/me/subscriptions`. */
export class SubscriptionQuery {
  @Bool({ default: false }) includeSubscribers!: boolean;
}
/** Response of `GET /users/me/subscriptions`. */
export class SubscriptionList {
  /** By name of the stream. */
  @ListOf(Subscription) subscriptions!: readonly Subscription[];
}

/** Subscribes the caller or `principals`. The properties apply to new streams. */
export class NewSubscriptions extends RenamedOnWire(
  { isPrivate: 'invite_only', postPolicy: 'stream_post_policy' },
  PickType(StreamProperties, ['isHistoryPublicToSubscribers', 'canRemoveSubscribersGroupId']),
) {
  @ListOf(StreamToSubscribe, { max: MAX_STREAMS_PER_SUBSCRIBE }) subscriptions!: readonly StreamToSubscribe[];
  /** User ids or API email addresses. */
  @Field(principals, { optional: true }) principals?: readonly number[] | readonly string[];
  @Bool({ default: true }) authorizationErrorsFatal!: boolean;
  /** Announces new streams in the realm's stream for announcements. */
  @Bool({ default: false }) announce!: boolean;
  @Bool({ default: false }) isPrivate!: boolean;
  @Bool({ default: false }) isWebPublic!: boolean;
  @Field(oneOf(STREAM_POST_POLICIES), { default: 1 }) postPolicy!: number;
  @Field(retentionChoice, { default: 'realm_default' }) messageRetentionDays!: RetentionChoice;
}

/** The part about new subscriptions in the responses of `POST` and `PATCH /users/me/subscriptions`. */
export class AddedSubscriptions {
  @MapOf(list(text()), { description: 'Names of streams by API email address.' })
  subscribed!: Readonly<Record<string, readonly string[]>>;
  @MapOf(list(text()), { description: 'Names of streams by API email address.' })
  alreadySubscribed!: Readonly<Record<string, readonly string[]>>;
}
/** Response of `POST /users/me/subscriptions`. */
export class SubscribeOutcome extends AddedSubscriptions {
  /** Streams that the actor may not join, if `authorizationErrorsFatal` is false. */
  @ListOf(text(), { optional: true }) unauthorized?: readonly string[];
}

/** Parameters of `DELETE /users/me/subscriptions`: names of streams, and user ids or API email addresses. */
export class SubscriptionsToEnd {
  @ListOf(name, { max: MAX_STREAMS_PER_SUBSCRIBE }) subscriptions!: readonly string[];
  @Field(principals, { optional: true }) principals?: readonly number[] | readonly string[];
}
/** Names of streams, once per user. */
export class UnsubscribeOutcome {
  @ListOf(text()) removed!: readonly string[];
  @ListOf(text()) notRemoved!: readonly string[];
}

/** Parameters of `PATCH /users/me/subscriptions`, for the caller's own subscriptions. */
export class SubscriptionChanges {
  @ListOf(name, { max: MAX_STREAMS_PER_SUBSCRIBE, default: [] }) delete!: readonly string[];
  @ListOf(StreamToSubscribe, { max: MAX_STREAMS_PER_SUBSCRIBE, default: [] }) add!: readonly StreamToSubscribe[];
}
/** Response of `PATCH /users/me/subscriptions`. */
export class ChangedSubscriptions extends IntersectionType(AddedSubscriptions, UnsubscribeOutcome) {}

/** By its name on the wire. */
export class SubscriptionSettingChange {
  @Id() streamId!: number;
  @Text() property!: string;
  @Field(anyOf([bool(), text()]), {}) value!: boolean | string;
}
/** Parameters of `POST /users/me/subscriptions/properties`: at most `MAX_SETTINGS_PER_REQUEST` changes. */
export class SubscriptionSettingChanges {
  @ListOf(SubscriptionSettingChange, { max: MAX_SETTINGS_PER_REQUEST })
  subscriptionData!: readonly SubscriptionSettingChange[];
}

/** Path parameters of `GET /users/{user_id}/subscriptions/{stream_id}`. */
export class SubscriptionSelection {
  @Id() userId!: number;
  @Id() streamId!: number;
}
/** Response of `GET /users/{user_id}/subscriptions/{stream_id}`. */
export class SubscriptionStatus {
  @Bool() isSubscribed!: boolean;
}

export const getSubscriptions = endpoint('GET /users/me/subscriptions', {
  pattern: 'messaging.subscriptions.get',
  summary: "List the caller's subscriptions",
  parameters: SubscriptionQuery,
  response: SubscriptionList,
});

/**
 * All or nothing. Errors: "Unable to access stream (…)." for a stream that the actor may not join; "Insufficient permission" by a
 * policy of the realm; UNAUTHORIZED_PRINCIPAL (403) with `principal`; those of stream names and properties. Effect: StreamCreated
 * per new stream, SubscriptionsAdded; notices of the notification bot.
 */
export const subscribeToStreams = endpoint('POST /users/me/subscriptions', {
  pattern: 'messaging.subscriptions.add',
  summary: 'Subscribe yourself or other users to streams; missing streams are created',
  errorStatuses: [403],
  timeoutMs: 30_000,
  parameters: NewSubscriptions,
  response: SubscribeOutcome,
});

/** Changes subscriptions of the caller in one step. Errors: those of both parts; BAD_REQUEST "Nothing to do. …". */
export const updateSubscriptions = endpoint('PATCH /users/me/subscriptions', {
  pattern: 'messaging.subscriptions.update',
  summary: 'Subscribe to some streams and unsubscribe from others',
  timeoutMs: 10_000,
  parameters: SubscriptionChanges,
  example: { add: [{ name: 'design' }] },
  response: ChangedSubscriptions,
});

/**
 * All or nothing. Errors: STREAM_DOES_NOT_EXIST with `stream`, also for a stream that the actor cannot see; "Insufficient
 * permission" to unsubscribe another user; UNAUTHORIZED_PRINCIPAL (403) with `principal`. Effect: SubscriptionsRemoved; a private
 * stream without subscribers is archived.
 */
export const unsubscribeFromStreams = endpoint('DELETE /users/me/subscriptions', {
  pattern: 'messaging.subscriptions.remove',
  summary: 'Unsubscribe yourself or other users from streams',
  errorStatuses: [403],
  timeoutMs: 30_000,
  parameters: SubscriptionsToEnd,
  example: { subscriptions: ['marketing'] },
  response: UnsubscribeOutcome,
});

/**
 * All or nothing. Errors (BAD_REQUEST): "Unknown subscription property: …"; "Not subscribed to stream id …"; "Invalid stream ID";
 * a value of the wrong type. Effect: one SubscriptionSettingsChanged.
 */
export const changeSubscriptionSettings = endpoint('POST /users/me/subscriptions/properties', {
  pattern: 'messaging.subscriptions.change_settings',
  summary: 'Change settings of subscriptions',
  parameters: SubscriptionSettingChanges,
});

/** Errors: "No such user", "User is deactivated"; "Invalid stream ID". */
export const getSubscriptionStatus = endpoint('GET /users/{user_id}/subscriptions/{stream_id}', {
  pattern: 'messaging.subscriptions.get_status',
  summary: 'Find out whether a user is subscribed to a stream',
  parameters: SubscriptionSelection,
  response: SubscriptionStatus,
});
