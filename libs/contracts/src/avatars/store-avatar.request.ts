import { Nested, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { AvatarAddress } from './avatars.endpoints.js';

/** An uploaded picture becomes the actor's avatar, cut square and scaled. Errors: those of `uploadAvatar`. Effect: UserUpdated. */
export class StoreAvatar extends ServiceRequest<AvatarAddress> {
  static readonly pattern = 'users.avatars.set_own';
  static readonly timeoutMs = 15_000;

  @Nested(Principal) actor!: Principal;
  /** The file, in base64. */
  @Text({ controlCharacters: 'allowed' }) image!: string;
}
