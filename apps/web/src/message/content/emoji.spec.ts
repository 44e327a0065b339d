import { describe, expect, it } from '@jest/globals';
import { emojiCharacters } from './emoji.js';

describe('characters of an emoji code', () => {
  it('follow its code points', () => {
    expect(emojiCharacters('1f44d')).toBe('👍');
    expect(emojiCharacters('1f1e9-1f1ea')).toBe('🇩🇪');
  });

  it('do not exist for the id of a custom emoji beyond Unicode', () => {
    expect(emojiCharacters('zulip')).toBeNull();
    expect(emojiCharacters('999999999')).toBeNull();
  });
});
