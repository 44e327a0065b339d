/** Degrees; neighboring ids get distant colors (steps of the golden angle). */
export const personHue = (userId: number): number => Math.round((userId * 137.508) % 360);

/** One or two letters: of the first and last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const first = firstLetter(words[0] ?? '');
  return words.length > 1 ? first + firstLetter(words.at(-1) ?? '') : first;
}

const firstLetter = (word: string): string =>
  [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter))?.toUpperCase() ?? '';
