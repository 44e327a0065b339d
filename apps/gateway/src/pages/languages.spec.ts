import { describe, expect, it } from '@jest/globals';
import { chosenLanguage } from './languages.js';

describe('the language of a page', () => {
  it.each([
    ['de', 'de', ''],
    ['de', 'fr, de-AT;q=0.8, en;q=0.5', ''],
    ['en', 'de;q=0.3, en-GB;q=0.9', ''],
    ['en', 'en, de;q=0', 'de'],
    ['de', 'fr, xx', 'de'],
    ['de', '', 'de'],
    ['en', '', 'ja'],
    ['en', ';;q=,,,\u0000', ''],
  ])('is %s for Accept-Language %j and the default %j', (tag, header, realmLanguage) => {
    expect(chosenLanguage(header, realmLanguage).tag).toBe(tag);
  });

  it('has its own plural forms and times', () => {
    const german = chosenLanguage('de');

    expect(german.text('error.limit', { minutes: 1 })).toContain('1 Minute ');
    expect(german.text('error.limit', { minutes: 2 })).toContain('2 Minuten ');
    expect(german.time(0)).toBe('01.01.1970, 00:00 UTC');
  });
});
