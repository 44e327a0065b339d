import { PresenceChanged, type PresenceChangedPayload } from '@chat/contracts';
import { eventPresence } from '../../presence/wire-presence.js';
import type { ClientEventMapping } from '../client-event-mapping.js';

/** Users came online. `slim_presence` clients get no address. */
export const presenceClientEvent: ClientEventMapping<PresenceChangedPayload> = {
  source: PresenceChanged,
  audience: () => ({ kind: 'realm' }),
  forClient: ({ changes, toldAtSeconds }, _reader, { slimPresence }) =>
    changes.map(({ userId, email, status, atSeconds }) => ({
      type: 'presence',
      user_id: userId,
      ...(!slimPresence && { email }),
      server_timestamp: toldAtSeconds,
      presence: eventPresence(status, atSeconds),
    })),
};
