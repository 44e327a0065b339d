import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from './signed-headers.js';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const body = '{"text":"Grüße 🎈"}';
const signed = (...secrets: string[]) => signedHeaders({ id: 'msg_1', body, nowMs: Date.now() }, secrets);

const refused: [string, string, string, number][] = [
  ['another secret', secretOf(3), body, 0],
  ['a changed body', secretOf(1), `${body} `, 0],
  ['an old request', secretOf(1), body, -600_000],
];

describe('the headers of a signed request', () => {
  it('are verified by the library of the standard', () => {
    expect(new Webhook(secretOf(1)).verify(body, signed(secretOf(1)))).toEqual(JSON.parse(body));
  });

  it('are verified by each of two secrets', () => {
    for (const byte of [1, 2]) {
      expect(() => new Webhook(secretOf(byte)).verify(body, signed(secretOf(1), secretOf(2)))).not.toThrow();
    }
  });

  it.each(refused)('are refused with %s', (_case, secret, received, ageMs) => {
    const headers = signedHeaders({ id: 'msg_1', body, nowMs: Date.now() + ageMs }, [secretOf(1)]);

    expect(() => new Webhook(secret).verify(received, headers)).toThrow();
  });
});

describe('the example for receivers', () => {
  const page = readFileSync(new URL('../../../../docs/integrations/event-webhooks.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
  const url = `data:text/javascript,${encodeURIComponent(`${code}export { isGenuine };`)}`;
  const example = import(url);

  it('accepts a request that one of its secrets signed', async () => {
    const { isGenuine } = await example;
    for (const byte of [1, 2]) expect(isGenuine(secretOf(byte), signed(secretOf(1), secretOf(2)), body)).toBe(true);
  });

  it.each(refused)('refuses %s', async (_case, secret, received, ageMs) => {
    const headers = signedHeaders({ id: 'msg_1', body, nowMs: Date.now() + ageMs }, [secretOf(1)]);
    expect((await example).isGenuine(secret, headers, received)).toBe(false);
  });

  it('refuses a request without a signature', async () => {
    const { 'webhook-signature': _, ...headers } = signed(secretOf(1));
    expect((await example).isGenuine(secretOf(1), headers, body)).toBe(false);
  });
});
