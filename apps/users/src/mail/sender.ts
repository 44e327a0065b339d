import { setting } from '@chat/configuration';
import type { RealmRecord } from '@chat/contracts';

/** Whom mail comes from: MAIL_FROM, else an address of the realm's that nobody reads. */
export const senderOf = (realm: Pick<RealmRecord, 'botDomain'>): string =>
  setting('MAIL_FROM') || `noreply@${realm.botDomain}`;
