import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { domainEvent } from '../domain-event.js';
import type { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** What a client may say of its user. */
export const PRESENCE_STATUSES = ['active', 'idle'] as const;
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number];

/** A client is expected to tell of its user this often. Source: public behaviour of the reference server. */
export const PRESENCE_PING_INTERVAL_SECONDS = 60;
/** Whoever was not heard of for so long is offline. */
export const PRESENCE_OFFLINE_THRESHOLD_SECONDS = 200;
/** In larger organizations no presence events are sent: their number grows with the square of the people. */
export const MAX_USERS_FOR_PRESENCE_EVENTS = 100;

/** Presences under wire names, as GET /realm/presence and register show them. */
export interface RealmPresences {
  readonly presences: Readonly<Record<string, object>>;
  readonly server_timestamp: number;
}

/**
 * Request: the actor's client runs, and the actor is active or not. Reply: the realm's presences, unless only pinging.
 *
 * Errors: BAD_REQUEST for a bot. Effect: the actor's times, kept for two weeks; `PresenceChanged` when the actor came online.
 */
export class UpdatePresence extends ServiceRequest<RealmPresences | null> {
  static readonly pattern = 'events.presence.update';

  actor!: Principal;
  @IsIn(PRESENCE_STATUSES) status!: PresenceStatus;
  @IsBoolean() pingOnly!: boolean;
  @IsBoolean() slimPresence!: boolean;
}

/** Request: the presences of all people of the realm. Errors: none. Effect: none. */
export class GetRealmPresences extends ServiceRequest<RealmPresences> {
  static readonly pattern = 'events.presence.get_realm';
  static readonly isRepeatable = true;

  @IsInt() @Min(1) realmId!: number;
  @IsBoolean() slimPresence!: boolean;
}

/**
 * Request: one user's presence, by id or API email. Reply: under wire names.
 * Errors (BAD_REQUEST): "No such user"; "Presence is not supported for bot users."; "No presence data for …". Effect: none.
 */
export class GetUserPresence extends ServiceRequest<{ readonly presence: Readonly<Record<string, object>> }> {
  static readonly pattern = 'events.presence.get_user';
  static readonly isRepeatable = true;

  @IsInt() @Min(1) realmId!: number;
  @IsOptional() @IsInt() userId?: number;
  @IsOptional() @IsString() email?: string;
}

export interface PresenceChangedPayload {
  readonly changes: readonly {
    readonly userId: number;
    /** API email. */
    readonly email: string;
    readonly status: PresenceStatus;
    /** UTC seconds. */
    readonly atSeconds: number;
  }[];
  /** UTC seconds, with a fraction. */
  readonly toldAtSeconds: number;
}

/** Users came online. Told by the log alone: no outbox keeps it, and after a crash it may be missing. */
export const PresenceChanged = domainEvent<PresenceChangedPayload>()('events.presence_changed');
