export interface ReactionEmoji {
  readonly name: string;
  readonly code: string;
  readonly type: string;
}

const KEY = 'chat.reactions';
/** Emoji that are counted at a time. The one that was used least gives way to a new one. */
export const MAX_COUNTED = 32;

export const THUMBS_UP: ReactionEmoji = { name: '+1', code: '1f44d', type: 'unicode_emoji' };

interface Counted {
  readonly emoji: ReactionEmoji;
  readonly count: number;
}

/** The emoji with which the reader reacted most often in this browser, of those that still exist. */
export const frequentReaction = (exists: (emoji: ReactionEmoji) => boolean): ReactionEmoji =>
  countedReactions().find(({ emoji }) => exists(emoji))?.emoji ?? THUMBS_UP;

export function countReaction({ name, code, type }: ReactionEmoji): void {
  const all = countedReactions();
  const isIt = ({ emoji }: Counted) => emoji.code === code && emoji.type === type;
  const count = 1 + (all.find(isIt)?.count ?? 0);
  const others = all.filter((each) => !isIt(each)).slice(0, MAX_COUNTED - 1);
  const before = others.filter((other) => other.count > count).length;
  const sorted = others.toSpliced(before, 0, { emoji: { name, code, type }, count });
  try {
    localStorage.setItem(KEY, JSON.stringify(sorted));
  } catch {
    // Without storage the button stays as it is.
  }
}

/** The most frequent first. */
function countedReactions(): readonly Counted[] {
  try {
    const counted: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(counted) ? counted.filter(isCounted) : [];
  } catch {
    return [];
  }
}

function isCounted(entry: Partial<Counted> | null): entry is Counted {
  const { emoji, count } = entry ?? {};
  return typeof count === 'number' && [emoji?.name, emoji?.code, emoji?.type].every((text) => typeof text === 'string');
}
