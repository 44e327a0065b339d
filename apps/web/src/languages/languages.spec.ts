import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const read = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8'));

/** Names of values, without the words of plural and select. */
const valuesIn = (text: string): readonly string[] =>
  [
    ...new Set(
      [...text.matchAll(/\{(\w+)\s*(?:\}|,\s*(?:plural|select|selectordinal|number))/g)].map(([, name]) => name!),
    ),
  ].sort();

describe('texts', () => {
  const english = read('en');
  const german = read('de');

  it('exist in both languages', () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
  });

  it('are sorted, so that two changes rarely touch the same lines', () => {
    expect(Object.keys(english)).toEqual(Object.keys(english).sort());
  });

  it('take the same values in both languages', () => {
    for (const [key, text] of Object.entries(english)) {
      expect({ key, values: valuesIn(german[key]!) }).toEqual({ key, values: valuesIn(text) });
    }
  });

  it('are not empty', () => {
    expect([...Object.entries(english), ...Object.entries(german)].filter(([, text]) => text.trim() === '')).toEqual(
      [],
    );
  });
});
