import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import gogs from './gogs.integration.js';

testSignatures(gogs, {
  sign: (body, secret) => ({
    body,
    headers: { 'X-Gogs-Signature': createHmac('sha256', secret).update(body).digest('hex') },
  }),
});
