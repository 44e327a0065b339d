import type { SignInTarget } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type AccountRow, settingsOf } from '../accounts/account.entity.js';
import { Mailer } from '../mail/mailer.js';
import { Realms } from '../realm/realms.js';
import { deviceOf } from '../sessions/device.js';
import { KnownBrowsersRepository } from './known-browsers.repository.js';

type Person = Pick<AccountRow, 'realmId' | 'userId' | 'deliveryEmail' | 'fullName' | 'settings'>;

/** Browsers in which a person has signed in. A sign-in from another one sends a mail, if the person wants it. */
@Injectable()
export class KnownBrowsersService {
  constructor(
    private readonly browsers: KnownBrowsersRepository,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
  ) {}

  /** Part of the transaction that signs in. */
  async noteSignIn(tx: Transaction, person: Person, target: SignInTarget): Promise<void> {
    const isNew = await this.remember(tx, person, target);
    if (isNew && settingsOf(person).enableLoginEmails) await this.writeMail(tx, person, target);
  }

  /** Returns whether the browser is new. Gateways of 0.1.0 have no cookie for it. */
  async remember(tx: Transaction, { userId }: Pick<Person, 'userId'>, { browserHash }: SignInTarget): Promise<boolean> {
    return browserHash !== undefined && this.browsers.note(tx, userId, Buffer.from(browserHash, 'base64url'));
  }

  private async writeMail(tx: Transaction, { realmId, deliveryEmail, fullName }: Person, target: SignInTarget) {
    const realm = await this.realms.get(realmId);
    const time = new Date().toISOString().slice(0, 16).replace('T', ' ');
    await this.mailer.write(tx, realm, {
      to: deliveryEmail,
      subject: `New sign-in to ${realm.name}`,
      body:
        `Hello ${fullName},\n\n` +
        `a person signed in to your account at ${realm.name} (${realm.url}) from a new browser or device:\n\n` +
        `${deviceOf(target.userAgent)}, from ${target.clientAddress}, on ${time} UTC\n\n` +
        'If this was you, do nothing. If not, set a new password and end the other sessions at ' +
        `${realm.url}/account/. You can switch these mails off in your settings.\n`,
    });
  }
}
