import { domainEvent } from '../domain-event.js';
import type { RealmRecord } from './realm-record.js';

export interface RealmCreatedPayload {
  readonly realm: RealmRecord;
}
/** A realm was made; the first event of its log. */
export const RealmCreated = domainEvent<RealmCreatedPayload>()('realm-settings.realm_created');

export interface RealmUpdatedPayload {
  /** As it is now. */
  readonly realm: RealmRecord;
  /** What changed, with the values from before. */
  readonly previous: Partial<RealmRecord>;
  /** Null: the operator. */
  readonly actorId: number | null;
}
/** A setting, the defaults for new users, deactivation, or another fact of the realm's record changed. */
export const RealmUpdated = domainEvent<RealmUpdatedPayload>()('realm-settings.realm_updated');
