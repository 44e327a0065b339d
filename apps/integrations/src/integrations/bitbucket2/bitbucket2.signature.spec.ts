import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import bitbucket2 from './bitbucket2.integration.js';

testSignatures(bitbucket2, {
  sign: (body, secret) => ({
    body,
    headers: { 'X-Hub-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
  }),
});

/** The example of Atlassian's documentation of secrets for webhooks. */
it('the published vector is verified', async () => {
  const digest = 'a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9';
  const signed = { body: 'Hello World!', headers: { 'X-Hub-Signature': `sha256=${digest}` } };
  expect(await verify(bitbucket2, signed, "It's a Secret to Everybody", 0)).toBe(true);
});
