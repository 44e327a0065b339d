import { ArrayMaxSize, IsArray, IsInt, Min } from 'class-validator';
import { ServiceRequest } from '../service-request.js';
import type { StreamProperties } from '../streams/streams.schema.js';

/*
 * What operators do without being a user of the realm: the demo organization, load tests. The gateway has no endpoint for any
 * of them. No policy applies; names and lengths are checked as always.
 */

export const MAX_OPERATOR_STREAMS = 200;
/** Subscribers of all streams of one request together. */
export const MAX_OPERATOR_SUBSCRIPTIONS = 50_000;

export interface StreamToCreate extends StreamProperties {
  readonly name: string;
  readonly description?: string;
  readonly creatorId?: number;
  readonly subscriberIds: readonly number[];
  /** New users get it. */
  readonly isDefault?: boolean;
}

/**
 * Request: make streams with their subscribers at once; one that exists only gets the subscribers. Reply: ids, in the order given.
 * Effect: StreamCreated, SubscriptionsAdded, DefaultStreamsChanged.
 */
export class CreateStreamsAsOperator extends ServiceRequest<{ readonly streamIds: readonly number[] }> {
  static readonly pattern = 'messaging.operator.create_streams';
  static readonly timeoutMs = 60_000;

  @IsInt() @Min(1) realmId!: number;
  @IsArray() @ArrayMaxSize(MAX_OPERATOR_STREAMS) streams!: readonly StreamToCreate[];
}

export const MAX_OPERATOR_MESSAGES = 1_000;

export interface MessageToInsert {
  readonly senderId: number;
  readonly to:
    | { readonly streamId: number; readonly topic: string }
    /** Everybody in the conversation; the sender need not be named. */
    | { readonly userIds: readonly number[] };
  readonly content: string;
  /** UTC seconds; now when left out. Ids rise in the order given, whatever the times. */
  readonly sentAtSeconds?: number;
  /** Counts as read by everybody who could have read it. */
  readonly isReadByAll?: boolean;
  readonly clientName?: string;
}

/**
 * Request: insert many messages, in the order given, with their times. All or none. Reply: their ids.
 * `tellClients` (default true): each is told as MessageSent, like any message; otherwise nobody hears of them but by reading
 * history, which is much faster.
 */
export class InsertMessagesAsOperator extends ServiceRequest<{ readonly messageIds: readonly number[] }> {
  static readonly pattern = 'messaging.operator.insert_messages';
  static readonly timeoutMs = 60_000;

  @IsInt() @Min(1) realmId!: number;
  @IsArray() @ArrayMaxSize(MAX_OPERATOR_MESSAGES) messages!: readonly MessageToInsert[];
  tellClients?: boolean;
}
