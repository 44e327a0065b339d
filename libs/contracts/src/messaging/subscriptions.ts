import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt, IsObject, IsOptional, Min } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { StreamProperties } from '../streams/streams.schema.js';
import type { SubscriptionSettings } from './stream-events.js';

/** Streams of one request to subscribe or unsubscribe. */
export const MAX_STREAMS_PER_SUBSCRIBE = 1_000;
/** Users of one request to subscribe or unsubscribe. */
export const MAX_PRINCIPALS = 10_000;
/** Subscriptions (users times streams) that one request may make or end. */
export const MAX_SUBSCRIPTIONS_PER_REQUEST = 50_000;

const COLOR = /^#(?:[0-9a-f]{3}){1,2}$/i;
/** `#rgb` or `#rrggbb`. */
export const isColor = (value: unknown): value is string => typeof value === 'string' && COLOR.test(value);

export interface StreamToSubscribe {
  readonly name: string;
  /** Of a stream that does not exist yet. */
  readonly description?: string | undefined;
  /** `#rrggbb`; chosen when left out. */
  readonly color?: string | undefined;
}

/** Names of streams by the API email of who was subscribed. */
export interface SubscribeOutcome {
  readonly subscribed: Readonly<Record<string, readonly string[]>>;
  readonly alreadySubscribed: Readonly<Record<string, readonly string[]>>;
  /** Streams that the actor may not join; empty unless `authorizationErrorsFatal` is false. */
  readonly unauthorized: readonly string[];
}

/**
 * Request: subscribe the actor, or `principals` (user ids or API emails), to streams; those that do not exist are made. Or, by
 * `unsubscribeFrom`, end subscriptions of the actor in the same step.
 *
 * Errors: "Unable to access stream (…)." for one that the actor may not join; "Insufficient permission" where a policy of the
 * realm says so; UNAUTHORIZED_PRINCIPAL (403) with `principal`; those of stream names and properties. All or nothing.
 * Effect: StreamCreated per new stream, SubscriptionsAdded, SubscriptionsRemoved; notices by the notification bot.
 * Source: API contract, POST /users/me/subscriptions.
 */
export class Subscribe extends ServiceRequest<SubscribeOutcome & UnsubscribeOutcome> {
  static readonly pattern = 'messaging.subscriptions.add';
  static readonly timeoutMs = 30_000;

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_STREAMS_PER_SUBSCRIBE) streams!: readonly StreamToSubscribe[];
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_PRINCIPALS) principals?: readonly string[] | readonly number[] | undefined;
  @IsObject() properties!: StreamProperties;
  @IsBoolean() authorizationErrorsFatal!: boolean;
  /** New streams are told of in the realm's stream for that. */
  @IsBoolean() announce!: boolean;
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_STREAMS_PER_SUBSCRIBE) unsubscribeFrom?: readonly string[] | undefined;
}

/** Names of streams, once per user. */
export interface UnsubscribeOutcome {
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
}

/**
 * Request: end subscriptions of the actor, or of `principals`.
 *
 * Errors: STREAM_DOES_NOT_EXIST with `stream`, also for one that the actor may not know of; "Insufficient permission" when
 * the actor may not remove one of the others; UNAUTHORIZED_PRINCIPAL (403) with `principal`. All or nothing.
 * Effect: SubscriptionsRemoved; a private stream that nobody is left in is archived.
 * Source: API contract, DELETE /users/me/subscriptions.
 */
export class Unsubscribe extends ServiceRequest<UnsubscribeOutcome> {
  static readonly pattern = 'messaging.subscriptions.remove';
  static readonly timeoutMs = 30_000;

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_STREAMS_PER_SUBSCRIBE) streams!: readonly string[];
  @IsOptional() @IsArray() @ArrayMaxSize(MAX_PRINCIPALS) principals?: readonly string[] | readonly number[] | undefined;
}

/** A subscription under wire names. */
export type WireSubscription = Readonly<Record<string, unknown>>;

/** Request: the actor's subscriptions, by name of the stream. Errors: none. Effect: none. */
export class GetSubscriptions extends ServiceRequest<{ readonly subscriptions: readonly WireSubscription[] }> {
  static readonly pattern = 'messaging.subscriptions.get';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsBoolean() includeSubscribers!: boolean;
}

/** Request: is the user subscribed? Errors: "No such user", "User is deactivated"; "Invalid stream ID". Effect: none. */
export class GetSubscriptionStatus extends ServiceRequest<{ readonly isSubscribed: boolean }> {
  static readonly pattern = 'messaging.subscriptions.get_status';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() userId!: number;
  @IsInt() streamId!: number;
}

export const MAX_SETTINGS_PER_REQUEST = 1_000;

/** One change of a subscription's settings; property and value as on the wire. */
export interface SubscriptionSettingChange {
  readonly streamId: number;
  readonly property: string;
  readonly value: unknown;
}

/**
 * Request: change settings of the actor's subscriptions. Errors (BAD_REQUEST): "Unknown subscription property: …"; "Not
 * subscribed to stream id …"; "Invalid stream ID"; a value of the wrong kind. All or nothing.
 * Effect: one SubscriptionSettingsChanged.
 */
export class ChangeSubscriptionSettings extends ServiceRequest<void> {
  static readonly pattern = 'messaging.subscriptions.change_settings';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(MAX_SETTINGS_PER_REQUEST) changes!: readonly SubscriptionSettingChange[];
}

export interface SubscriptionSettingsChangedPayload {
  readonly userId: number;
  readonly changes: readonly {
    readonly streamId: number;
    readonly property: keyof SubscriptionSettings;
    readonly value: string | boolean | null;
  }[];
}
/** One user's own settings for streams changed. */
export const SubscriptionSettingsChanged = domainEvent<SubscriptionSettingsChangedPayload>()(
  'messaging.subscription_settings_changed',
);

/**
 * Request: subscribe a new user to the realm's default streams (and those of groups by name). Asked by the users service right
 * after it made an account (not for those made in bulk, which follow by their events); repeated it does nothing. Errors: none. Effect: SubscriptionsAdded, and a notice in
 * the realm's stream for new people.
 */
export class SubscribeNewUser extends ServiceRequest<void> {
  static readonly pattern = 'messaging.subscriptions.add_defaults';
  /** Short: whoever waits for an account must not wait long for a messaging service that is away. */
  static readonly timeoutMs = 2_000;

  @IsInt() @Min(1) realmId!: number;
  @IsInt() @Min(1) userId!: number;
}
