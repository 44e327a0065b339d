import { createHash, createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import netlify from './netlify.integration.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(body: string, secret: string, { alg = 'HS256', iss = 'netlify' } = {}) {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const signed = `${encode({ alg, typ: 'JWT' })}.${encode({ iss, sha256 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

testSignatures(netlify, {
  sign: (body, secret) => ({ body, headers: { 'X-Webhook-Signature': token(body, secret) } }),
});

it.each([
  ['another issuer', { iss: 'other' }],
  ['another algorithm', { alg: 'none' }],
])('a token of %s is refused', async (_case, claims) => {
  const signed = { body: '{}', headers: { 'X-Webhook-Signature': token('{}', 'secret', claims) } };
  expect(await verify(netlify, signed, 'secret', 0)).toBe(false);
});
