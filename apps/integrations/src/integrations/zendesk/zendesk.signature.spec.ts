import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import zendesk from './zendesk.integration.js';

testSignatures(zendesk, {
  maxAgeMs: 5 * 60_000,
  sign(body, secret, at) {
    const time = new Date(at).toISOString();
    const signature = createHmac('sha256', secret)
      .update(time + body)
      .digest('base64');
    return {
      body,
      headers: { 'X-Zendesk-Webhook-Signature': signature, 'X-Zendesk-Webhook-Signature-Timestamp': time },
    };
  },
});
