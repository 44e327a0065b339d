import { ArrayMaxSize, IsArray, IsIn, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { DefaultStreamGroup, StreamRecord } from './stream-events.js';

export const MAX_DEFAULT_STREAM_GROUP_NAME_LENGTH = 60;
/** Default streams of a realm, and streams of a group. */
export const MAX_DEFAULT_STREAMS = 500;
export const MAX_DEFAULT_STREAM_GROUPS = 100;

/** Request: new users get this stream. Administrators. Errors (BAD_REQUEST): "Invalid stream ID"; private streams. */
export class AddDefaultStream extends ServiceRequest<void> {
  static readonly pattern = 'messaging.default_streams.add';

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
}

/** Request: new users no longer get this stream. Administrators. Errors (BAD_REQUEST): "Invalid stream ID". */
export class RemoveDefaultStream extends ServiceRequest<void> {
  static readonly pattern = 'messaging.default_streams.remove';

  @IsObject() actor!: Principal;
  @IsInt() streamId!: number;
}

/**
 * Request: make, change or remove a group of default streams. Administrators.
 * Errors (BAD_REQUEST): "Default stream group '…' already exists"; a stream that is a default stream, or in the group already, or
 * is not; "Default stream group with id '…' does not exist."; "You must pass "new_description" or "new_group_name"."
 * Effect: one DefaultStreamGroupsChanged.
 */
export class CreateDefaultStreamGroup extends ServiceRequest<void> {
  static readonly pattern = 'messaging.default_stream_groups.create';

  @IsObject() actor!: Principal;
  @IsString() name!: string;
  @IsString() description!: string;
  @IsArray() @ArrayMaxSize(MAX_DEFAULT_STREAMS) @IsString({ each: true }) streamNames!: readonly string[];
}

export class UpdateDefaultStreamGroup extends ServiceRequest<void> {
  static readonly pattern = 'messaging.default_stream_groups.update';

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsOptional() @IsString() newName?: string | undefined;
  @IsOptional() @IsString() newDescription?: string | undefined;
}

export class UpdateDefaultStreamGroupStreams extends ServiceRequest<void> {
  static readonly pattern = 'messaging.default_stream_groups.update_streams';

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
  @IsIn(['add', 'remove']) op!: 'add' | 'remove';
  @IsArray() @ArrayMaxSize(MAX_DEFAULT_STREAMS) @IsString({ each: true }) streamNames!: readonly string[];
}

export class RemoveDefaultStreamGroup extends ServiceRequest<void> {
  static readonly pattern = 'messaging.default_stream_groups.remove';

  @IsObject() actor!: Principal;
  @IsInt() groupId!: number;
}

export interface DefaultStreamsChangedPayload {
  /** All of them, by id. */
  readonly streams: readonly StreamRecord[];
}
export const DefaultStreamsChanged = domainEvent<DefaultStreamsChangedPayload>()('messaging.default_streams_changed');

export interface DefaultStreamGroupsChangedPayload {
  /** All of them, by id. */
  readonly groups: readonly DefaultStreamGroup[];
}
export const DefaultStreamGroupsChanged = domainEvent<DefaultStreamGroupsChangedPayload>()(
  'messaging.default_stream_groups_changed',
);
