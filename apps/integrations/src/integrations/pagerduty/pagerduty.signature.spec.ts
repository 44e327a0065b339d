import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import pagerduty from './pagerduty.integration.js';

const digest = (body: string, secret: string): string => createHmac('sha256', secret).update(body).digest('hex');

testSignatures(pagerduty, {
  sign: (body, secret) => ({ body, headers: { 'X-PagerDuty-Signature': `v1=${digest(body, secret)}` } }),
});

it('one of several signatures is enough while a secret is replaced', async () => {
  const headers = { 'X-PagerDuty-Signature': `v1=${digest('{}', 'old')}, v1=${digest('{}', 'new')}` };
  expect(await verify(pagerduty, { body: '{}', headers }, 'new', 0)).toBe(true);
  expect(await verify(pagerduty, { body: '{}', headers }, 'other', 0)).toBe(false);
});
