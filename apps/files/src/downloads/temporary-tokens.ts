import { createHmac, timingSafeEqual } from 'node:crypto';
import { TEMPORARY_ADDRESS_SECONDS } from '@chat/contracts';
import { deriveKey } from '@chat/service-kit';

export interface TemporaryAccess {
  readonly fileId: number;
  readonly asAttachment: boolean;
  /** Name of a thumbnail; null for the file itself. */
  readonly format: string | null;
}

/** Signed tokens of temporary addresses. Each gives access to one file until its time is over. */
export class TemporaryTokens {
  private readonly key = deriveKey('temporary file addresses');

  issue({ fileId, asAttachment, format }: TemporaryAccess, nowMs = Date.now()): string {
    const expiresAtMs = nowMs + TEMPORARY_ADDRESS_SECONDS * 1_000;
    const body = Buffer.from(JSON.stringify([fileId, asAttachment, format, expiresAtMs])).toString('base64url');
    return `${body}.${this.signature(body).toString('base64url')}`;
  }

  /** Undefined for a forged or expired token. */
  open(token: string, nowMs = Date.now()): TemporaryAccess | undefined {
    const [body = '', signature = ''] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.signature(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const [fileId, asAttachment, format, expiresAtMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
      number,
      boolean,
      string | null,
      number,
    ];
    return nowMs < expiresAtMs ? { fileId, asAttachment, format } : undefined;
  }

  private readonly signature = (body: string): Buffer => createHmac('sha256', this.key).update(body).digest();
}
