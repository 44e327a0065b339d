import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Integration } from '../incoming-webhooks/integration.js';
import { testSignatures, verify } from './signature-suite.js';

const digest = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');

const formOf = (...payloads: readonly string[]): string =>
  String(new URLSearchParams(payloads.map((payload): [string, string] => ['payload', payload])));

/** The tests of signatures by Gogs and its descendants. They sign the JSON, also if it is the field of a form. */
export function testGogsSignatures(integration: Integration, header: string): void {
  testSignatures(integration, { sign: (body, secret) => ({ body, headers: { [header]: digest(body, secret) } }) });

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  testSignatures(integration, {
    body: formOf('{"a":1}'),
    changedBody: formOf('{"a":2}'),
    sign: (body, secret) => ({
      body,
      headers: { ...form, [header]: digest(new URLSearchParams(body).get('payload') ?? '', secret) },
    }),
  });

  it('the signature of another payload in the form is refused', async () => {
    const headers = { ...form, [header]: digest('{"a":1}', 'secret') };
    expect(await verify(integration, { body: formOf('{"a":1}', '{"a":2}'), headers }, 'secret', 0)).toBe(false);
  });
}
