import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import stripe from './stripe.integration.js';

function header(body: string, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest},v0=${'0'.repeat(64)}`;
}

testSignatures(stripe, {
  maxAgeMs: 5 * 60_000,
  sign: (body, secret, time) => ({
    body,
    headers: { 'Stripe-Signature': header(body, secret, Math.floor(time / 1_000)) },
  }),
});

it('a new time with an old signature is refused', async () => {
  const stale = header('{}', 'secret', 1_000).replace('t=1000', 't=5000');
  expect(await verify(stripe, { body: '{}', headers: { 'Stripe-Signature': stale } }, 'secret', 5_000_000)).toBe(false);
});
