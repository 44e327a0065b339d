import type { RealmRecord } from '@chat/contracts';
import type { Mail } from '../mail/mailer.js';
import { LINK_LIFETIME_HOURS } from '../mailed-links/mailed-links.js';

export type PasswordResetOutcome = 'link' | 'no account' | 'deactivated' | 'no passwords';

const TEXTS: Readonly<Record<PasswordResetOutcome, (realm: RealmRecord, token: string) => string>> = {
  link: ({ url }, token) =>
    `to set it, follow this link:\n\n${url}/accounts/password/reset/${token}\n\n` +
    `It works once and for ${LINK_LIFETIME_HOURS} hours.`,
  'no account': ({ url }) => `no account has this address. To get one, go to ${url}/register/.`,
  deactivated: () => 'the account of this address has been deactivated. Ask an administrator.',
  'no passwords': ({ url }) =>
    `the organization has no passwords on this server. The page ${url}/login/ shows how to sign in.`,
};

/** All mails have one subject, so that a list of mails does not show the outcome. */
export const passwordResetMail = (
  realm: RealmRecord,
  to: string,
  outcome: PasswordResetOutcome,
  token: string,
): Mail => ({
  to,
  subject: `Set a new password for ${realm.name}`,
  body:
    `Hello,\n\nyou asked for a new password at ${realm.name} (${realm.url}): ${TEXTS[outcome](realm, token)}\n\n` +
    'If you did not ask for this, do nothing.\n',
});
