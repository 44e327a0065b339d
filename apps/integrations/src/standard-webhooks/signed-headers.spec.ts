import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from './signed-headers.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const body = '{"text":"Grüße 🎈"}';
const signed = (...secrets: string[]) => signedHeaders({ id: 'msg_1', body, nowMs: Date.now() }, secrets);

describe('the headers of a signed request', () => {
  it('are verified by the library of the standard', () => {
    expect(new Webhook(secretOf(1)).verify(body, signed(secretOf(1)))).toEqual(JSON.parse(body));
  });

  it('are verified by each of two secrets', () => {
    for (const byte of [1, 2]) {
      expect(() => new Webhook(secretOf(byte)).verify(body, signed(secretOf(1), secretOf(2)))).not.toThrow();
    }
  });

  it.each([
    ['another secret', secretOf(3), body, 0],
    ['a changed body', secretOf(1), `${body} `, 0],
    ['an old request', secretOf(1), body, -600_000],
  ])('are refused with %s', (_case, secret, received, ageMs) => {
    const headers = signedHeaders({ id: 'msg_1', body, nowMs: Date.now() + ageMs }, [secretOf(1)]);

    expect(() => new Webhook(secret).verify(received, headers)).toThrow();
  });
});
