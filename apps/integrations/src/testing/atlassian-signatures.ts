import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Integration } from '../incoming-webhooks/integration.js';
import { testSignatures, verify } from './signature-suite.js';

/** The tests of signatures by Bitbucket Cloud and Jira. */
export function testAtlassianSignatures(integration: Integration): void {
  testSignatures(integration, {
    sign: (body, secret) => ({
      body,
      headers: { 'X-Hub-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
    }),
  });

  /** The example of https://developer.atlassian.com/cloud/jira/platform/webhooks/ */
  it('the published vector is verified', async () => {
    const digest = 'a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9';
    const signed = { body: 'Hello World!', headers: { 'X-Hub-Signature': `sha256=${digest}` } };
    expect(await verify(integration, signed, "It's a Secret to Everybody", 0)).toBe(true);
  });
}
