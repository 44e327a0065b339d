import { domainEvent } from '../domain-event.js';
import type { ProfileFieldRecord } from './profile-field.js';

/*
 * Short lists of a realm that clients are always told whole; each has a limit with a name.
 */

export interface ProfileFieldsChangedPayload {
  /** All of them, in order. */
  readonly fields: readonly ProfileFieldRecord[];
  /** As they were. A field that is gone, and a choice that is gone, takes its values with it. */
  readonly previous: readonly ProfileFieldRecord[];
  readonly actorId: number;
}
/** A custom profile field was added, changed, moved or removed. */
export const ProfileFieldsChanged = domainEvent<ProfileFieldsChangedPayload>()('realm-settings.profile_fields_changed');
