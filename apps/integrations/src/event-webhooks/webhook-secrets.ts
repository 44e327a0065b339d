import { badRequest } from '@chat/contracts';
import type { FormerSecret, WebhookEntity } from './webhook.entity.js';

/** Former secrets that sign at the same time. */
export const MAX_FORMER_SECRETS = 10;

export type WebhookSecrets = Pick<
  WebhookEntity,
  'sealedSecret' | 'formerSealedSecret' | 'formerSecretUntil' | 'earlierSecrets'
>;

/** The sealed secrets that sign now, the newest first. */
export const signingSecrets = (secrets: WebhookSecrets, nowMs: number): Buffer[] => [
  secrets.sealedSecret,
  ...formerSecrets(secrets, nowMs).map(({ sealed }) => Buffer.from(sealed, 'base64')),
];

/** Replaces the secret. The one before signs for the overlap, those before that until their own ends. Throws BAD_REQUEST if too many do. */
export function rotated(secrets: WebhookSecrets, sealedSecret: Buffer, overlapMs: number, nowMs: number) {
  const earlierSecrets = formerSecrets(secrets, nowMs);
  if (overlapMs > 0 && earlierSecrets.length >= MAX_FORMER_SECRETS) {
    throw badRequest(`Too many former secrets still sign (limit: ${MAX_FORMER_SECRETS}); use overlap_seconds=0`);
  }
  const formerSecretUntil = new Date(nowMs + overlapMs);
  return { sealedSecret, formerSealedSecret: secrets.sealedSecret, formerSecretUntil, earlierSecrets };
}

function formerSecrets(
  { formerSealedSecret, formerSecretUntil, earlierSecrets }: WebhookSecrets,
  nowMs: number,
): FormerSecret[] {
  const last =
    formerSealedSecret && formerSecretUntil
      ? [{ sealed: formerSealedSecret.toString('base64'), until: formerSecretUntil.toISOString() }]
      : [];
  return [...last, ...earlierSecrets].filter(({ until }) => Date.parse(until) > nowMs);
}
