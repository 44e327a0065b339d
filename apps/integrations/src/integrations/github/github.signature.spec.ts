import { describe, expect, it } from '@jest/globals';
import { sign, verify } from '@octokit/webhooks-methods';
import { hmac } from '../../incoming-webhooks/signatures/digest.js';
import github from './github.integration.js';

const SECRET = "It's a Secret to Everybody";

function signatureOf(body: string): string {
  const { algorithm, encoding, prefix } = github.verification;
  return prefix + hmac(algorithm, encoding, SECRET, Buffer.from(body));
}

describe('the signature of GitHub', () => {
  it.each(['Hello, World!', '{"zen":"Keep it — ∞ — simple"}', ''.padEnd(100_000, 'x')])('is ours: %#', async (body) => {
    const signature = signatureOf(body);
    expect(signature).toBe(await sign(SECRET, body));
    await expect(verify(SECRET, body, signature)).resolves.toBe(true);
    await expect(verify(SECRET, `${body} `, signature)).resolves.toBe(false);
  });

  // The vector of https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  it('is the published one', () => {
    expect(signatureOf('Hello, World!')).toBe(
      'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    );
  });
});
