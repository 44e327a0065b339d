import { IsBase64, IsInt, IsObject, IsString, MaxLength, Min } from 'class-validator';
import { Principal } from '../principal.js';
import { ServiceRequest } from '../service-request.js';

/** An emoji that a realm uploaded. Deactivated ones stay, since old messages and reactions show them. */
export interface RealmEmojiRecord {
  readonly id: number;
  readonly name: string;
  /** Path below the realm's address. */
  readonly sourceUrl: string;
  /** Path of a picture that does not move; null unless the emoji is animated. */
  readonly stillUrl: string | null;
  readonly isDeactivated: boolean;
  readonly authorId: number | null;
}

/** Emoji of one realm, deactivated ones too: every change tells all of them to every client. */
export const MAX_REALM_EMOJI = 1_000;
export const MAX_REALM_EMOJI_NAME_LENGTH = 100;
export const MAX_EMOJI_FILE_SIZE_MIB = 5;
/** Files up to this are read, so that who sends one that is too large is told the limit. */
export const MAX_EMOJI_UPLOAD_MIB = 2 * MAX_EMOJI_FILE_SIZE_MIB;
/** Pixels, both ways. */
export const REALM_EMOJI_SIZE = 64;

/**
 * Request: add an emoji. Whom the realm's `addCustomEmojiPolicy` allows. The picture is checked, turned and cut to a square of
 * `REALM_EMOJI_SIZE` pixels.
 *
 * Errors: BAD_REQUEST for a name that is empty, has other than `a-z0-9_-` or ends in one of the last two, "A custom emoji
 * with this name already exists.", "Insufficient permission", "Not allowed for guest users", "Uploaded file is
 * larger than the allowed limit of N MiB"; BAD_IMAGE. Effect: exactly one RealmEmojiChanged.
 */
export class CreateRealmEmoji extends ServiceRequest<{ readonly id: number }> {
  static readonly pattern = 'realm-settings.realm_emoji.create';
  static readonly timeoutMs = 15_000;

  @IsObject() actor!: Principal;
  @IsString() @MaxLength(MAX_REALM_EMOJI_NAME_LENGTH) name!: string;
  /** The file, base64; refused above MAX_EMOJI_FILE_SIZE_MIB. */
  @IsBase64() @MaxLength(MAX_EMOJI_UPLOAD_MIB * 1_400_000) image!: string;
}

/**
 * Request: take an emoji out of use. Its author, and administrators.
 * Errors (BAD_REQUEST): "Emoji 'N' does not exist", "Must be an organization administrator or emoji author".
 * Effect: one RealmEmojiChanged.
 */
export class DeactivateRealmEmoji extends ServiceRequest<Record<string, never>> {
  static readonly pattern = 'realm-settings.realm_emoji.deactivate';

  @IsObject() actor!: Principal;
  @IsString() @MaxLength(MAX_REALM_EMOJI_NAME_LENGTH) name!: string;
}

export interface RealmEmojiImage {
  readonly contentType: string;
  /** base64 */
  readonly image: string;
}

/**
 * Request: the picture of an emoji; anybody may see it. `still`: the one that does not move.
 * Errors: 404 when there is none. Effect: none. A picture never changes: it may be cached for ever.
 */
export class GetRealmEmojiImage extends ServiceRequest<RealmEmojiImage> {
  static readonly pattern = 'realm-settings.realm_emoji.get_image';
  static readonly isRepeatable = true;

  @IsInt() @Min(1) realmId!: number;
  /** As in the URL: `7.png`. */
  @IsString() @MaxLength(40) fileName!: string;
  still!: boolean;
}
