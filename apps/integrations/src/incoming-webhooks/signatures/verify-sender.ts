import type { SignedRequest, Verification } from '../integration.js';
import { formFieldOf } from '../payload/read-body.js';
import { hmac, isEqual, isRecent } from './digest.js';

/** Whether the owner of the secret sent the request. Compares in constant time. `now` in milliseconds. */
export function isSentBy(
  verification: Verification,
  request: SignedRequest,
  secret: string,
  now: number,
): boolean | Promise<boolean> {
  switch (verification.kind) {
    case 'hmac': {
      const { headers, algorithm, encoding, prefix = '', formField } = verification;
      const signed = (formField && formFieldOf(request, formField)) ?? request.rawBody;
      return isEqual(firstOf(headers, request), prefix + hmac(algorithm, encoding, secret, signed));
    }
    case 'token':
      if (isEqual(firstOf(verification.headers, request), secret)) return true;
      return verification.orStandardWebhooks === true && hasStandardSignature(request, secret, now);
    case 'bearer':
      return isEqual(bearerOf(request.header('authorization')), secret);
    case 'standard-webhooks':
      return hasStandardSignature(request, secret, now);
    case 'own':
      return verification.verify(request, secret, now);
  }
}

const firstOf = (names: readonly string[], { header }: SignedRequest): string | undefined =>
  names.map((name) => header(name)).find((value) => value !== undefined);

/** A bearer token, or the password of Basic credentials. */
function bearerOf(authorization: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^\s*(bearer|basic)\s+(.*?)\s*$/i.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme === '') return undefined;
  const credentials = Buffer.from(value, 'base64').toString();
  const colon = credentials.indexOf(':');
  return colon === -1 ? undefined : credentials.slice(colon + 1);
}

/** Standard Webhooks 1.0.0. The header has a signature for each current secret of the sender. */
function hasStandardSignature({ rawBody, header }: SignedRequest, secret: string, now: number): boolean {
  const id = header('webhook-id');
  const timestamp = header('webhook-timestamp');
  if (id === undefined || timestamp === undefined || !isRecent(Number(timestamp) * 1_000, now)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = hmac('sha256', 'base64', key, `${id}.${timestamp}.`, rawBody);
  const signatures = (header('webhook-signature') ?? '').split(' ').map((one) => one.split(','));
  return signatures.some(([version, signature]) => version === 'v1' && isEqual(signature, expected));
}
