import type { SignedRequest } from '../../incoming-webhooks/integration.js';
import { hasV1Signature, isRecent, valuesIn } from '../../incoming-webhooks/signatures/digest.js';

export function isSignedByStripe(request: SignedRequest, secret: string, now: number): boolean {
  const signature = request.header('stripe-signature');
  const [time] = valuesIn(signature, 't');
  if (time === undefined || !isRecent(Number(time) * 1_000, now)) return false;
  return hasV1Signature(signature, secret, `${time}.`, request.rawBody);
}
