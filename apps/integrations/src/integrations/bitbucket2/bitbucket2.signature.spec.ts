import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import bitbucket2 from './bitbucket2.integration.js';

testSignatures(bitbucket2, {
  sign: (body, secret) => ({
    body,
    headers: { 'X-Hub-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
  }),
});
