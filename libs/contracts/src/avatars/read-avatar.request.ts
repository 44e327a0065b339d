import { IsIn, IsString, MaxLength } from 'class-validator';
import { ServiceRequest } from '../service-request.js';

/** The picture (PNG, in base64) of an uploaded avatar; null if there is none of this name. Errors: none. */
export class ReadAvatar extends ServiceRequest<{ readonly image: string } | null> {
  static readonly pattern = 'users.avatars.get_image';
  static readonly isRepeatable = true;

  @IsString() @MaxLength(64) token!: string;
  @IsIn(['small', 'medium']) size!: 'small' | 'medium';
}
