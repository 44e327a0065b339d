import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import sentry from './sentry.integration.js';

testSignatures(sentry, {
  sign: (body, secret) => ({
    body,
    headers: { 'Sentry-Hook-Signature': `${createHmac('sha256', secret).update(body).digest('hex')}` },
  }),
});
