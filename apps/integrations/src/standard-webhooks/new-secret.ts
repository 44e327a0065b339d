import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A secret in the form of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
