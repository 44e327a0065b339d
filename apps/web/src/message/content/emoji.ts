const CODE = /^emoji-([0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)$/;

/** The characters of an emoji from its code, dash-separated hexadecimal code points; null for another code. */
export function emojiCharacters(code: string): string | null {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : null;
}

/** The only built-in emoji outside Unicode; its type is `service_extra_emoji`. */
export const EXTRA_EMOJI = { name: 'chat', picture: '/static/generated/emoji/images/emoji/unicode/chat.png' };

/** Emoji are written as `:name:` with the code in a class; the font draws the character. */
export function showEmoji(content: DocumentFragment): void {
  for (const emoji of content.querySelectorAll('span.emoji')) {
    const code = [...emoji.classList].map((name) => CODE.exec(name)?.[1]).find((found) => found !== undefined);
    const characters = code === undefined ? null : emojiCharacters(code);
    if (characters !== null) emoji.textContent = characters;
  }
}
