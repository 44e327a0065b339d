/** The reader of messages, as far as their contents depend on it. */
export interface ContentReader {
  readonly ownUserId: number;
  /** Ids of the groups in which the reader is. */
  readonly ownGroupIds: ReadonlySet<number>;
  /** Finds alert words in the messages that have some; null without alert words. */
  readonly alertWords: RegExp | null;
  /** The reader wants names in place of emoji. */
  readonly hasPlainEmoji: boolean;
  /** A moment in the zone and language of the reader. */
  readonly formatTime: (at: Date) => string;
  readonly labels: ContentLabels;
}

/** Names of the parts that content gains here. */
export interface ContentLabels {
  readonly code: string;
  readonly copyCode: string;
  readonly table: string;
  readonly formula: string;
  readonly picture: string;
  readonly spoiler: string;
  readonly toggleSpoiler: string;
}

/** Values of `data-part`: parts of content that react to a click, see `content-clicks.ts`. */
export type ContentPart = 'copy' | 'spoiler' | 'picture' | 'person';
