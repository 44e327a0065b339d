import { wholeRealm } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { type ClientEvent, ClientEventOf, clientEvent } from '../kit/client-event.js';
import { Id, MapOf, Num, Text } from '../kit/fields.js';
import { ClientPresence, type PresenceStatus } from './presence.schema.js';

/** Client event for the whole realm, except in large realms. `serverTimestamp`: UTC seconds, with a fraction. */
@ClientEventOf({ type: 'presence', when: 'A user is active after being absent.' })
export class PresenceEvent {
  @Id() userId!: number;
  @Text({ optional: true, deprecated: true, description: 'Not with `slim_presence`.' }) email?: string;
  @Num() serverTimestamp!: number;
  @MapOf(ClientPresence, { description: 'By client.' }) presence!: Readonly<Record<string, ClientPresence>>;
}

interface PresenceChange {
  readonly userId: number;
  /** API email. */
  readonly email: string;
  readonly status: PresenceStatus;
  /** UTC seconds. */
  readonly atSeconds: number;
}

/** The server does not distinguish clients; this is the name that they expect. */
export const PRESENCE_CLIENT = 'website';

/** The client event of a change. `serverTimestamp`: UTC seconds, with a fraction. */
export const presenceEvent = (
  { userId, email, status, atSeconds }: PresenceChange,
  slimPresence: boolean,
  serverTimestamp: number,
): ClientEvent =>
  clientEvent(PresenceEvent, {
    userId,
    email: slimPresence ? undefined : email,
    serverTimestamp,
    presence: { [PRESENCE_CLIENT]: { client: PRESENCE_CLIENT, status, timestamp: atSeconds, pushable: false } },
  });

/** Changes of presences in one realm. */
export class PresenceChangedPayload {
  readonly changes!: readonly PresenceChange[];
  /** UTC seconds, with a fraction. */
  readonly toldAtSeconds!: number;
}

/** Users are active. The log has this event without an outbox, so a crash can lose it. */
export const PresenceChanged = domainEvent('events.presence_changed', {
  payload: PresenceChangedPayload,
  audience: wholeRealm,
  clientEvents: [PresenceEvent],
  toClient: ({ changes, toldAtSeconds }, _reader, { slimPresence }) =>
    changes.map((change) => presenceEvent(change, slimPresence, toldAtSeconds)),
});
