import { createHmac, timingSafeEqual } from 'node:crypto';
import { GRANT_SECONDS } from '@chat/contracts';
import { deriveKey } from '@chat/service-kit';

export type TransferVerb = 'GET' | 'HEAD' | 'PUT';

/**
 * Signed permissions for one verb and one path of the internal listener, with data for the handler of the transfer. Every replica
 * accepts those of every replica, also of another release: members of the payload are only added.
 */
export class Grants {
  private readonly key = deriveKey('file transfer grants');

  issue(verb: TransferVerb, path: string, payload: object, nowMs = Date.now()): string {
    const content = { expiresAt: nowMs + GRANT_SECONDS * 1_000, payload };
    const body = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${body}.${this.signature(verb, path, body).toString('base64url')}`;
  }

  /** The payload of a grant for this verb and path, or undefined if it is forged, expired or for another transfer. */
  open(verb: string, path: string, grant: string, nowMs = Date.now()): object | undefined {
    const [body = '', signature = ''] = grant.split('.');
    const expected = this.signature(verb, path, body);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const { expiresAt, payload } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Content;
    return nowMs < expiresAt ? payload : undefined;
  }

  private signature(verb: string, path: string, body: string): Buffer {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([verb, path, body]))
      .digest();
  }
}

interface Content {
  readonly expiresAt: number;
  readonly payload: object;
}
