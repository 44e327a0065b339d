import type { EmojiChoice } from './emoji-data.js';

const KEY = 'chat.recent-emoji';
export const MAX_RECENT = 16;

/** Codes of the emoji that the reader chose last, the newest first. */
export function recentEmoji(): readonly string[] {
  try {
    const codes: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function rememberEmoji({ code }: Pick<EmojiChoice, 'code'>): void {
  const codes = [code, ...recentEmoji().filter((other) => other !== code)].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(KEY, JSON.stringify(codes));
  } catch {
    // Without storage there are no recent ones.
  }
}
