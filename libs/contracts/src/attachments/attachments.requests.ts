import { Id, ListOf } from '../kit/fields.js';
import { id, text } from '../kit/types/index.js';
import { RealmRequest, repeatable } from '../service-request.js';
import { type Attachment, MAX_CLAIMED_FILES_PER_MESSAGE, type PictureFacts } from './attachments.schema.js';

/** A ready file, for the service that renders and stores a link to it. */
export interface LinkedFile {
  readonly fileId: number;
  readonly ownerId: number;
  /** Below `/user_uploads/`. */
  readonly pathId: string;
  readonly contentType: string;
  /** Null for a file that is no picture with a preview. */
  readonly picture: PictureFacts | null;
  /** `none`: the file has no preview. `pending`: the preview is late. `ready`: the preview can be shown, or its first reader makes it. */
  readonly preview: 'none' | 'pending' | 'ready';
  /** Name of the copy that browsers can show, for pictures of types that they cannot; else null. */
  readonly transcoded: string | null;
  /**
   * Whether nothing of this changes for LASTING_FACTS_SECONDS without AttachmentRemoved: a preview is made, and the sweep is far. A former
   * release sends nothing.
   */
  readonly isLasting?: boolean;
}

/** A caller may use lasting facts about a file for this time. */
export const LASTING_FACTS_SECONDS = 600;

/**
 * Describes the ready files among `pathIds`; unknown paths are absent. The sweep does not delete a described file for
 * LINK_GRACE_SECONDS, so that the caller can store a link to it.
 */
export class DescribeFiles extends repeatable(RealmRequest<readonly LinkedFile[]>, 'files.attachments.describe') {
  @ListOf(text({ max: 1_000, controlCharacters: 'allowed' }), { max: MAX_CLAIMED_FILES_PER_MESSAGE })
  pathIds!: readonly string[];
}

/** Time between a description of a file and the commit of a message that links it. */
export const LINK_GRACE_SECONDS = 60;

/** Replies the ready files among `fileIds` that the owner uploaded; others are absent. */
export class GetAttachmentsById extends repeatable(RealmRequest<readonly Attachment[]>, 'files.attachments.get_by_id') {
  @Id() ownerId!: number;
  @ListOf(id(), { max: MAX_CLAIMED_FILES_PER_MESSAGE }) fileIds!: readonly number[];
}
