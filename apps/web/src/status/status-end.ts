/** The end of the reader's own status. The server keeps none, so the browser that set it takes the status away. */
export interface StatusEnd {
  readonly userId: number;
  readonly endMs: number;
  /** Of the status that ends: another one, set elsewhere, stays. */
  readonly text: string;
  readonly emojiCode: string;
}

/** A status as the state has it. */
export interface KnownStatus {
  readonly status_text?: string | undefined;
  readonly emoji_code?: string | undefined;
}

export const END_CHOICES = ['never', 'half_hour', 'hour', 'today', 'time'] as const;
export type EndChoice = (typeof END_CHOICES)[number];

const MINUTE_MS = 60_000;

/** The time of a choice; undefined: the status stays. `time`: in a field for a chosen time, in the reader's zone. */
export function endOfChoice(choice: EndChoice, now: Date, time: string): Date | undefined {
  switch (choice) {
    case 'never':
      return undefined;
    case 'half_hour':
      return new Date(now.getTime() + 30 * MINUTE_MS);
    case 'hour':
      return new Date(now.getTime() + 60 * MINUTE_MS);
    case 'today':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    case 'time':
      return new Date(time);
  }
}

export const isEndOf = (end: StatusEnd, userId: number, status: KnownStatus | undefined): boolean =>
  end.userId === userId && end.text === (status?.status_text ?? '') && end.emojiCode === (status?.emoji_code ?? '');

/** The end in the form that {@link parsedEnd} reads; undefined for anything else. */
export function parsedEnd(stored: string | null): StatusEnd | undefined {
  try {
    const { userId, endMs, text, emojiCode } = JSON.parse(stored ?? '');
    const isEnd = typeof userId === 'number' && typeof endMs === 'number' && typeof text === 'string';
    return isEnd && typeof emojiCode === 'string' ? { userId, endMs, text, emojiCode } : undefined;
  } catch {
    return undefined;
  }
}
