import { OneOf, Text } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

/** The picture (PNG, in base64) of an uploaded avatar; null if there is none of this name. Errors: none. */
export class ReadAvatar extends ServiceRequest<{ readonly image: string } | null> {
  static readonly pattern = 'users.avatars.get_image';
  static readonly isRepeatable = true;

  @Text({ max: 64, controlCharacters: 'allowed' }) token!: string;
  @OneOf(['small', 'medium']) size!: 'small' | 'medium';
}
