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

/** The vector of stripe-dotnet, the library of Stripe. */
it('the published vector is verified', async () => {
  const event = {
    id: 'evt_123',
    object: 'event',
    account: 'acct_123',
    api_version: '2017-05-25',
    created: 1533204620,
    data: {
      object: {
        id: 'cus_123',
        object: 'customer',
        created: 123456789,
        email: 'test@stripe.com',
        livemode: false,
        metadata: {},
      },
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: 'req_123', idempotency_key: 'idempotency-key-123' },
    type: 'customer.created',
  };
  const body = `${JSON.stringify(event, null, 2)}\n`;
  const v1 = '2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7';
  const headers = { 'Stripe-Signature': `t=1533204620,v1=${v1},v0=${'6'.repeat(64)}` };
  expect(await verify(stripe, { body, headers }, 'webhook_secret', 1_533_204_720_000)).toBe(true);
});
