import { createHmac } from 'node:crypto';
import { testSignatures } from '../../testing/signature-suite.js';
import sonarqube from './sonarqube.integration.js';

testSignatures(sonarqube, {
  sign: (body, secret) => ({
    body,
    headers: { 'X-Sonar-Webhook-HMAC-SHA256': `${createHmac('sha256', secret).update(body).digest('hex')}` },
  }),
});
