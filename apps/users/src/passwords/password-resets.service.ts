import { badRequest, PASSWORD_TOO_WEAK, type ResetPassword } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../accounts/email-address.js';
import { findAccountByEmail, lockAccount } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { Mailer } from '../mail/mailer.js';
import {
  checkLink,
  countMail,
  createLink,
  LINK_LIFETIME_HOURS,
  linkNotValid,
  networkAddressScope,
  personScopes,
  useLink,
} from '../mailed-links/mailed-links.js';
import { Realms } from '../realm/realms.js';
import { accountScope, TryLimits } from '../try-limits/try-limits.js';
import { hashPassword, isStrongEnough, storePassword } from './passwords.js';

@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
    private readonly limits: TryLimits,
  ) {}

  /** `address` is the network address of the client. */
  async request(realmId: number, email: string, address: string): Promise<void> {
    const given = email.trim();
    if (!isEmailAddress(given)) throw badRequest('Enter a valid email address.');
    const realm = await this.realms.get(realmId);
    // Counts mailboxes without an account, too, so the limit does not reveal accounts.
    const mailbox = `password-reset:${realmId}:${nameKey(given)}`;
    await countMail(this.limits, [networkAddressScope(address), ...personScopes(mailbox)]);
    await this.database.transaction(async (tx) => {
      const account = await findAccountByEmail(tx, realmId, given);
      if (account === undefined || !account.isActive || account.isBot || !realm.emailAuthEnabled) return;
      const token = await createLink(tx, 'password reset', account);
      await this.mailer.write(tx, realm, {
        to: account.deliveryEmail,
        subject: `Set a new password for ${realm.name}`,
        body:
          `Hello ${account.fullName},\n\n` +
          `to set a new password for your account at ${realm.name} (${realm.url}), follow this link:\n\n` +
          `${realm.url}/accounts/password/reset/${token}\n\n` +
          `It works once and for ${LINK_LIFETIME_HOURS} hours. If you did not ask for this, do nothing.\n`,
      });
    });
    this.mailer.hurry();
  }

  async reset({ realmId, token, password }: ResetPassword): Promise<Record<string, never>> {
    const realm = await this.realms.get(realmId);
    // Only the holder of a link may cause the cost of a hash.
    await checkLink(this.database, realmId, 'password reset', token);
    if (!isStrongEnough(password, realm.server)) throw badRequest(PASSWORD_TOO_WEAK);
    const hash = await hashPassword(password);
    const userId = await this.database.transaction(async (tx) => {
      const link = await useLink(tx, realmId, 'password reset', token);
      const account = await lockAccount(tx, realmId, link.userId);
      if (!account.isActive) throw linkNotValid();
      await storePassword(tx, account, hash);
      return link.userId;
    });
    await this.limits.forget(accountScope(realmId, userId).key);
    return {};
  }
}
