import { testSignatures } from '../../testing/signature-suite.js';
import gitlab from './gitlab.integration.js';

testSignatures(gitlab, {
  signsBody: false,
  sign: (body, secret) => ({ body, headers: { 'X-Gitlab-Token': secret } }),
});
