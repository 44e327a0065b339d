import type { SignedRequest } from '../../incoming-webhooks/integration.js';
import { readPayload } from '../../incoming-webhooks/payload/fields.js';
import { hmac, isEqual, isRecent } from '../../incoming-webhooks/signatures/digest.js';
import { SignedTime } from './linear.payload.js';

const MAX_AGE_MS = 60_000;

export function isSignedByLinear(request: SignedRequest, secret: string, now: number): boolean {
  if (!isEqual(request.header('linear-signature'), hmac('sha256', 'hex', secret, request.rawBody))) return false;
  return isRecent(timeIn(request.rawBody) ?? Number.NaN, now, MAX_AGE_MS);
}

/** The signature covers the time, because the body has it. */
function timeIn(rawBody: Buffer): number | undefined {
  try {
    return readPayload(SignedTime, JSON.parse(rawBody.toString())).webhookTimestamp;
  } catch {
    return undefined;
  }
}
