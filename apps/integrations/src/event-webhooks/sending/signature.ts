import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The headers of a request by Standard Webhooks 1.0.0. Each secret signs; a receiver accepts any one of the signatures. */
export function signedHeaders(secrets: readonly string[], id: string, timestamp: number, body: string) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
