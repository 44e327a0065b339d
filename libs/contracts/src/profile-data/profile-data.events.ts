import { domainEvent } from '../domain-event.js';

/** Values were removed with their field. Clients know that the field is gone and get no event. */
export const ProfileValuesDropped = domainEvent<{ readonly fieldId: number; readonly userIds: readonly number[] }>()(
  'users.profile_values_dropped',
);
