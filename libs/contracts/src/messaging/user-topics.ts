import { IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** A user's wish for one topic. Source: reference shapes, `user_topic`. */
export const TopicVisibility = { Inherit: 0, Muted: 1, Unmuted: 2 } as const;
export type TopicVisibility = (typeof TopicVisibility)[keyof typeof TopicVisibility];

export interface UserTopic {
  readonly streamId: number;
  readonly topic: string;
  readonly visibilityPolicy: TopicVisibility;
  /** UTC seconds. */
  readonly updatedAtSeconds: number;
}

/** Topics that one user may mute or unmute. */
export const MAX_USER_TOPICS = 20_000;

/**
 * Request: mute, unmute or reset a topic for the actor; whether or not it has messages. Setting what is already set succeeds
 * and changes nothing.
 *
 * Errors (BAD_REQUEST): "Invalid stream ID", "Invalid stream name '…'" for a stream that the actor cannot access; with
 * `mustBeSubscribed` also for one that the actor is not subscribed to, and "Topic is not muted" instead when resetting. A wish from
 * before can be reset (without `mustBeSubscribed`) in a stream that the actor can no longer access.
 * Effect: one UserTopicChanged, if it changed. Source: API contract, "States and transitions", for `mustBeSubscribed`.
 */
export class SetUserTopic extends ServiceRequest<void> {
  static readonly pattern = 'messaging.user_topics.set';

  @IsObject() actor!: Principal;
  /** Exactly one of the two. */
  @IsOptional() @IsInt() streamId?: number | undefined;
  @IsOptional() @IsString() streamName?: string | undefined;
  @IsString() topic!: string;
  @IsIn(Object.values(TopicVisibility)) visibilityPolicy!: TopicVisibility;
  @IsOptional() @IsBoolean() mustBeSubscribed?: boolean | undefined;
}

export interface UserTopicChangedPayload {
  readonly userId: number;
  readonly userTopic: UserTopic;
  /** Everything that the user has muted afterwards, for the older event: stream name, topic, UTC seconds. */
  readonly mutedTopics: readonly (readonly [streamName: string, topic: string, mutedAtSeconds: number])[];
}
export const UserTopicChanged = domainEvent<UserTopicChangedPayload>()('messaging.user_topic_changed');
