/** A user that a message may mention. */
export interface MentionableUser {
  readonly id: number;
  readonly fullName: string;
  /** False for a deactivated account: mentioned silently. Absent means true. */
  readonly isActive?: boolean;
}

/** A user group or a stream that a message may name. */
export interface NamedReference {
  readonly id: number;
  readonly name: string;
}

/** A rule of the realm that turns text such as `#123` into a link. */
export interface Linkifier {
  readonly id: number;
  /** RE2 syntax; named groups are the variables of the template. */
  readonly pattern: string;
  /** RFC 6570 template. */
  readonly urlTemplate: string;
}

/** An emoji that the realm uploaded. */
export interface RealmEmoji {
  readonly id: string | number;
  readonly url: string;
  readonly deactivated?: boolean;
}

/** An uploaded file of the realm that the text may show. */
export interface LinkedUpload {
  /** Below `/user_uploads/`. */
  readonly pathId: string;
  readonly contentType: string;
  /** Size as it is shown; null for a file that is no picture. */
  readonly picture: { readonly width: number; readonly height: number; readonly frames: number } | null;
  readonly preview: 'none' | 'pending' | 'ready';
  /** Name of a large copy for browsers that cannot show the picture itself. */
  readonly transcoded: string | null;
}

/**
 * The input of rendering besides the text. Plain data that a structured clone carries, so that it can go to a
 * worker. The caller looks up and passes only the references that `findReferences` found.
 */
export interface RenderContext {
  /** Address of the realm without a slash at the end; links below it become relative. */
  readonly realmUrl: string;
  /** Users found by the names and ids in the text. Names compare without regard to case. */
  readonly users?: readonly MentionableUser[];
  readonly groups?: readonly NamedReference[];
  /** Streams found by name, exact in case. Leave out those that the sender may not link to. */
  readonly streams?: readonly NamedReference[];
  /** In the order in which they apply: an earlier one wins. */
  readonly linkifiers?: readonly Linkifier[];
  /** By name, without colons. */
  readonly realmEmoji?: Readonly<Record<string, RealmEmoji>>;
  /** Whether `:)` becomes an emoji; the sender's setting. */
  readonly translateEmoticons?: boolean;
  /** Whether links to images are shown as images; the realm's setting. */
  readonly inlineImagePreview?: boolean;
  /** The uploaded files that the sender may read among `attachmentPaths`. Links to other uploads have no preview. */
  readonly files?: readonly LinkedUpload[];
  /** Whether `@**all**` is a mention. Absent means true; when false it stays text. */
  readonly wildcardMentions?: boolean;
  /** Language of code blocks that name none. */
  readonly defaultCodeLanguage?: string | null;
}
