import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import bitbucket3 from './bitbucket3.integration.js';

testSignatures(bitbucket3, {
  sign: (body, secret) => ({
    body,
    headers: { 'X-Hub-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` },
  }),
});
