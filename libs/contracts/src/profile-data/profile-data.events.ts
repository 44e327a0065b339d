import { domainEvent } from '../domain-event.js';

export interface ProfileValuesDroppedPayload {
  readonly fieldId: number;
  readonly userIds: readonly number[];
}

/** Values were removed with their field. Clients get no event: they know that the field is gone. */
export const ProfileValuesDropped = domainEvent<ProfileValuesDroppedPayload>()('users.profile_values_dropped');
