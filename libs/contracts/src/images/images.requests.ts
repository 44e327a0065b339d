import type { FileTransfer } from '../file-transfers/file-transfers.requests.js';
import { Integer, ListOf, OneOf, Text } from '../kit/fields.js';
import { text } from '../kit/types/index.js';
import { RealmRequest, repeatable } from '../service-request.js';

/** Uses of public pictures that people upload. */
export const IMAGE_PURPOSES = ['icon', 'logo', 'avatar', 'emoji'] as const;
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number];

/** Names of the stored pictures of one image. An avatar has two sizes; an animated emoji has a still picture, too. */
export const IMAGE_OBJECTS = ['image.png', 'image.gif', 'small.png', 'medium.png'] as const;
export type ImageObject = (typeof IMAGE_OBJECTS)[number];

/** The operator's limit for icons, logos and avatars is at most this. The files service states the limit itself. */
export const MAX_IMAGE_LIMIT_MIB = 1_024;

export const IMAGE_TOKEN = /^[0-9a-f]{32}$/;

/**
 * Permits the upload of one image: a PUT of its bytes, which gets an {@link UploadedImage} once the pictures are durable. A service must
 * name the token as used within IMAGE_GRACE_SECONDS. Errors, also of the PUT: "Uploaded file is larger than the allowed limit of … MiB",
 * BAD_IMAGE.
 */
export class BeginImage extends repeatable(RealmRequest<FileTransfer>, 'files.images.begin') {
  @OneOf(IMAGE_PURPOSES) purpose!: ImagePurpose;
  /** As in BeginUpload. */
  @Integer({ min: 0, nullable: true }) maxBytes!: number | null;
}

/** The response of the internal listener to an image. */
export interface UploadedImage {
  readonly token: string;
  readonly isAnimated: boolean;
}

/** Permits the read of a stored picture: a GET. The picture of a token never changes. Error of the GET: 404. */
export class OpenImage extends repeatable(RealmRequest<FileTransfer>, 'files.images.open') {
  @OneOf(IMAGE_PURPOSES) purpose!: ImagePurpose;
  @Text({ max: 64 }) token!: string;
  @OneOf(IMAGE_OBJECTS) object!: ImageObject;
}

/**
 * Permits a PUT of a picture that release 0.1.0 stored in a database. The token is that of the old address, or any other that the service
 * chooses. Repeatable: the same bytes replace the stored ones.
 */
export class BeginImageMove extends repeatable(RealmRequest<FileTransfer>, 'files.images.begin_move') {
  @OneOf(IMAGE_PURPOSES) purpose!: ImagePurpose;
  @Text({ max: 64 }) token!: string;
  @OneOf(IMAGE_OBJECTS) object!: ImageObject;
}

/** The sweep deletes an image that no service uses after this time. */
export const IMAGE_GRACE_SECONDS = 3_600;
export const MAX_IMAGES_PER_SWEEP_REQUEST = 200;

/** Finds the images in use among those with the tokens, for the sweep. */
abstract class FindUsedImages extends RealmRequest<{ readonly used: readonly string[] }> {
  @ListOf(text({ max: 64 }), { max: MAX_IMAGES_PER_SWEEP_REQUEST }) tokens!: readonly string[];
}
/** Finds the pictures that are avatars of users. */
export class FindUsedAvatars extends repeatable(FindUsedImages, 'users.avatars.find_used') {}
/** Finds the pictures that are icons or logos of realms. */
export class FindUsedRealmImages extends repeatable(FindUsedImages, 'realm-settings.realm_images.find_used') {}
/** Finds the pictures that are custom emoji. */
export class FindUsedEmojiImages extends repeatable(FindUsedImages, 'realm-settings.realm_emoji.find_used') {}
