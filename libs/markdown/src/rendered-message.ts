/**
 * Number of the HTML format, stored with each rendered message and shown in its edit history. Raise it when the same
 * source gives other HTML, so that stored HTML of older rules can be recognized and rendered again.
 */
export const RENDER_VERSION = 3;

/** The HTML of a message and its references. Plain data. */
export interface RenderedMessage {
  readonly html: string;
  /** Users mentioned aloud: not silently, and not inside a quote. Ids and paths in these lists are distinct. */
  readonly mentionedUserIds: readonly number[];
  /** Groups mentioned aloud. */
  readonly mentionedGroupIds: readonly number[];
  /** Whether `@**all**`, `@**everyone**` or `@**stream**` is mentioned aloud. */
  readonly wildcardMentioned: boolean;
  readonly linkedStreamIds: readonly number[];
  readonly hasLink: boolean;
  /** Whether the HTML shows an image preview. */
  readonly hasImage: boolean;
  /** Whether an uploaded file is linked. */
  readonly hasAttachment: boolean;
  /** Linked uploads, as the part of the address after `/user_uploads/`. */
  readonly attachmentPaths: readonly string[];
  /** Whether the message is an action of its sender (`/me waves`). */
  readonly isMeMessage: boolean;
}
