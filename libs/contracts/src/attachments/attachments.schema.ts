import { Bool, Id, Integer, ListOf, Text } from '../kit/fields.js';

/** Longest name of a file, in bytes of UTF-8; also of the last segment of its path. */
export const MAX_FILE_NAME_BYTES = 255;
/** A message with more links to files gives access to this many. */
export const MAX_CLAIMED_FILES_PER_MESSAGE = 200;

/** The newest messages that an attachment lists. A file may have a link in every message of a bot, and each link sends an event. */
export const MAX_LISTED_LINKS = 1_000;

/** A message that links to a file. */
export class AttachmentLink {
  @Id() id!: number;
  @Integer({ description: 'Milliseconds since 1970.' }) dateSent!: number;
}

/** An uploaded file, as its owner sees it. */
export class Attachment {
  @Id() id!: number;
  @Text({ description: 'Name of the file as it was uploaded.' }) name!: string;
  @Text({ description: 'Path below `/user_uploads/`.' }) pathId!: string;
  @Integer({ description: 'Bytes.' }) size!: number;
  @Integer({ description: 'Milliseconds since 1970.' }) createTime!: number;
  /** The newest messages that give access to the file, oldest first. */
  @ListOf(AttachmentLink) messages!: readonly AttachmentLink[];
}

/** Size of a picture after it was turned as its orientation says, and whether it moves. */
export class PictureFacts {
  @Integer({ min: 1 }) width!: number;
  @Integer({ min: 1 }) height!: number;
  /** 1 for a still picture. */
  @Integer({ min: 1 }) frames!: number;
}

/** A format in which the server has previews of pictures. */
export class ThumbnailFormat {
  @Text({ description: 'Last segment of the path of the preview.' }) name!: string;
  @Integer() maxWidth!: number;
  @Integer() maxHeight!: number;
  @Text({ description: 'File name extension.' }) format!: string;
  /** Previews of animated pictures only. */
  @Bool() animated!: boolean;
}

const THUMBNAIL = { maxWidth: 840, maxHeight: 560, format: 'webp' };
/** Smaller pictures are not enlarged. */
export const THUMBNAIL_FORMATS: readonly ThumbnailFormat[] = [
  { name: '840x560-anim.webp', ...THUMBNAIL, animated: true },
  { name: '840x560.webp', ...THUMBNAIL, animated: false },
];
