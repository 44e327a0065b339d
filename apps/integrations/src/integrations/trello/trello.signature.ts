import type { SignedRequest } from '../../incoming-webhooks/integration.js';
import { hmac, isEqual } from '../../incoming-webhooks/signatures/digest.js';

/** Trello signs the body and the address that was given when the webhook was created. */
export const isSignedByTrello = ({ header, rawBody, url }: SignedRequest, secret: string): boolean =>
  isEqual(header('x-trello-webhook'), hmac('sha1', 'base64', secret, rawBody, url));
