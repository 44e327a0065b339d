import { IsBoolean, IsInt, IsObject, IsOptional, Min } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { SettingValue } from '../setting-rule.js';
import type { AuthenticationMethod, ExternalAccount } from './realm-record.js';
import type { RealmSettingName } from './realm-settings-table.js';

/** What PATCH /realm may change. */
export interface RealmChanges {
  /** Checked against the table. */
  readonly settings?: Partial<Readonly<Record<RealmSettingName, SettingValue>>>;
  readonly authenticationMethods?: Partial<Readonly<Record<AuthenticationMethod, boolean>>>;
  /** Null: off. */
  readonly notificationsStreamId?: number | null;
  readonly signupNotificationsStreamId?: number | null;
  readonly presenceDisabled?: boolean;
  readonly defaultExternalAccounts?: Readonly<Record<string, ExternalAccount>>;
}

/**
 * Request: change the realm's settings, all or nothing. Administrators; owners only for some (see the table, and
 * authentication). Reply: what changed, by name on the wire; a text is told as "updated".
 *
 * Errors: UNAUTHORIZED_PRINCIPAL "Must be an organization administrator" / "… owner"; BAD_REQUEST for a value that the table
 * does not allow, a stream that is not there or not public, "At least one authentication method must be enabled."
 * Effect: one RealmUpdated, none when nothing changes.
 */
export class UpdateRealm extends ServiceRequest<Readonly<Record<string, unknown>>> {
  static readonly pattern = 'realm-settings.realm.update';

  @IsObject() actor!: Principal;
  @IsObject() changes!: RealmChanges;
}

/**
 * Operator and owner request: deactivate or reactivate a realm. A deactivated one takes no request of its users.
 * `actor` null: the operator.
 * Errors: UNAUTHORIZED_PRINCIPAL "Must be an organization owner"; "Invalid realm". Effect: one RealmUpdated, none if it is so already.
 */
export class SetRealmActive extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.realm.set_active';

  @IsOptional() @IsObject() actor!: Principal | null;
  @IsInt() @Min(1) realmId!: number;
  @IsBoolean() isActive!: boolean;
}
