import { describe, expect, it } from '@jest/globals';
import { decodeRequest, encodeRequest } from './packets.js';

const HEAD = {
  p: 'users.work.do',
  i: 7,
  r: 'rpc:reply:test',
  d: 5_000,
  s: 1_000,
  m: 3,
  q: 'r1',
  a: undefined,
  t: 'parent',
};

describe('the packet of a request', () => {
  it.each([{}, { name: 'a "quoted" name', list: [1, null] }, { text: 'two\nlines' }])('has the fields %j', (fields) => {
    expect(decodeRequest(encodeRequest({ ...HEAD, b: fields }))).toEqual({ ...HEAD, b: fields });
  });

  it.each(['', 'a "quoted" text', 'two\nlines\n', '\u2028é😀', '{"b":{"text":1}}'])(
    'has the long text %j as it is',
    (text) => {
      const packet = encodeRequest({ ...HEAD, b: { name: 'a', text, list: [1] }, x: 'text' });

      expect(packet.endsWith(`\n${text}`)).toBe(true);
      expect(decodeRequest(packet)).toEqual({ ...HEAD, b: { name: 'a', text, list: [1] }, x: 'text' });
    },
  );

  it('has a long text in a field with the name of a part of every object', () => {
    const packet = encodeRequest({ ...HEAD, b: Object.fromEntries([['__proto__', 'text']]), x: '__proto__' });

    expect(Object.entries(decodeRequest(packet)?.b ?? {})).toEqual([['__proto__', 'text']]);
  });

  it.each([
    ['no JSON', '{'],
    ['a name without a long text', JSON.stringify({ ...HEAD, b: {}, x: 'text' })],
    ['a long text without a name', `${JSON.stringify({ ...HEAD, b: {} })}\ntext`],
    ['the name of the long text is a number', `${JSON.stringify({ ...HEAD, b: {}, x: 1 })}\ntext`],
    ['a line without JSON', `\n${JSON.stringify({ ...HEAD, b: {} })}`],
  ])('is malformed: %s', (_case, packet) => {
    expect(decodeRequest(packet)).toBeUndefined();
  });
});
