import { PresenceChanged, type PresenceChangedPayload } from '@chat/contracts';
import type { ClientEvent, ClientEventMapping } from '../../fan-out/client-event-mapping.js';
import { eventPresence } from '../../presence/wire-presence.js';

/** `slim_presence` clients get no address. */
export const presenceEvent = (
  { userId, email, status, atSeconds }: PresenceChangedPayload['changes'][number],
  slimPresence: boolean,
  toldAtSeconds: number,
): ClientEvent => ({
  type: 'presence',
  user_id: userId,
  ...(!slimPresence && { email }),
  server_timestamp: toldAtSeconds,
  presence: eventPresence(status, atSeconds),
});

/** Users came online, or became idle. */
export const presenceClientEvent: ClientEventMapping<PresenceChangedPayload> = {
  source: PresenceChanged,
  audience: () => ({ kind: 'realm' }),
  forClient: ({ changes, toldAtSeconds }, _reader, { slimPresence }) =>
    changes.map((change) => presenceEvent(change, slimPresence, toldAtSeconds)),
};
