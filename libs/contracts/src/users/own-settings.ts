import { IsIn, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { UserSettings } from './user-settings.js';

/**
 * Request: change one's own settings, name, address, password. All is checked before anything changes.
 *
 * `fullName` is left alone, silently, where the realm lets only administrators change names. `email` mails a link to the new
 * address; nothing changes before it is followed.
 * Errors (BAD_REQUEST): a value that does not fit its row; those of full names; "Email address changes are disabled in this
 * organization."; "Invalid address."; "Outside your domain."; "Please use your real email address."; "Email addresses containing +
 * are not allowed."; "Already has an account."; "Wrong password!"; "New password is too weak!"; "You're making too many attempts!
 * Try again in N seconds."
 * Effect: UserSettingsChanged for what really changes; UserUpdated for what others decide by.
 * Source: API contract, PATCH /settings.
 */
export class UpdateOwnSettings extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'users.settings.update_own';

  @IsObject() actor!: Principal;
  @IsObject() settings!: Partial<UserSettings>;
  @IsOptional() @IsString() fullName?: string;
  @IsOptional() @IsString() email?: string;
  @IsOptional() @IsString() oldPassword?: string;
  @IsOptional() @IsString() newPassword?: string;
}

/**
 * Request: an uploaded picture becomes one's avatar, cut square and scaled.
 * Errors: BAD_IMAGE for what is no picture or has too many pixels; "Avatar changes are disabled in this organization."
 * Effect: UserUpdated.
 */
export class SetOwnAvatar extends ServiceRequest<{ readonly avatarUrl: string }> {
  static readonly pattern = 'users.avatars.set_own';
  static readonly timeoutMs = 15_000;

  @IsObject() actor!: Principal;
  /** The file, in base64. */
  @IsString() image!: string;
}

/** Request: back to the external avatar. Errors: "Avatar changes are disabled in this organization." Effect: UserUpdated. */
export class RemoveOwnAvatar extends ServiceRequest<{ readonly avatarUrl: string }> {
  static readonly pattern = 'users.avatars.remove_own';

  @IsObject() actor!: Principal;
}

/** Request: an uploaded avatar's picture (PNG, in base64); null when there is none of this name. Errors: none. */
export class GetAvatarImage extends ServiceRequest<{ readonly image: string } | null> {
  static readonly pattern = 'users.avatars.get_image';
  static readonly isRepeatable = true;

  @IsString() @MaxLength(64) token!: string;
  @IsIn(['small', 'medium']) size!: 'small' | 'medium';
}
