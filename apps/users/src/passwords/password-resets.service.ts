import { badRequest, type CheckPasswordReset, type RealmRecord, type ResetPassword } from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import type { AccountRow } from '../accounts/account.entity.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { lockAccount, lockAccountByEmail, NO_ACCOUNT } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { Mailer } from '../mail/mailer.js';
import {
  checkLink,
  countMail,
  createLink,
  linkNotValid,
  networkAddressScope,
  personScopes,
  useLink,
} from '../mailed-links/mailed-links.js';
import { Realms } from '../realm/realms.js';
import { accountScope, TryLimits } from '../try-limits/try-limits.js';
import { type PasswordResetOutcome, passwordResetMail } from './password-reset-mails.js';
import { storePassword, strongHash } from './passwords.js';

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
    const realm = await this.realms.getActive(realmId);
    // Counts mailboxes without an account, too, so the limit does not reveal accounts.
    const mailbox = `password-reset:${realmId}:${nameKey(given)}`;
    await countMail(this.limits, [networkAddressScope(address), ...personScopes(mailbox)]);
    await this.database.transaction(async (tx) => {
      // The lock: a change of the address deletes the link, and of simultaneous requests one makes it.
      const account = await lockAccountByEmail(tx, realmId, given);
      const outcome = outcomeFor(account, realm);
      const { userId, deliveryEmail } =
        account && outcome === 'link' ? account : { userId: NO_ACCOUNT, deliveryEmail: given };
      // Every outcome costs the same statements, so the time does not reveal it.
      const token = await createLink(tx, 'password reset', { realmId, userId });
      await this.mailer.write(tx, realm, passwordResetMail(realm, deliveryEmail, outcome, token));
    });
    this.mailer.hurry();
  }

  async check({ realmId, token }: CheckPasswordReset): Promise<Record<string, never>> {
    await this.realms.getActive(realmId);
    await checkLink(this.database, realmId, 'password reset', token);
    return {};
  }

  async reset({ realmId, token, password }: ResetPassword): Promise<Record<string, never>> {
    const realm = await this.realms.getActive(realmId);
    // Only the holder of a link may cause the cost of a hash.
    await checkLink(this.database, realmId, 'password reset', token);
    const hash = await strongHash(password, realm.server);
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

function outcomeFor(account: AccountRow | undefined, realm: RealmRecord): PasswordResetOutcome {
  if (account === undefined || account.isBot) return 'no account';
  if (!account.isActive) return 'deactivated';
  return realm.emailAuthEnabled ? 'link' : 'no passwords';
}
