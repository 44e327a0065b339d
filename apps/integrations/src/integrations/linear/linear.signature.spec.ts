import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import linear from './linear.integration.js';

testSignatures(linear, {
  maxAgeMs: 60_000,
  body: 'Issue',
  changedBody: 'Comment',
  sign(type, secret, time) {
    const body = JSON.stringify({ type, webhookTimestamp: time });
    return { body, headers: { 'Linear-Signature': createHmac('sha256', secret).update(body).digest('hex') } };
  },
});
