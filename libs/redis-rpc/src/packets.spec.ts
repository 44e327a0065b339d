import { describe, expect, it } from '@jest/globals';
import { decodeRequest, encodeRequest, JsonText } from './packets.js';

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
  it.each([{}, { name: 'a "quoted" name', list: [1, null] }])(
    'is the same with the body %j and with its text',
    (body) => {
      const packet = encodeRequest({ ...HEAD, b: new JsonText(JSON.stringify(body)) });

      expect(packet).toBe(encodeRequest({ ...HEAD, b: body }));
      expect(decodeRequest(packet)).toEqual({ ...HEAD, b: body });
    },
  );
});
