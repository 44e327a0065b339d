import { describe, expect, it } from '@jest/globals';
import { bestLanguage, regional } from './language.js';

describe('the language of the page', () => {
  it('is the first wanted one that has texts', () => {
    expect(bestLanguage(['fr', 'de-AT', 'en'])).toBe('de');
    expect(bestLanguage(['fr'])).toBe('en');
  });

  it('has the region that the browser names', () => {
    expect(regional('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
    expect(regional('de', ['en-GB'])).toBe('de');
  });

  it('ignores names that are no language tags', () => {
    expect(regional('en', ['en-US@posix', 'C', 'en-IE'])).toBe('en-IE');
    expect(regional('en', ['en-US@posix'])).toBe('en');
  });
});
