import { badRequest } from '../errors/api-errors.js';
import { Bool, Field, MapOf, Num, OneOf, Text, Timestamp } from '../kit/fields.js';
import { OmitType, PartialType, PickType } from '../kit/mapped-classes.js';
import { anyOf, mapOf, mapped, objectOf, oneOf, text } from '../kit/types/index.js';

export const PRESENCE_STATUSES = ['active', 'idle'] as const;
export type PresenceStatus = (typeof PRESENCE_STATUSES)[number];

/** Clients report at this interval. */
export const PRESENCE_PING_INTERVAL_SECONDS = 60;
/** A user without a report for this time is offline. */
export const PRESENCE_OFFLINE_THRESHOLD_SECONDS = 200;
/** Larger organizations get no presence events: their number grows with the square of the users. */
export const MAX_USERS_FOR_PRESENCE_EVENTS = 100;

const status = mapped(
  text({ max: 20 }),
  (value): PresenceStatus => {
    const known = PRESENCE_STATUSES.find((candidate) => candidate === value);
    if (known === undefined) throw badRequest(`Invalid status: ${value}`);
    return known;
  },
  oneOf(PRESENCE_STATUSES).problemOf,
);

/** The state of one client of the user. */
export class PresenceUpdate {
  @Field(status) status!: PresenceStatus;
  @Bool({ default: false, description: 'Without the presences in the response.' }) pingOnly!: boolean;
  @Bool({ default: false }) newUserInput!: boolean;
  @Bool({ default: false }) slimPresence!: boolean;
}

/** With `slim_presence`. */
export class SlimPresence {
  /** The time of joining for a user that was only idle. */
  @Timestamp({ optional: true }) activeTimestamp?: number;
  @Timestamp() idleTimestamp!: number;
}

/** The newest state in the older form, which names a client. */
export class ClientPresence {
  @Text() client!: string;
  @OneOf(PRESENCE_STATUSES) status!: PresenceStatus;
  @Timestamp() timestamp!: number;
  @Bool() pushable!: boolean;
}

/** Without `slim_presence`, by client; `aggregated` has no `pushable`. */
export class Presence extends OmitType(ClientPresence, ['pushable']) {
  @Bool({ optional: true }) pushable?: boolean;
}

/** Recent presences of active people that show theirs, as of `server_timestamp` (UTC seconds, with a fraction). */
export class RealmPresences {
  @MapOf(anyOf([objectOf(SlimPresence), mapOf(objectOf(Presence))]), {
    description: 'By user id with `slim_presence`, else by API email address and client.',
  })
  presences!: Readonly<Record<string, SlimPresence | Readonly<Record<string, Presence>>>>;
  @Num() serverTimestamp!: number;
}

/** Empty with `pingOnly`. */
export class PresenceUpdated extends PartialType(RealmPresences) {}

/** State in the response to GET /users/{user_id}/presence; `timestamp` in UTC seconds. */
export class SinglePresence extends PickType(ClientPresence, ['timestamp']) {
  @OneOf([...PRESENCE_STATUSES, 'offline']) status!: PresenceStatus | 'offline';
}

/** The presence of one user, by client. */
export class UserPresence {
  @MapOf(SinglePresence, { description: 'By client; `offline` only in `aggregated`.' })
  presence!: Readonly<Record<string, SinglePresence>>;
}

/** Path parameter of GET /users/{email}/presence: the API email address. */
export class PresenceByEmail {
  @Text({ max: 320 }) email!: string;
}
