import { describe, expect, it } from '@jest/globals';
import { textAtPath } from './text-at-path.js';

describe('the text at a path', () => {
  it.each([
    ['id', '1'],
    ['alerts.0.id', 'a'],
    ['a.b', undefined],
    ['alerts', undefined],
    ['alerts.length', '1'],
    ['empty', undefined],
    ['constructor.name', undefined],
    ['__proto__.toString', undefined],
    ['', undefined],
  ])('%s is %s', (path, text) => {
    expect(textAtPath({ id: 1, alerts: [{ id: 'a' }], empty: '' }, path)).toBe(text);
  });
});
