import { IsIn, IsObject, IsString, MaxLength } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

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
