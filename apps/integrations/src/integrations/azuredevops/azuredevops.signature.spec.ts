import { testSignatures } from '../../testing/signature-suite.js';
import azuredevops from './azuredevops.integration.js';

testSignatures(azuredevops, {
  signsBody: false,
  sign: (body, secret) => ({
    body,
    headers: { Authorization: `Basic ${Buffer.from(`azure:${secret}`).toString('base64')}` },
  }),
});
