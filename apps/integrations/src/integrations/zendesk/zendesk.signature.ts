import type { SignedRequest } from '../../incoming-webhooks/integration.js';
import { hmac, isEqual, isRecent } from '../../incoming-webhooks/signatures/digest.js';

export function isSignedByZendesk(request: SignedRequest, secret: string, now: number): boolean {
  const time = request.header('x-zendesk-webhook-signature-timestamp') ?? '';
  if (!isRecent(Date.parse(time), now)) return false;
  const expected = hmac('sha256', 'base64', secret, time, request.rawBody);
  return isEqual(request.header('x-zendesk-webhook-signature'), expected);
}
