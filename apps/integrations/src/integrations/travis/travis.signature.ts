import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignedRequest } from '../../incoming-webhooks/integration.js';
import { fieldsOf } from '../../incoming-webhooks/payload/read-body.js';

/** Travis signs the JSON of the field `payload`. The secret of the bot is the public key of the service. */
export function isSignedByTravis(request: SignedRequest, secret: string): boolean {
  const signature = request.header('signature');
  const { payload } = fieldsOf(request.rawBody.toString('utf8'));
  const key = publicKey(secret);
  if (signature === undefined || payload === undefined || key === undefined) return false;
  return verify('sha1', Buffer.from(payload), key, Buffer.from(signature, 'base64'));
}

/** Undefined if the secret is no RSA key. */
function publicKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
