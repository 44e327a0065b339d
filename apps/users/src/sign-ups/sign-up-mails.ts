import type { RealmRecord } from '@chat/contracts';
import type { Mail } from '../mail/mailer.js';
import { LINK_LIFETIME_HOURS } from '../mailed-links/mailed-links.js';

export type SignUpOutcome = 'link' | 'has an account' | 'needs an invitation';

const TEXTS: Readonly<Record<SignUpOutcome, (realm: RealmRecord, key: string) => string>> = {
  link: ({ url }, key) =>
    `to create your account, follow this link:\n\n${url}/accounts/do_confirm/${key}\n\n` +
    `It works once and for ${LINK_LIFETIME_HOURS} hours.`,
  'has an account': ({ url }) =>
    `this address has an account already. Sign in at ${url}/login/. If the account was deactivated, ask an administrator.`,
  'needs an invitation': () =>
    'new people need an invitation, and this address has none. Ask an administrator of the organization for one.',
};

/** All mails have one subject, so that a list of mails does not show the outcome. */
export const signUpMail = (realm: RealmRecord, to: string, outcome: SignUpOutcome, key: string): Mail => ({
  to,
  subject: `Your request to join ${realm.name}`,
  body:
    `Hello,\n\nyou asked to join ${realm.name} (${realm.url}): ${TEXTS[outcome](realm, key)}\n\n` +
    'If you did not ask for this, do nothing.\n',
});
