import { createHash, createHmac } from 'node:crypto';
import type { SignedRequest } from '../../incoming-webhooks/integration.js';
import { readPayload, Text } from '../../incoming-webhooks/payload/fields.js';
import { isEqual } from '../../incoming-webhooks/signatures/digest.js';

class Header {
  @Text() alg?: string;
}

class Claims {
  @Text() iss?: string;
  @Text() sha256?: string;
}

/** A JSON Web Signature (HS256) by `netlify` with the digest of the body. The token has no time. */
export function isSignedByNetlify(request: SignedRequest, secret: string): boolean {
  const [head = '', claims = '', signature, ...rest] = (request.header('x-webhook-signature') ?? '').split('.');
  if (signature === undefined || rest.length > 0) return false;
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  if (!isEqual(signature, expected)) return false;
  const { iss, sha256 } = decode(Claims, claims);
  const digest = createHash('sha256').update(request.rawBody).digest('hex');
  return decode(Header, head).alg === 'HS256' && iss === 'netlify' && isEqual(sha256, digest);
}

function decode<Value extends object>(target: new () => Value, part: string): Value {
  try {
    return readPayload(target, JSON.parse(Buffer.from(part, 'base64url').toString()));
  } catch {
    return new target();
  }
}
