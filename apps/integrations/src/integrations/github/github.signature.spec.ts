import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { sign, verify as verifiedByOctokit } from '@octokit/webhooks-methods';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import github from './github.integration.js';

testSignatures(github, {
  sign: (body, secret) => ({
    body,
    headers: { 'X-Hub-Signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
  }),
});

const SECRET = "It's a Secret to Everybody";
// The vector of https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
const PUBLISHED = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

const isVerified = (body: string, signature: string) =>
  verify(github, { body, headers: { 'X-Hub-Signature-256': signature } }, SECRET, 0);

describe('signatures of @octokit/webhooks-methods', () => {
  it.each(['Hello, World!', '{"zen":"Keep it — ∞ — simple"}', ''.padEnd(100_000, 'x')])(
    'are accepted as the library accepts them: %#',
    async (body) => {
      const signature = await sign(SECRET, body);
      expect(isVerified(body, signature)).toBe(true);
      expect(isVerified(`${body} `, signature)).toBe(await verifiedByOctokit(SECRET, `${body} `, signature));
    },
  );

  it('include the published one', () => {
    expect(isVerified('Hello, World!', PUBLISHED)).toBe(true);
  });
});
