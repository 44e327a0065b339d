import { type Account, EmailAddressVisibility, type UserSettings, UserUpdated } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { AccountEntity } from '../accounts/account.entity.js';
import { type AccountRow, settingsOf, storedSettings, toAccount } from '../accounts/account.row.js';
import { hiddenEmail } from '../accounts/email-address.js';
import { lockRealm } from '../accounts/lock-realm.js';
import { nameKey } from '../accounts/name-key.js';
import { recordBotChange, recordBotsInView } from '../bots/record-bots.js';
import { recordRoleGroups } from '../system-groups/record-role-groups.js';
import { recordAddressesInView } from './addresses-in-view.js';

/** What of an account may change. */
export interface AccountChange {
  readonly deliveryEmail?: string;
  readonly fullName?: string;
  readonly role?: AccountRow['role'];
  readonly isActive?: boolean;
  readonly isBillingAdmin?: boolean;
  readonly canCreateUsers?: boolean;
  readonly botOwnerId?: number;
  readonly isProvisional?: boolean;
  readonly avatarSource?: 'G' | 'U';
  readonly avatarVersion?: number;
  readonly avatarToken?: string | null;
  readonly alertWords?: readonly string[];
  /** Only those that change. */
  readonly settings?: Partial<UserSettings>;
}

/**
 * Writes a change of a locked account and records what others must know of it: `UserUpdated` with what really changed, and
 * the system groups' members with a role. Whatever changes an account goes through here. The API address follows from the
 * real one and its visibility. Returns the account as it is then.
 */
export async function changeAccount(
  tx: Transaction,
  before: AccountRow,
  change: AccountChange,
  { actorId, botDomain }: { readonly actorId: number | null; readonly botDomain: string },
): Promise<AccountRow> {
  const settings = { ...settingsOf(before), ...change.settings };
  const deliveryEmail = change.deliveryEmail ?? before.deliveryEmail;
  const email =
    settings.emailAddressVisibility === EmailAddressVisibility.Everyone
      ? deliveryEmail
      : hiddenEmail(before.userId, botDomain);
  const changed = { ...change, email, settings: storedSettings(settings) };
  const keys = { deliveryEmailKey: nameKey(deliveryEmail), emailKey: nameKey(email) };
  await tx.getRepository(AccountEntity).update({ userId: before.userId }, { ...changed, ...keys });
  const after = { ...before, ...changed };
  await recordChange(tx, before, after, actorId);
  return after;
}

async function recordChange(
  tx: Transaction,
  before: AccountRow,
  after: AccountRow,
  actorId: number | null,
): Promise<void> {
  const user = toAccount(after);
  const previous = differences(toAccount(before), user);
  if (Object.keys(previous).length > 0) {
    tx.record(after.realmId, UserUpdated.of({ userId: after.userId, user, previous, actorId }));
    await recordBotChange(tx, after, previous);
  }
  if (before.role !== after.role) {
    // No address and no key changes between the look at them and the telling.
    await lockRealm(tx, after.realmId);
    await recordAddressesInView(tx, before, after);
    await recordBotsInView(tx, before, after);
  }
  if (before.role !== after.role || before.isProvisional !== after.isProvisional) {
    await recordRoleGroups(tx, after.realmId, [{ before, after }]);
  }
}

/** The old values of what is different now. */
function differences(before: Account, after: Account): Partial<Account> {
  const names = Object.keys(after) as (keyof Account)[];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  );
}
