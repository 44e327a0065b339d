import type { Emoji } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { checkEmoji, emojiNamed, requestedEmoji } from './emoji-choice.js';

const record = (id: number, name: string, isDeactivated = false) => ({
  id,
  name,
  isDeactivated,
  sourceUrl: `/${id}.png`,
  stillUrl: null,
  authorId: null,
});
const realmEmoji = [record(11, 'logo', true), record(12, 'logo'), record(13, 'retired', true)];

describe('the emoji of a name', () => {
  it.each([
    ['tada', '1f389', 'unicode_emoji'],
    ['logo', '12', 'realm_emoji'],
    ['chat', 'chat', 'service_extra_emoji'],
  ])('%s', (name, code, type) => {
    expect(emojiNamed(name, realmEmoji)).toEqual({ emojiName: name, emojiCode: code, reactionType: type });
  });

  it.each(['no_such', 'retired', '__proto__', 'toString'])('does not exist: %s', (name) => {
    expect(() => emojiNamed(name, realmEmoji)).toThrow(`Emoji '${name}' does not exist`);
  });

  it('completes missing code and type', () => {
    expect(requestedEmoji({ emojiName: 'tada', emojiCode: '1f389' }, realmEmoji).reactionType).toBe('unicode_emoji');
    expect(requestedEmoji({ emojiName: 'logo', reactionType: 'realm_emoji' }, realmEmoji).emojiCode).toBe('12');
  });

  it('accepts codes with the variation selectors of some clients', () => {
    const wish = {
      emojiName: 'man_detective',
      emojiCode: '1f575-fe0f-200d-2642-fe0f',
      reactionType: 'unicode_emoji',
    } as const;

    expect(requestedEmoji(wish, realmEmoji)).toEqual({ ...wish, emojiCode: '1f575-200d-2642' });
    expect(() => checkEmoji(requestedEmoji(wish, realmEmoji), realmEmoji)).not.toThrow();
  });
});

describe('name, code and type of a first reaction', () => {
  const emoji = (emojiName: string, emojiCode: string, reactionType: Emoji['reactionType']): Emoji => ({
    emojiName,
    emojiCode,
    reactionType,
  });

  it.each([
    [emoji('tada', '1f389', 'unicode_emoji'), ''],
    [emoji('tada', '1f600', 'unicode_emoji'), 'Invalid emoji name.'],
    [emoji('tada', 'ffff', 'unicode_emoji'), 'Invalid emoji code.'],
    [emoji('tada', 'constructor', 'unicode_emoji'), 'Invalid emoji code.'],
    [emoji('logo', '12', 'realm_emoji'), ''],
    [emoji('logo', '99', 'realm_emoji'), 'Invalid custom emoji.'],
    [emoji('tada', '12', 'realm_emoji'), 'Invalid custom emoji name.'],
    [emoji('retired', '13', 'realm_emoji'), 'This custom emoji has been deactivated.'],
    [emoji('logo', '11', 'realm_emoji'), 'This custom emoji has been deactivated.'],
    [emoji('chat', 'chat', 'service_extra_emoji'), ''],
    [emoji('chat', '1f389', 'service_extra_emoji'), 'Invalid emoji code.'],
    [emoji('tada', 'chat', 'service_extra_emoji'), 'Invalid emoji name.'],
  ])('%j: %s', (given, refusal) => {
    const check = () => checkEmoji(given, realmEmoji);
    if (refusal === '') expect(check).not.toThrow();
    else expect(check).toThrow(refusal);
  });
});
