/** The HTML of a message and what it refers to. Plain data. */
export interface RenderedMessage {
  readonly html: string;
  /** Users mentioned aloud (not silently, not inside a quote), each once. */
  readonly mentionedUserIds: readonly number[];
  /** Groups mentioned aloud, each once. */
  readonly mentionedGroupIds: readonly number[];
  /** Whether `@**all**`, `@**everyone**` or `@**stream**` is mentioned aloud. */
  readonly wildcardMentioned: boolean;
  /** Streams that are linked to, each once. */
  readonly linkedStreamIds: readonly number[];
  /** Whether the HTML has any link. */
  readonly hasLink: boolean;
  /** Whether an image is shown. */
  readonly hasImage: boolean;
  /** Whether an uploaded file is linked. */
  readonly hasAttachment: boolean;
  /** Uploaded files that are linked: what follows `/user_uploads/`, each once. */
  readonly attachmentPaths: readonly string[];
  /** Whether the message is an action of its sender (`/me waves`). */
  readonly isMeMessage: boolean;
}
