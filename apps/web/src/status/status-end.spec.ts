import { describe, expect, it } from '@jest/globals';
import { endOfChoice, isEndOf, parsedEnd } from './status-end.js';

describe('the end of a status', () => {
  const now = new Date(2026, 10, 26, 22, 50);

  it.each([
    ['never', undefined],
    ['half_hour', new Date(2026, 10, 26, 23, 20)],
    ['hour', new Date(2026, 10, 26, 23, 50)],
    ['today', new Date(2026, 10, 27)],
    ['time', new Date(2026, 10, 28, 15)],
  ] as const)('of the choice %s', (choice, expected) => {
    expect(endOfChoice(choice, now, '2026-11-28T15:00')).toEqual(expected);
  });

  const end = { userId: 7, endMs: 1, text: 'Reviewing', emojiCode: '1f331' };

  it.each([
    ['the same status', 7, { status_text: 'Reviewing', emoji_code: '1f331' }, true],
    ['another text', 7, { status_text: 'At lunch', emoji_code: '1f331' }, false],
    ['another emoji', 7, { status_text: 'Reviewing' }, false],
    ['no status', 7, undefined, false],
    ['another account', 8, { status_text: 'Reviewing', emoji_code: '1f331' }, false],
  ] as const)('is that of %s: %s', (_, userId, status, expected) => {
    expect(isEndOf(end, userId, status)).toBe(expected);
  });

  it('is read as it was stored, and nothing else is', () => {
    expect(parsedEnd(JSON.stringify(end))).toEqual(end);
    for (const other of [null, '', '{', '[]', 'null', '{"userId":7}']) expect(parsedEnd(other)).toBeUndefined();
  });
});
