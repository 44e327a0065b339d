import { Bool, Id } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/**
 * Operator request: deactivates or reactivates a realm. A deactivated realm refuses the requests of its users.
 * Errors: "Invalid realm". Effect: one RealmUpdated, none if it is so already.
 */
export class SetRealmActive extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.realm.set_active';

  @Id() realmId!: number;
  @Bool() isActive!: boolean;
}
