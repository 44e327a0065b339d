import { IsBoolean, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { ServiceRequest } from '../service-request.js';
import type { RealmRecord } from './realm.schema.js';
import { MAX_REALM_NAME_LENGTH, MAX_REALM_STR_LENGTH } from './realm-settings.schema.js';

/**
 * Operator request: make a realm. The first one is the default realm: it answers for every host that no other realm has.
 * Asked outside of any realm: the context's realm id is 0.
 *
 * Errors (BAD_REQUEST): "Subdomain already in use." when `str` is taken, "Host already in use." likewise; a `str` that is no
 * subdomain. Effect: exactly one RealmCreated, in the new realm's log.
 */
export class CreateRealm extends ServiceRequest<RealmRecord> {
  static readonly pattern = 'realm-settings.realms.create';

  /** Lower-case letters, digits and dashes between them; empty for the realm at the root of the host. */
  @Matches(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/, { message: 'str is not a subdomain' })
  @MaxLength(MAX_REALM_STR_LENGTH)
  str!: string;
  @IsString() @MaxLength(MAX_REALM_NAME_LENGTH) name!: string;
  /** A host name of its own. */
  @IsOptional() @IsString() @MaxLength(253) host?: string | null;
  /** True: becomes the default realm in place of the one that is. */
  @IsOptional() @IsBoolean() isDefault?: boolean;
}
