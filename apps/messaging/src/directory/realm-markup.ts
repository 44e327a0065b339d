import type { Linkifier, RealmEmoji } from '@chat/markdown';

/** What a realm adds to the Markdown dialect. */
export interface RealmMarkup {
  readonly linkifiers: readonly Linkifier[];
  /** By name, without colons. */
  readonly emoji: Readonly<Record<string, RealmEmoji>>;
}

export const NO_MARKUP: RealmMarkup = { linkifiers: [], emoji: {} };
