import { badRequest } from '@chat/contracts';

/** The name as it is stored; throws when it is none. Spaces become underscores. */
export function checkedEmojiName(text: string): string {
  const name = text.trim().replaceAll(' ', '_');
  if (name === '') throw badRequest('Emoji name is missing');
  if (!/^[0-9a-z\-_]+$/.test(name)) {
    throw badRequest(
      'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
    );
  }
  if (/[-_]$/.test(name)) throw badRequest('Emoji names must end with either a letter or digit.');
  return name;
}
