import { describe, expect, it } from '@jest/globals';
import type { Integration, SignedRequest } from '../incoming-webhooks/integration.js';
import { isSentBy } from '../incoming-webhooks/signatures/verify-sender.js';

export interface Signed {
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

export interface SchemeUnderTest {
  /** The request of the service for a body. `time` in milliseconds. */
  sign(body: string, secret: string, time: number): Signed;
  readonly secret?: string;
  readonly otherSecret?: string;
  readonly body?: string;
  readonly changedBody?: string;
  /** Default true; false for a token. */
  readonly signsBody?: boolean;
  /** Oldest accepted signature, for schemes with a time. */
  readonly maxAgeMs?: number;
}

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

export function testSignatures(integration: Integration, scheme: SchemeUnderTest): void {
  const {
    secret = 'a secret',
    otherSecret = 'another secret',
    body = '{"a":1}',
    changedBody = '{"a":2}',
    signsBody = true,
  } = scheme;
  const isVerified = (signed: Signed, by = secret) => verify(integration, signed, by, NOW);

  describe(`signature of ${integration.displayName}`, () => {
    it('is accepted if the secret signed the body', async () => {
      expect(await isVerified(scheme.sign(body, secret, NOW))).toBe(true);
    });

    it('is refused for another secret', async () => {
      expect(await isVerified(scheme.sign(body, secret, NOW), otherSecret)).toBe(false);
    });

    if (signsBody) {
      it('is refused for a changed body', async () => {
        const { headers = {}, url } = scheme.sign(body, secret, NOW);
        const changed = scheme.sign(changedBody, secret, NOW).body;
        expect(await isVerified({ headers, ...(url && { url }), body: changed })).toBe(false);
      });
    }

    it('is refused if it is missing', async () => {
      const { url } = scheme.sign(body, secret, NOW);
      expect(await isVerified({ body, ...(url && { url }) })).toBe(false);
    });

    it('is refused if it is cut off', async () => {
      const { headers = {}, ...rest } = scheme.sign(body, secret, NOW);
      const cut = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.slice(0, value.length / 2)]),
      );
      expect(await isVerified({ ...rest, headers: cut })).toBe(false);
    });

    const { maxAgeMs } = scheme;
    if (maxAgeMs === undefined) return;

    it('is refused if it is stale', async () => {
      expect(await isVerified(scheme.sign(body, secret, NOW - maxAgeMs + 2_000))).toBe(true);
      expect(await isVerified(scheme.sign(body, secret, NOW - maxAgeMs - 2_000))).toBe(false);
      expect(await isVerified(scheme.sign(body, secret, NOW + maxAgeMs + 2_000))).toBe(false);
    });
  });
}

/** Verifies a request as the core does. */
export function verify({ verification }: Integration, signed: Signed, secret: string, now: number) {
  const headers = new Map(Object.entries(signed.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const request: SignedRequest = {
    rawBody: Buffer.from(signed.body),
    url: signed.url ?? 'https://chat.example.com/api/v1/external/service?api_key=key',
    header: (name) => headers.get(name),
  };
  return isSentBy(verification, request, secret, now);
}
