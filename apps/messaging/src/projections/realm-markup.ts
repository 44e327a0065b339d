import {
  LinkifiersChanged,
  type LoggedEvent,
  type RealmEmoji,
  RealmEmojiChanged,
  type RenderingSettings,
} from '@chat/contracts';
import type { Linkifier, RealmEmoji as RenderedEmoji } from '@chat/markdown';

/** What a realm adds to the Markdown dialect. Kept up by the events of the realm-settings service. */
export class RealmMarkup {
  linkifiers: readonly Linkifier[];
  /** By name, without colons: those in use. */
  emoji: Readonly<Record<string, RenderedEmoji>>;
  /** Those out of use, too. */
  emojiRecords: readonly RealmEmoji[];

  constructor(states: RenderingSettings) {
    this.linkifiers = states.linkifiers;
    this.emojiRecords = states.emoji;
    this.emoji = inUse(states.emoji);
  }

  apply(event: LoggedEvent): void {
    if (LinkifiersChanged.matches(event)) this.linkifiers = event.payload.linkifiers;
    else if (RealmEmojiChanged.matches(event)) {
      this.emojiRecords = event.payload.emoji;
      this.emoji = inUse(event.payload.emoji);
    }
  }
}

const inUse = (records: readonly RealmEmoji[]): Readonly<Record<string, RenderedEmoji>> =>
  Object.fromEntries(
    records.filter((record) => !record.isDeactivated).map(({ id, name, sourceUrl }) => [name, { id, url: sourceUrl }]),
  );
