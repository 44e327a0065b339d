import { createHash } from 'node:crypto';
import { networkOf } from '@chat/auth';
import type { SignInTarget } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { type AccountRow, settingsOf } from '../accounts/account.entity.js';
import { Mailer } from '../mail/mailer.js';
import { Realms } from '../realm/realms.js';
import { deviceOf } from '../sessions/device.js';
import { noteBrowser } from './known-browsers.repository.js';

type Person = Pick<AccountRow, 'realmId' | 'userId' | 'deliveryEmail' | 'fullName' | 'settings'>;

type Device = Pick<SignInTarget, 'browserHash' | 'userAgent' | 'clientAddress'>;

/** Browsers and devices in which a person has signed in. A sign-in from another one sends a mail, if the person wants it. */
@Injectable()
export class KnownBrowsersService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
  ) {}

  /** Part of the transaction that signs in. */
  async noteSignIn(tx: Transaction, person: Person, device: Device): Promise<void> {
    const isNew = await this.remember(tx, person, device);
    if (isNew && settingsOf(person).enableLoginEmails) await this.writeMail(tx, person, device);
  }

  /** A sign-in of a program, which has no cookie: it is known by its name, its system and its network. */
  async noteProgram(person: Person, userAgent: string, clientAddress: string): Promise<void> {
    const parts = JSON.stringify([deviceOf(userAgent), networkOf(clientAddress)]);
    const browserHash = createHash('sha256').update(parts).digest('base64url');
    await this.database.transaction((tx) => this.noteSignIn(tx, person, { browserHash, userAgent, clientAddress }));
  }

  /** Returns whether the browser is new. Gateways of 0.1.0 have no cookie for it. */
  async remember(tx: Transaction, { userId }: Pick<Person, 'userId'>, { browserHash }: Device): Promise<boolean> {
    return browserHash !== undefined && noteBrowser(tx, userId, Buffer.from(browserHash, 'base64url'));
  }

  private async writeMail(tx: Transaction, { realmId, deliveryEmail, fullName }: Person, device: Device) {
    const realm = await this.realms.get(realmId);
    const time = new Date().toISOString().slice(0, 16).replace('T', ' ');
    await this.mailer.write(tx, realm, {
      to: deliveryEmail,
      subject: `New sign-in to ${realm.name}`,
      body:
        `Hello ${fullName},\n\n` +
        `a person signed in to your account at ${realm.name} (${realm.url}) from a new browser or device:\n\n` +
        `${deviceOf(device.userAgent)}, from ${device.clientAddress}, on ${time} UTC\n\n` +
        'If this was you, do nothing. If not, set a new password and end the other sessions at ' +
        `${realm.url}/account/. You can switch these mails off in your settings.\n`,
    });
  }
}
