import type { Created } from '../kit/endpoint.js';
import { Bool, Nested, Text } from '../kit/fields.js';
import { Principal } from '../principal.js';
import { RealmRequest, ServiceRequest } from '../service-request.js';
import { MAX_EMOJI_UPLOAD_MIB, MAX_REALM_EMOJI_NAME_LENGTH } from './realm-emoji.schema.js';

/**
 * Adds an emoji if the realm's `addCustomEmojiPolicy` permits it. The service rotates the image and crops it to a square of
 * `REALM_EMOJI_SIZE` pixels. Errors: BAD_IMAGE; BAD_REQUEST "A custom emoji with this name already exists.", "Insufficient
 * permission", "Not allowed for guest users", "Uploaded file is larger than the allowed limit of N MiB". Also for a name that is
 * empty, has other characters than `a-z0-9_-` or ends in one of the last two. Effect: one RealmEmojiChanged.
 */
export class CreateRealmEmoji extends ServiceRequest<Created> {
  static readonly pattern = 'realm-settings.realm_emoji.create';
  static readonly timeoutMs = 15_000;

  @Nested(Principal) actor!: Principal;
  @Text({ max: MAX_REALM_EMOJI_NAME_LENGTH, controlCharacters: 'allowed' }) name!: string;
  /** Base64; refused above MAX_EMOJI_FILE_SIZE_MIB. */
  @Text({ max: MAX_EMOJI_UPLOAD_MIB * 1_400_000 }) image!: string;
}

/**
 * Reads the names of all built-in emoji, as `server_emoji_data_url` serves them. The first name of each emoji is the shown one.
 * The reply changes only with a release.
 */
export class GetEmojiData extends ServiceRequest<Readonly<Record<string, unknown>>> {
  static readonly pattern = 'realm-settings.emoji_data.get';
  static readonly isRepeatable = true;
}

export interface RealmEmojiImage {
  readonly contentType: string;
  /** Base64. */
  readonly image: string;
}

/** Reads the public image of an emoji; with `still` a still image. Images never change and may be cached for ever. Error: 404. */
export class GetRealmEmojiImage extends RealmRequest<RealmEmojiImage> {
  static readonly pattern = 'realm-settings.realm_emoji.get_image';
  static readonly isRepeatable = true;

  /** As in the URL: `7.png`. */
  @Text({ max: 40, controlCharacters: 'allowed' }) fileName!: string;
  @Bool() still!: boolean;
}
