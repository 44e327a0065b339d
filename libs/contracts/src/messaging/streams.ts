import { IsBoolean, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { RetentionChoice } from './subscriptions.js';

/** A stream under wire names. */
export type WireStream = Readonly<Record<string, unknown>>;

/**
 * Request: streams that the actor can see, by name. Errors: BAD_REQUEST "User not authorized for this query" when another than an
 * administrator asks for all. Effect: none. Source: API contract, GET /streams.
 */
export class GetStreams extends ServiceRequest<{ readonly streams: readonly WireStream[] }> {
  static readonly pattern = 'messaging.streams.get';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsBoolean() includePublic!: boolean;
  @IsBoolean() includeWebPublic!: boolean;
  @IsBoolean() includeSubscribed!: boolean;
  @IsBoolean() includeAllActive!: boolean;
  @IsBoolean() includeDefault!: boolean;
  @IsBoolean() includeOwnerSubscribed!: boolean;
}

/** Request: one stream. Errors (BAD_REQUEST): "Invalid stream ID". */
export class GetStream extends ServiceRequest<{ readonly stream: WireStream }> {
  static readonly pattern = 'messaging.streams.get_one';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
}

/** Request: the id of a stream that the actor may read. Errors (BAD_REQUEST): "Invalid stream name '…'". */
export class GetStreamId extends ServiceRequest<{ readonly streamId: number }> {
  static readonly pattern = 'messaging.streams.get_id';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsString() name!: string;
}

/** Request: who is subscribed, ascending. Errors (BAD_REQUEST): "Invalid stream ID". */
export class GetStreamMembers extends ServiceRequest<{ readonly subscribers: readonly number[] }> {
  static readonly pattern = 'messaging.streams.get_members';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
}

export interface WireTopic {
  readonly name: string;
  readonly max_id: number;
}

/** Request: the topics that the actor can see, newest first. Errors (BAD_REQUEST): "Invalid stream ID". */
export class GetStreamTopics extends ServiceRequest<{ readonly topics: readonly WireTopic[] }> {
  static readonly pattern = 'messaging.streams.get_topics';
  static readonly isRepeatable = true;

  /** Null: a spectator. */
  @IsOptional() @IsObject() actor!: Principal | null;
  @IsInt() realmId!: number;
  @IsInt() streamId!: number;
}

/**
 * Request: change a stream. What is left out stays. Administrators only; of private streams that they are not in, name and
 * description and the like, but not whether they are private.
 *
 * Errors (BAD_REQUEST): those of errors.json, PATCH /streams/{stream_id}. All or nothing.
 * Effect: one StreamUpdated; DefaultStreamsChanged if need be; notices in the stream.
 */
export class UpdateStream extends ServiceRequest<void> {
  static readonly pattern = 'messaging.streams.update';

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
  @IsOptional() @IsString() description?: string | undefined;
  @IsOptional() @IsString() newName?: string | undefined;
  @IsOptional() @IsBoolean() isPrivate?: boolean | undefined;
  @IsOptional() @IsBoolean() isWebPublic?: boolean | undefined;
  @IsOptional() @IsBoolean() isHistoryPublicToSubscribers?: boolean | undefined;
  @IsOptional() @IsInt() postPolicy?: number | undefined;
  messageRetentionDays?: RetentionChoice | undefined;
  @IsOptional() @IsInt() canRemoveSubscribersGroupId?: number | undefined;
}

/**
 * Request: archive a stream. Administrators only. Errors (BAD_REQUEST): "Invalid stream ID", "Stream is already deactivated".
 * Effect: one StreamArchived.
 */
export class ArchiveStream extends ServiceRequest<void> {
  static readonly pattern = 'messaging.streams.archive';

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
}
