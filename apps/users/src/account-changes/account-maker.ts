import {
  type CreatedAccount,
  EmailAddressVisibility,
  type RealmRecord,
  type Role,
  refusedWithoutCode,
  UserCreated,
  type UserSettings,
  UserStatusChanged,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { settingsOf, storedSettings, toAccount } from '../accounts/account.row.js';
import { requirePeople } from '../accounts/bot-owner.js';
import { hiddenEmail } from '../accounts/email-address.js';
import { nameKey } from '../accounts/name-key.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { recordNewBot } from '../bots/record-bots.js';
import { insertAccounts, type NewAccount, takeUserIds } from '../realm-provisioning/insert-accounts.js';
import { provisionRealm } from '../realm-provisioning/provision-realm.js';
import { recordRoleGroups } from '../system-groups/record-role-groups.js';

/** An account to be made; name and address were checked. */
export interface AccountPlan {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly timezone?: string;
  readonly canCreateUsers?: boolean;
  readonly bot?: { readonly type: number; readonly ownerId: number | null };
}

export const emailInUse = (email: string) => refusedWithoutCode(`Email '${email}' already in use`);

/** Makes accounts, for whoever asks: one path, so that every account has its key, its groups and its events. */
@Injectable()
export class AccountMaker {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
  ) {}

  /** All or none, in the order given. Throws "Email '…' already in use". */
  async make(realm: RealmRecord, plans: readonly AccountPlan[]): Promise<CreatedAccount[]> {
    try {
      return await this.database.transaction((tx) => this.makeIn(tx, realm, plans));
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw emailInUse(await this.takenAmong(realm.realmId, plans));
    }
  }

  /** The same within a transaction of the caller's, who answers for the unique violation. */
  async makeIn(tx: Transaction, realm: RealmRecord, plans: readonly AccountPlan[]): Promise<CreatedAccount[]> {
    const { realmId } = realm;
    const nowSeconds = Math.floor(Date.now() / 1000);
    await provisionRealm(tx, realm, this.vault, nowSeconds);
    const ownerIds = plans.flatMap((plan) => plan.bot?.ownerId ?? []);
    await requirePeople(tx, realmId, ownerIds);
    const userIds = await takeUserIds(tx, plans.length);
    const apiKeys = plans.map(() => this.vault.create());
    const accounts = plans.map((plan, index) => ({
      ...newAccount(realm, plan, userIds[index] as number, nowSeconds),
      apiKey: this.vault.seal(apiKeys[index] as string),
    }));
    const rows = await insertAccounts(tx, accounts);
    for (const row of rows) {
      tx.record(realmId, UserCreated.of({ userId: row.userId, user: toAccount(row) }));
      const made = row.isBot ? accounts.find(({ userId }) => userId === row.userId) : undefined;
      if (made !== undefined) recordNewBot(tx, row, made.apiKey.encrypted);
      // Where people are away unless they say otherwise.
      if (settingsOf(row).presenceEnabled) continue;
      const status = { text: '', isAway: true, emoji: null };
      tx.record(realmId, UserStatusChanged.of({ userId: row.userId, status, previous: null }));
    }
    await recordRoleGroups(
      tx,
      realmId,
      rows.map((after) => ({ before: null, after })),
    );
    return userIds.map((userId, index) => ({ userId, apiKey: apiKeys[index] as string }));
  }

  /** One statement looks for all addresses and returns the first. */
  private async takenAmong(realmId: number, plans: readonly AccountPlan[]): Promise<string> {
    const keys = plans.map((plan) => nameKey(plan.email));
    const [first] = await this.database.query<{ key: string }>(
      `SELECT key FROM unnest($2::text[]) WITH ORDINALITY AS given (key, place)
       WHERE EXISTS (SELECT 1 FROM account WHERE realm_id = $1 AND key IN (delivery_email_key, email_key))
       ORDER BY place LIMIT 1`,
      [realmId, keys],
    );
    const repeated = keys.findIndex((key, index) => keys.indexOf(key) !== index);
    const index = first === undefined ? Math.max(0, repeated) : keys.indexOf(first.key);
    return plans[index]?.email ?? '';
  }
}

function newAccount(
  realm: RealmRecord,
  plan: AccountPlan,
  userId: number,
  nowSeconds: number,
): Omit<NewAccount, 'apiKey'> {
  // Bots are tools: their address is for everybody until somebody says otherwise.
  const settings: Partial<UserSettings> =
    plan.bot === undefined
      ? { ...realm.userSettingsDefaults, ...(plan.timezone !== undefined && { timezone: plan.timezone }) }
      : {};
  const visibility = settings.emailAddressVisibility ?? EmailAddressVisibility.Everyone;
  return {
    userId,
    realmId: realm.realmId,
    deliveryEmail: plan.email,
    email: visibility === EmailAddressVisibility.Everyone ? plan.email : hiddenEmail(userId, realm.botDomain),
    fullName: plan.fullName,
    role: plan.role,
    canCreateUsers: plan.canCreateUsers ?? false,
    isBot: plan.bot !== undefined,
    botType: plan.bot?.type ?? null,
    botOwnerId: plan.bot?.ownerId ?? null,
    isSystemBot: false,
    isProvisional: realm.waitingPeriodThreshold > 0,
    settings: storedSettings(settings),
    joinedAtSeconds: nowSeconds,
    passwordHash: plan.passwordHash,
  };
}
