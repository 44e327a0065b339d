import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/**
 * Headers of Standard Webhooks 1.0.0. `id` is equal in every retry; `secrets` are `whsec_…`, and each signs. `nowMs`: the time of this
 * attempt.
 */
export function signedHeaders(
  { id, body, nowMs }: { readonly id: string; readonly body: string; readonly nowMs: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
