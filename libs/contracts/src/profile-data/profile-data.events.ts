import { domainEvent } from '../domain-event.js';

export interface ProfileValuesDroppedPayload {
  readonly fieldId: number;
  readonly userIds: readonly number[];
}

/** Values were removed with their field. Clients know that the field is gone and get no event. */
export const ProfileValuesDropped = domainEvent<ProfileValuesDroppedPayload>()('users.profile_values_dropped');
