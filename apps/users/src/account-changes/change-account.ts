import {
  AddressesInViewChanged,
  canSeeDeliveryEmail,
  EmailAddressVisibility,
  MAX_ADDRESSES_PER_EVENT,
  previousValues,
  USER_SETTING_NAMES,
  UserSettingsChanged,
  UserUpdated,
} from '@chat/contracts';
import { lockRealm, type Transaction } from '@chat/persistence';
import {
  ACCOUNT_COLUMNS,
  AccountEntity,
  type AccountRow,
  settingsOf,
  storedSettings,
  toAccount,
} from '../accounts/account.entity.js';
import { hiddenEmail } from '../accounts/email-address.js';
import { lockAccount } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { recordBotChange, recordBotsInView } from '../bot-records/record-bots.js';
import { endInvitationsOf } from '../invitations/invitations.repository.js';
import { MailedLinkEntity } from '../mailed-links/mailed-links.js';
import { endAllSessions } from '../sessions/end-sessions.js';
import { recordRoleGroups } from '../system-groups/system-groups.js';

type Fixed = 'userId' | 'realmId' | 'email' | 'isBot' | 'botType' | 'isSystemBot' | 'isProvisional' | 'joinedAtSeconds';

/** New values; undefined leaves a field as it is. `settings` holds only the settings that change. */
type AccountChange = Partial<Omit<AccountRow, Fixed>>;

/** The author of a change (null: the operator) and the realm's domain of API addresses. */
interface ChangeContext {
  readonly actorId: number | null;
  readonly botDomain: string;
}

/**
 * Changes a locked account and records the events of the change; every change of an account uses this function. The API address
 * follows from the real address and its visibility. Returns the changed account.
 */
export async function changeAccount(
  tx: Transaction,
  before: AccountRow,
  change: AccountChange,
  { actorId, botDomain }: ChangeContext,
): Promise<AccountRow> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as AccountChange;
  const settings = { ...settingsOf(before), ...change.settings };
  const deliveryEmail = change.deliveryEmail ?? before.deliveryEmail;
  const isVisible = settings.emailAddressVisibility === EmailAddressVisibility.Everyone;
  const email = isVisible ? deliveryEmail : hiddenEmail(before.userId, botDomain);
  const changed = { ...given, email, settings: storedSettings(settings) };
  const keys = { deliveryEmailKey: nameKey(deliveryEmail), emailKey: nameKey(email) };
  await tx.getRepository(AccountEntity).update({ userId: before.userId }, { ...changed, ...keys });
  const after = { ...before, ...changed };
  await recordChange(tx, before, after, actorId);
  return after;
}

/** Deactivates the bots of a deactivated account, deletes the links that were mailed to its owner, and ends its sessions and invitations. */
export async function deactivateDependents(tx: Transaction, account: AccountRow, by: ChangeContext) {
  const { userId, realmId } = account;
  const isActiveBot = { botOwnerId: userId, isActive: true };
  const bots = await tx.getRepository(AccountEntity).find({ where: isActiveBot, order: { userId: 'ASC' } });
  for (const bot of bots) await changeAccount(tx, await lockAccount(tx, realmId, bot.userId), { isActive: false }, by);
  await tx.getRepository(MailedLinkEntity).delete({ userId });
  await endAllSessions(tx, account);
  await endInvitationsOf(tx, realmId, userId);
}

async function recordChange(tx: Transaction, before: AccountRow, after: AccountRow, actorId: number | null) {
  const user = toAccount(after);
  const previous = previousValues(toAccount(before), user);
  if (Object.keys(previous).length > 0) {
    tx.record(after.realmId, UserUpdated.of({ userId: after.userId, user, previous, actorId }));
    await recordBotChange(tx, after, previous);
  }
  if (before.role !== after.role) {
    // No address and no key may change between these reads and the commit.
    await lockRealm(tx, after.realmId);
    await recordAddressesInView(tx, before, after);
    await recordBotsInView(tx, before, after);
    await recordRoleGroups(tx, after.realmId, [{ before, after }]);
  }
  recordSettings(tx, before, after);
}

/** Records the users with real addresses that a new role shows to the user or hides. */
async function recordAddressesInView(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  const { realmId, userId, role } = after;
  // Initial values are not stored, and the initial visibility is Everyone. A repository has no operator `?`.
  const rows = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT_COLUMNS} FROM account a
     WHERE realm_id = $1 AND settings ? 'emailAddressVisibility' AND user_id <> $2 ORDER BY user_id`,
    [realmId, userId],
  );
  const changed = rows
    .map(toAccount)
    .filter((user) => canSeeDeliveryEmail(before, user) !== canSeeDeliveryEmail(after, user));
  for (let from = 0; from < changed.length; from += MAX_ADDRESSES_PER_EVENT) {
    const users = changed.slice(from, from + MAX_ADDRESSES_PER_EVENT);
    tx.record(realmId, AddressesInViewChanged.of({ userId, previousRole: before.role, role, users }));
  }
}

function recordSettings(tx: Transaction, before: AccountRow, after: AccountRow): void {
  const [was, is] = [settingsOf(before), settingsOf(after)];
  const names = USER_SETTING_NAMES.filter((name) => was[name] !== is[name]);
  if (names.length === 0) return;
  const changes = names.map((name) => ({ name, value: is[name] }));
  tx.record(after.realmId, UserSettingsChanged.of({ userId: after.userId, changes }));
}
