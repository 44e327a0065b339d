import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { testSignatures, verify } from '../../testing/signature-suite.js';
import travis from './travis.integration.js';

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const [service, other] = [keys(), keys()];

const form = (payload: string): string => String(new URLSearchParams({ payload }));

function signed(payload: string) {
  const signature = sign('sha1', Buffer.from(payload), service.privateKey).toString('base64');
  return { body: form(payload), headers: { Signature: signature } };
}

testSignatures(travis, { secret: service.publicKey, otherSecret: other.publicKey, sign: signed });

it('a secret that is no public key verifies nothing', async () => {
  expect(await verify(travis, signed('{}'), 'secret', 0)).toBe(false);
});

it('the signature of another payload in the form is refused', async () => {
  const { body, headers } = signed('{"id":1}');
  const forged = { body: `${body}&${form('{"id":2}')}`, headers };
  expect(await verify(travis, forged, service.publicKey, 0)).toBe(false);
});
