import { IsBoolean, IsObject, IsString, MaxLength } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** Domains of one realm. */
export const MAX_REALM_DOMAINS = 200;
export const MAX_DOMAIN_LENGTH = 80;

/**
 * Request: let addresses of a domain join. Owners only. `mode` says whether it must be new.
 * Errors (BAD_REQUEST): "Invalid domain: …", "The domain D is already a part of your organization." (create), "No entry found
 * for domain D." (update). Effect: one RealmUpdated, none when nothing changes.
 */
export class SaveRealmDomain extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.domains.save';

  @IsObject() actor!: Principal;
  @IsString() @MaxLength(MAX_DOMAIN_LENGTH) domain!: string;
  @IsBoolean() allowSubdomains!: boolean;
  mode!: 'create' | 'update';
}

/**
 * Request: take a domain out again; with the last one the restriction to domains goes. Owners only. Errors: "No entry found for
 * domain D." Effect: one RealmUpdated.
 */
export class DeleteRealmDomain extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.domains.delete';

  @IsObject() actor!: Principal;
  @IsString() @MaxLength(MAX_DOMAIN_LENGTH) domain!: string;
}
