import { badRequest, ConfirmEmailChange, isAdministrator, type RealmRecord } from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import type { AccountRow } from '../accounts/account.row.js';
import { objectionTo } from '../accounts/email-address.js';
import { lockAccount } from '../accounts/find-account.js';
import { Mailer } from '../mail/mailer.js';
import { senderOf } from '../mail/sender.js';
import { countMail, personScopes } from '../mailed-links/mail-limits.js';
import { createLink, endLinks, LINK_LIFETIME_HOURS, linkNotValid, useLink } from '../mailed-links/mailed-links.js';
import { Realms } from '../realm/realms.js';
import { TryLimits } from '../try-limits/try-limits.js';

export const emailChangesDisabled = () => badRequest('Email address changes are disabled in this organization.');

/** Throws what the realm has against an address that somebody wants to change theirs to. */
export function requireAddressAllowed(email: string, realm: RealmRecord): void {
  switch (objectionTo(email, realm)) {
    case 'domain':
      throw badRequest('Outside your domain.');
    case 'disposable':
      throw badRequest('Please use your real email address.');
    case 'plus':
      throw badRequest('Email addresses containing + are not allowed.');
    case 'reserved':
      throw badRequest(`Email '${email}' not allowed in this organization`);
  }
}

/** A new address: mailed to, then confirmed from there, by the realm's rules as they are by then. */
@Injectable()
export class EmailChangesService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
    private readonly limits: TryLimits,
  ) {}

  /** Counts one change of the account's; throws RATE_LIMIT_HIT when there were enough. */
  async countOne({ realmId, userId }: Pick<AccountRow, 'realmId' | 'userId'>): Promise<void> {
    await countMail(this.limits, personScopes(`email-change:${realmId}:${userId}`));
  }

  async begin(tx: Transaction, account: AccountRow, realm: RealmRecord, newEmail: string): Promise<void> {
    const token = await createLink(tx, 'email change', account, newEmail);
    await this.mailer.write(tx, {
      to: newEmail,
      from: senderOf(realm),
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
    if (realm.emailChangesDisabled && !isAdministrator(account.role)) {
      throw emailChangesDisabled();
    }
    requireAddressAllowed(link.newEmail, realm);
    const change = { deliveryEmail: link.newEmail };
    await changeAccount(tx, account, change, { actorId: account.userId, botDomain: realm.botDomain });
    // Whoever reads the former mailbox must not set a password from there.
    await endLinks(tx, account.userId, 'password reset');
    await this.mailer.write(tx, {
      to: account.deliveryEmail,
      from: senderOf(realm),
      subject: `Your address for ${realm.name} was changed`,
      body:
        `Hello ${account.fullName},\n\n` +
        `the address of your account at ${realm.name} (${realm.url}) is now ${link.newEmail}.\n` +
        'If this was not you, tell an administrator of the organization at once.\n',
    });
    return link.newEmail;
  }
}
