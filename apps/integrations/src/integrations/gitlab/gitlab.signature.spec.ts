import { Webhook } from 'standardwebhooks';
import { testSignatures } from '../../testing/signature-suite.js';
import gitlab from './gitlab.integration.js';

testSignatures(gitlab, {
  signsBody: false,
  sign: (body, secret) => ({ body, headers: { 'X-Gitlab-Token': secret } }),
});

const signingToken = (fill: number): string => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;

/** The signing token of GitLab 19. */
testSignatures(gitlab, {
  secret: signingToken(1),
  otherSecret: signingToken(2),
  maxAgeMs: 5 * 60_000,
  sign(body, secret, time) {
    const id = '908a6d9e-45fd-46c8-97e6-c4f350f219dd';
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(time / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, new Date(time), body),
    };
    return { body, headers };
  },
});
