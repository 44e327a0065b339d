import { ArrayMaxSize, IsArray, IsInt, IsObject, Min } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** Empty: not addressed yet. */
export const DRAFT_TYPES = ['', 'stream', 'private'] as const;
export type DraftType = (typeof DRAFT_TYPES)[number];

/** Drafts in one request, and drafts that the server keeps for one user. */
export const MAX_DRAFTS_PER_REQUEST = 1_000;
export const MAX_DRAFTS_PER_USER = 5_000;
/** Drafts in the register response, newest first. Source: reference limits. */
export const MAX_DRAFTS_IN_REGISTER = 1_000;

/** A draft as a client sends it. Source: API contract, "Draft". */
export interface DraftFields {
  readonly type: DraftType;
  /** One stream id, user ids, or nothing, by type. */
  readonly to: readonly number[];
  readonly topic: string;
  readonly content: string;
  /** UTC seconds; now when left out. */
  readonly timestamp?: number | undefined;
}

/** A draft as the server keeps it. */
export interface Draft extends DraftFields {
  readonly id: number;
  readonly timestamp: number;
}

/**
 * Request: the actor's drafts, oldest edit first.
 * Errors (BAD_REQUEST): "User has disabled synchronizing drafts." Effect: none.
 */
export class GetDrafts extends ServiceRequest<{ readonly drafts: readonly Draft[] }> {
  static readonly pattern = 'messaging.drafts.get';
  static readonly isRepeatable = true;

  @IsObject() actor!: Principal;
}

/**
 * Request: store drafts, all or none. Reply: their ids, in the order of the request.
 *
 * Errors (BAD_REQUEST): "User has disabled synchronizing drafts."; "Must specify exactly 1 stream ID for stream messages";
 * "Invalid stream ID" for a stream that the actor cannot access; "Invalid user ID …"; empty content; null bytes; a
 * negative timestamp; too many.
 * Effect: one DraftsAdded. Source: API contract, POST /drafts.
 */
export class CreateDrafts extends ServiceRequest<{ readonly ids: readonly number[] }> {
  static readonly pattern = 'messaging.drafts.create';

  @IsObject() actor!: Principal;
  @IsArray() @ArrayMaxSize(MAX_DRAFTS_PER_REQUEST) drafts!: DraftFields[];
}

/**
 * Request: replace a draft. Errors: as for CreateDrafts; "Draft does not exist" (404) without a code. Effect: one DraftUpdated.
 */
export class EditDraft extends ServiceRequest<void> {
  static readonly pattern = 'messaging.drafts.edit';

  @IsObject() actor!: Principal;
  @IsInt() draftId!: number;
  @IsObject() draft!: DraftFields;
}

/** Request: delete a draft. Errors: "Draft does not exist" (404) without a code. Effect: one DraftRemoved. */
export class DeleteDraft extends ServiceRequest<void> {
  static readonly pattern = 'messaging.drafts.delete';

  @IsObject() actor!: Principal;
  @IsInt() draftId!: number;
}

/**
 * Request: delete every stored draft of a user, who has switched their synchronization off. The users service asks so after
 * its commit; messaging also does it by itself when the change reaches it. Errors: none. Effect: no event.
 */
export class DeleteStoredDrafts extends ServiceRequest<void> {
  static readonly pattern = 'messaging.drafts.delete_stored';
  /** Short: a change of settings does not wait long for a messaging service that is away. */
  static readonly timeoutMs = 2_000;

  @IsInt() @Min(1) realmId!: number;
  @IsInt() @Min(1) userId!: number;
}

export interface DraftsAddedPayload {
  readonly userId: number;
  readonly drafts: readonly Draft[];
}
export const DraftsAdded = domainEvent<DraftsAddedPayload>()('messaging.drafts_added');

export interface DraftUpdatedPayload {
  readonly userId: number;
  readonly draft: Draft;
}
export const DraftUpdated = domainEvent<DraftUpdatedPayload>()('messaging.draft_updated');

export interface DraftRemovedPayload {
  readonly userId: number;
  readonly draftId: number;
}
export const DraftRemoved = domainEvent<DraftRemovedPayload>()('messaging.draft_removed');
