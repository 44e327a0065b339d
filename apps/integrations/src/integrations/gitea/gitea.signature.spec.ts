import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import gitea from './gitea.integration.js';

for (const header of ['X-Gitea-Signature', 'X-Forgejo-Signature']) {
  testSignatures(gitea, {
    sign: (body, secret) => ({
      body,
      headers: { [header]: createHmac('sha256', secret).update(body).digest('hex') },
    }),
  });
}
