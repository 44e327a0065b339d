import type { Stamped } from '../domain-event.js';
import { Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';
import type { RealmRecord } from './realm.schema.js';

/**
 * Request: the realm's record, for a projection. Kept up by `RealmUpdated`, whose payload holds the whole record.
 *
 * Errors: BAD_REQUEST "Invalid realm" when there is none with this id. Effect: none.
 */
export class GetRealm extends ServiceRequest<Stamped<RealmRecord>> {
  static readonly pattern = 'realm-settings.realm.get';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
}
