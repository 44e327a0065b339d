import type { SignedRequest } from '../../incoming-webhooks/integration.js';
import { hmac, isEqual } from '../../incoming-webhooks/signatures/digest.js';

/** Trello signs the body and the address that was given when the webhook was created. */
export const isSignedByTrello = (request: SignedRequest, secret: string): boolean =>
  isEqual(request.header('x-trello-webhook'), hmac('sha1', 'base64', secret, request.rawBody, request.url));
