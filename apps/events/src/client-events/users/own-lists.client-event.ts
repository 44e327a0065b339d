import { MutedUsersChanged, type MutedUsersChangedPayload } from '@chat/contracts';
import type { Audience, ClientEventMapping } from '../../fan-out/client-event-mapping.js';

const toUser = ({ userId }: { readonly userId: number }): Audience => ({ kind: 'users', userIds: [userId] });

export const mutedUsersChangedMapping: ClientEventMapping<MutedUsersChangedPayload> = {
  source: MutedUsersChanged,
  audience: toUser,
  forClient: ({ mutedUsers }) => [
    {
      type: 'muted_users',
      muted_users: mutedUsers.map(({ userId, mutedAtSeconds }) => ({ id: userId, timestamp: mutedAtSeconds })),
    },
  ],
};
