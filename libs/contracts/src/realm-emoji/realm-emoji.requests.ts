import type { Created } from '../kit/endpoint.js';
import { Bool, Text } from '../kit/fields.js';
import { ActorRequest, RealmRequest, repeatable, request, ServiceRequest } from '../service-request.js';
import { MAX_EMOJI_UPLOAD_MIB, MAX_REALM_EMOJI_NAME_LENGTH } from './realm-emoji.schema.js';

/**
 * Adds an emoji if the realm's `addCustomEmojiPolicy` permits it. The files service makes its pictures. Errors: BAD_IMAGE; BAD_REQUEST
 * "A custom emoji with this name already exists.", "Insufficient permission", "Not allowed for guest users", "Uploaded file is larger
 * than the allowed limit of N MiB". Also for a name that is empty, has other characters than `a-z0-9_-` or ends in one of the last two.
 * Effect: one RealmEmojiChanged. Only gateways of release 0.1.0 send it.
 */
export class CreateRealmEmoji extends request(ActorRequest<Created>, 'realm-settings.realm_emoji.create') {
  static readonly timeoutMs = 15_000;

  @Text({ max: MAX_REALM_EMOJI_NAME_LENGTH, controlCharacters: 'allowed' }) name!: string;
  /** Base64; refused above MAX_EMOJI_FILE_SIZE_MIB. */
  @Text({ max: MAX_EMOJI_UPLOAD_MIB * 1_400_000 }) image!: string;
}

/**
 * Reads the names of all built-in emoji, as `server_emoji_data_url` serves them. The first name of each emoji is the shown one.
 * The reply changes only with a release.
 */
export class GetEmojiData extends repeatable(
  ServiceRequest<Readonly<Record<string, unknown>>>,
  'realm-settings.emoji_data.get',
) {}

export interface RealmEmojiImage {
  readonly contentType: string;
  /** Base64. */
  readonly image: string;
}

/**
 * Reads the public image of an emoji; with `still` a still image. Images never change and may be cached for ever. Sent for emoji that
 * release 0.1.0 stored. Error: 404.
 */
export class GetRealmEmojiImage extends repeatable(
  RealmRequest<RealmEmojiImage>,
  'realm-settings.realm_emoji.get_image',
) {
  /** As in the URL: `7.png`. */
  @Text({ max: 40, controlCharacters: 'allowed' }) fileName!: string;
  @Bool() still!: boolean;
}

/** Throws if the actor may not add an emoji of this name: before an upload. Errors: those of `CreateRealmEmoji`. */
export class RequireNewEmoji extends repeatable(ActorRequest<void>, 'realm-settings.realm_emoji.require_new') {
  @Text({ max: MAX_REALM_EMOJI_NAME_LENGTH, controlCharacters: 'allowed' }) name!: string;
}

/** Makes an image of the files service an emoji. Errors: those of `CreateRealmEmoji`. Effect: one RealmEmojiChanged. */
export class AddRealmEmoji extends request(ActorRequest<Created>, 'realm-settings.realm_emoji.add') {
  @Text({ max: MAX_REALM_EMOJI_NAME_LENGTH, controlCharacters: 'allowed' }) name!: string;
  @Text({ max: 64 }) token!: string;
  @Bool() isAnimated!: boolean;
}

/** A picture of the files service. */
export interface FoundEmojiImage {
  /** Null: the files service does not have it yet. */
  readonly token: string | null;
  readonly object: 'image.png' | 'image.gif';
}

/** Finds the public image of an emoji; with `still` a still image. Error: 404. */
export class FindRealmEmojiImage extends repeatable(
  RealmRequest<FoundEmojiImage>,
  'realm-settings.realm_emoji.find_image',
) {
  /** As in the URL: `7.png`. */
  @Text({ max: 40, controlCharacters: 'allowed' }) fileName!: string;
  @Bool() still!: boolean;
}
