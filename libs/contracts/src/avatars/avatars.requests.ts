import { Nested, OneOf, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { AvatarAddress } from './avatars.endpoints.js';

/** The picture (PNG, in base64) of an uploaded avatar; null if there is none of this name. Errors: none. */
export class ReadAvatar extends ServiceRequest<{ readonly image: string } | null> {
  static readonly pattern = 'users.avatars.get_image';
  static readonly isRepeatable = true;

  @Text({ max: 64, controlCharacters: 'allowed' }) token!: string;
  @OneOf(['small', 'medium']) size!: 'small' | 'medium';
}

/** An uploaded picture becomes the actor's avatar, cut square and scaled. Errors: those of `uploadAvatar`. Effect: UserUpdated. */
export class StoreAvatar extends ServiceRequest<AvatarAddress> {
  static readonly pattern = 'users.avatars.set_own';
  static readonly timeoutMs = 15_000;

  @Nested(Principal) actor!: Principal;
  /** The file, in base64. */
  @Text({ controlCharacters: 'allowed' }) image!: string;
}
