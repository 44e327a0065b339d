import { itsUser } from '../audience.js';
import { domainEvent } from '../domain-event.js';
import { ClientEventOf } from '../kit/client-event.js';
import { MutedUserList } from './muted-users.schema.js';

/** Client event for the user that muted or unmuted; it carries the complete list. */
@ClientEventOf({ type: 'muted_users', when: 'The user muted or unmuted a user.' })
export class MutedUsersEvent extends MutedUserList {}

/** A user muted or unmuted another one. Only queues of the first get it. */
export class MutedUsersChangedPayload {
  readonly userId!: number;
  /** Complete. */
  readonly mutedUsers!: readonly { readonly userId: number; readonly mutedAtSeconds: number }[];
  /** The muted or unmuted user. */
  readonly mutedUserId!: number;
  readonly isMuted!: boolean;
}

export const MutedUsersChanged = domainEvent('users.muted_users_changed', {
  payload: MutedUsersChangedPayload,
  audience: itsUser,
  clientEvent: MutedUsersEvent,
  toClient: ({ mutedUsers }) => ({
    mutedUsers: mutedUsers.map(({ userId, mutedAtSeconds }) => ({ id: userId, timestamp: mutedAtSeconds })),
  }),
});
