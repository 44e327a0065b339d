import {
  badRequest,
  MAX_SEARCHED_ADDRESSES,
  type RealmRecord,
  type SearchAccounts,
  TOO_MANY_ADDRESSES,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { AccountEntity } from '../accounts/account.entity.js';
import { isEmailAddress } from '../accounts/email-address.js';
import { nameKey } from '../accounts/names.js';
import { type Mail, Mailer } from '../mail/mailer.js';
import { countMail, networkAddressScope, personScopes } from '../mailed-links/mailed-links.js';
import { Realms } from '../realm/realms.js';
import { TryLimits } from '../try-limits/try-limits.js';

/** Further organizations of an address are not in its mail. */
const MAX_REALMS_PER_ADDRESS = 50;

/** Finds the organizations of a mailbox, and reveals them to its owner only. */
@Injectable()
export class AccountSearchService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly mailer: Mailer,
    private readonly limits: TryLimits,
  ) {}

  async search({ realmId, emails: given, clientAddress }: SearchAccounts): Promise<Record<string, never>> {
    const realm = await this.realms.getActive(realmId);
    const emails = addressesIn(given);
    for (const email of emails) {
      const scopes = [networkAddressScope(clientAddress), ...personScopes(`account-search:${nameKey(email)}`)];
      await countMail(this.limits, scopes);
    }
    const mails = await Promise.all(emails.map(async (email) => searchMail(realm, email, await this.realmsOf(email))));
    await this.database.transaction((tx) => this.mailer.write(tx, realm, ...mails));
    this.mailer.hurry();
    return {};
  }

  /** Active organizations in which the address has an active account of a person, in the order of their ids. */
  private async realmsOf(email: string): Promise<RealmRecord[]> {
    const rows = await this.database.getRepository(AccountEntity).find({
      select: { userId: true, realmId: true },
      where: { deliveryEmailKey: nameKey(email), isActive: true, isBot: false },
      order: { realmId: 'ASC' },
      take: MAX_REALMS_PER_ADDRESS,
    });
    const realms = await Promise.all(rows.map(({ realmId }) => this.realms.get(realmId)));
    return realms.filter(({ isDeactivated }) => !isDeactivated);
  }
}

function addressesIn(text: string): string[] {
  const addresses = text.split(/[\s,]+/).filter((part) => part !== '');
  const keys = addresses.map(nameKey);
  const distinct = addresses.filter((_, index) => keys.indexOf(keys[index] as string) === index);
  if (distinct.length > MAX_SEARCHED_ADDRESSES) throw badRequest(TOO_MANY_ADDRESSES);
  if (distinct.length === 0 || !distinct.every(isEmailAddress)) throw badRequest('Enter a valid email address.');
  return distinct;
}

/** All mails have one subject, so that a list of mails does not show the outcome. */
const searchMail = (realm: RealmRecord, to: string, found: readonly RealmRecord[]): Mail => ({
  to,
  subject: 'Your organizations',
  body:
    `Hello,\n\nyou asked at ${realm.url} where this address has an account.\n\n` +
    (found.length === 0
      ? 'It has none on this server. Perhaps you used another address.\n\n'
      : `${found.map(({ name, url }) => `${name}: ${url}/login/\n`).join('')}\n`) +
    'If you did not ask for this, do nothing.\n',
});
