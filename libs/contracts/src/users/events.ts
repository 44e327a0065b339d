import { domainEvent } from '../domain-event.js';

export interface ProfileValuesDroppedPayload {
  readonly fieldId: number;
  readonly userIds: readonly number[];
}

/** Values went with their field. Nothing is told to clients, who know that the field is gone. */
export const ProfileValuesDropped = domainEvent<ProfileValuesDroppedPayload>()('users.profile_values_dropped');
