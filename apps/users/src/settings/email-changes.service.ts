import { badRequest, type ConfirmEmailChange, isAdministrator, type RealmRecord, type Role } from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import type { AccountRow } from '../accounts/account.entity.js';
import { isEmailAddress, requireAddressAllowed } from '../accounts/email-address.js';
import { findAccountByEmail, lockAccount } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { Mailer } from '../mail/mailer.js';
import {
  countMail,
  createLink,
  endLinks,
  LINK_LIFETIME_HOURS,
  linkNotValid,
  personScopes,
  useLink,
} from '../mailed-links/mailed-links.js';
import { Realms } from '../realm/realms.js';
import { TryLimits } from '../try-limits/try-limits.js';

function requireEmailChanges(realm: RealmRecord, role: Role): void {
  if (realm.emailChangesDisabled && !isAdministrator(role)) {
    throw badRequest('Email address changes are disabled in this organization.');
  }
}

/** Changes of addresses: a mail to the new address, then its confirmation under the current rules of the realm. */
@Injectable()
export class EmailChangesService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
    private readonly limits: TryLimits,
  ) {}

  /**
   * Returns the new address; undefined if there is none. Throws unless the realm allows the change. Throws RATE_LIMIT_HIT if the account
   * has reached its limit.
   */
  async check(given: string | undefined, account: AccountRow, role: Role, realm: RealmRecord) {
    const email = given?.trim();
    if (email === undefined || email === account.deliveryEmail) return undefined;
    requireEmailChanges(realm, role);
    if (!isEmailAddress(email)) throw badRequest('Invalid address.');
    requireAddressAllowed(email, realm);
    const isCaseOnly = nameKey(email) === nameKey(account.deliveryEmail);
    if (!isCaseOnly && (await findAccountByEmail(this.database, realm.realmId, email))) {
      throw badRequest('Already has an account.');
    }
    await countMail(this.limits, personScopes(`email-change:${realm.realmId}:${account.userId}`));
    return email;
  }

  async begin(tx: Transaction, account: AccountRow, realm: RealmRecord, newEmail: string): Promise<void> {
    const token = await createLink(tx, 'email change', account, newEmail);
    await this.mailer.write(tx, realm, {
      to: newEmail,
      subject: `Confirm your new address for ${realm.name}`,
      body:
        `Hello ${account.fullName},\n\n` +
        `to use this address for your account at ${realm.name} (${realm.url}), follow this link:\n\n` +
        `${realm.url}/accounts/confirm_new_email/${token}\n\n` +
        `It works once and for ${LINK_LIFETIME_HOURS} hours. If you did not ask for this, do nothing.\n`,
    });
  }

  hurry(): void {
    this.mailer.hurry();
  }

  async confirm({ realmId, token }: ConfirmEmailChange): Promise<{ email: string }> {
    const realm = await this.realms.get(realmId);
    const email = await this.database
      .transaction((tx) => this.confirmIn(tx, realm, token))
      .catch((error: unknown) => {
        throw sqlState(error) === UNIQUE_VIOLATION ? badRequest('Already has an account.') : error;
      });
    this.mailer.hurry();
    return { email };
  }

  private async confirmIn(tx: Transaction, realm: RealmRecord, token: string): Promise<string> {
    const link = await useLink(tx, realm.realmId, 'email change', token);
    const account = await lockAccount(tx, realm.realmId, link.userId);
    if (!account.isActive || link.newEmail === null) throw linkNotValid();
    requireEmailChanges(realm, account.role);
    requireAddressAllowed(link.newEmail, realm);
    const change = { deliveryEmail: link.newEmail };
    await changeAccount(tx, account, change, { actorId: account.userId, botDomain: realm.botDomain });
    // A reader of the former mailbox must not be able to set a password.
    await endLinks(tx, account.userId, 'password reset');
    await this.mailer.write(tx, realm, {
      to: account.deliveryEmail,
      subject: `Your address for ${realm.name} was changed`,
      body:
        `Hello ${account.fullName},\n\n` +
        `the address of your account at ${realm.name} (${realm.url}) is now ${link.newEmail}.\n` +
        'If this was not you, tell an administrator of the organization at once.\n',
    });
    return link.newEmail;
  }
}
