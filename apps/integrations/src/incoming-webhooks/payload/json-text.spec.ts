import { describe, expect, it } from '@jest/globals';
import { parseJsonText } from './json-text.js';

describe('JSON in a field of a form', () => {
  it('is parsed', () => {
    expect(parseJsonText('{"a":[1,null]}')).toEqual({ a: [1, null] });
  });

  it.each([
    ['that is malformed', '{'],
    ['with more than 64 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['with more than 64 levels of both kinds', `${'[{"a":'.repeat(33)}1${'}]'.repeat(33)}`],
  ])('is refused: text %s', (_case, text) => {
    expect(() => parseJsonText(text)).toThrow(expect.objectContaining({ code: 'INVALID_JSON' }) as never);
  });

  it('may have any text in its strings', () => {
    const texts = ['"', '\\"', '\\\\', `"${'['.repeat(65)}`, '{'.repeat(65)];

    expect(parseJsonText(JSON.stringify(texts))).toEqual(texts);
    expect(() => parseJsonText(`["\\\\",${'['.repeat(65)}`)).toThrow(/64 levels/);
    expect(() => parseJsonText('["\\"]')).toThrow(expect.objectContaining({ code: 'INVALID_JSON' }) as never);
  });

  it('may have 64 levels', () => {
    expect(parseJsonText(`${'['.repeat(64)}${']'.repeat(64)}`)).toHaveLength(1);
  });
});
