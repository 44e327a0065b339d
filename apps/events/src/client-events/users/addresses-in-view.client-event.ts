import { visibleDeliveryEmail } from '@chat/auth';
import { AddressesInViewChanged, type AddressesInViewChangedPayload } from '@chat/contracts';
import type { ClientEventMapping } from '../../fan-out/client-event-mapping.js';
import { avatarEvent, hasOtherAvatar, update } from './person-event.js';

/** `realm_user` about everybody whose address the user sees since, or no longer sees. To the user's own clients. */
export const addressesInViewChangedMapping: ClientEventMapping<AddressesInViewChangedPayload> = {
  source: AddressesInViewChanged,
  audience: ({ userId }) => ({ kind: 'users', userIds: [userId] }),
  forClient: ({ userId, previousRole, role, users }) => {
    // The roles of the event, not the reader's of the moment: what was true then is what is told.
    const [before, after] = [
      { userId, role: previousRole },
      { userId, role },
    ];
    return users.flatMap((user) => {
      const address = update({ user_id: user.userId, delivery_email: visibleDeliveryEmail(after, user) });
      const isOther = hasOtherAvatar({ user, reader: before }, { user, reader: after });
      return isOther ? [address, avatarEvent(user, after)] : [address];
    });
  },
};
