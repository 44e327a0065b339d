import { Bool, Id, Text } from '../kit/fields.js';
import { ServiceRequest } from '../service-request.js';

export interface RealmEmojiImage {
  readonly contentType: string;
  /** base64 */
  readonly image: string;
}

/**
 * Reads the public picture of an emoji. `still`: the one that does not move.
 * Errors: 404 if there is none. Effect: none. A picture never changes: it may be cached for ever.
 */
export class GetRealmEmojiImage extends ServiceRequest<RealmEmojiImage> {
  static readonly pattern = 'realm-settings.realm_emoji.get_image';
  static readonly isRepeatable = true;

  @Id() realmId!: number;
  /** As in the URL: `7.png`. */
  @Text({ max: 40, controlCharacters: 'allowed' }) fileName!: string;
  @Bool() still!: boolean;
}
