import { IsObject, IsString } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';
import type { AvatarAddress } from './avatars.endpoints.js';

/** An uploaded picture becomes the actor's avatar, cut square and scaled. Errors: those of `uploadAvatar`. Effect: UserUpdated. */
export class StoreAvatar extends ServiceRequest<AvatarAddress> {
  static readonly pattern = 'users.avatars.set_own';
  static readonly timeoutMs = 15_000;

  @IsObject() actor!: Principal;
  /** The file, in base64. */
  @IsString() image!: string;
}
