import {
  type CreatedAccount,
  EmailAddressVisibility,
  type Joining,
  type RealmRecord,
  type Role,
  refusedWithoutCode,
  serviceUnavailable,
  type UserSettings,
  UserStatusChanged,
} from '@chat/contracts';
import { Database, sqlState, type Transaction, UNIQUE_VIOLATION } from '@chat/persistence';
import type { RedisTransportClient, RequestContext } from '@chat/redis-rpc';
import { Injectable } from '@nestjs/common';
import { type AccountRow, settingsOf, storedSettings } from '../accounts/account.entity.js';
import { hiddenEmail } from '../accounts/email-address.js';
import { requirePeople } from '../accounts/find-account.js';
import { nameKey } from '../accounts/names.js';
import { ApiKeyVault } from '../api-keys/api-key-vault.js';
import { BotConfigurationEntity } from '../bot-records/bot-configuration.entity.js';
import { recordNewBot } from '../bot-records/record-bots.js';
import { recordRoleGroups } from '../system-groups/system-groups.js';
import { allocateUserIds, insertAccounts, newAccount } from './insert-accounts.js';
import { RealmProvisioningService } from './realm-provisioning.service.js';

interface BotPlan {
  readonly type: number;
  readonly ownerId: number | null;
  readonly account?: Partial<Pick<AccountRow, 'botDefaults' | 'avatarSource' | 'avatarToken'>>;
  readonly configuration?: Omit<BotConfigurationEntity, 'botId'> | undefined;
}

/** A future account with a checked name and address. */
interface AccountPlan {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  readonly canCreateUsers?: boolean;
  readonly bot?: BotPlan;
  /** Settings that the person chose; the realm's defaults apply to the others. */
  readonly settings?: Partial<UserSettings>;
  readonly joining?: Joining;
}

/** Time that the transaction and the reply take on a busy machine. */
const TIME_TO_CREATE_MS = 1_000;

/**
 * Throws a 503 if less time is left. After its deadline the client repeats the request, and an account that it does not know of, or a used
 * link, would refuse the repetition.
 */
export function requireTimeToCreate(
  { clock }: Pick<RedisTransportClient, 'clock'>,
  { deadlineMs = Number.POSITIVE_INFINITY }: RequestContext,
): void {
  if (clock.nowMs() > deadlineMs - TIME_TO_CREATE_MS) throw serviceUnavailable('users', 'not_started');
}

export const emailInUse = (email: string) => refusedWithoutCode(`Email '${email}' already in use`);

/** Makes accounts. It is the only way to make one, so every account has its key, its groups and its events. */
@Injectable()
export class AccountMaker {
  constructor(
    private readonly database: Database,
    private readonly vault: ApiKeyVault,
    private readonly provisioning: RealmProvisioningService,
  ) {}

  /** Makes all accounts or none, in the given order. Throws "Email '…' already in use". */
  async make(realm: RealmRecord, plans: readonly AccountPlan[]): Promise<CreatedAccount[]> {
    try {
      return await this.database.transaction((tx) => this.makeIn(tx, realm, plans));
    } catch (error) {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      throw emailInUse(await this.takenAmong(realm.realmId, plans));
    }
  }

  /** Does the same in a transaction of the caller. Throws a unique violation if an address is in use. */
  async makeIn(tx: Transaction, realm: RealmRecord, plans: readonly AccountPlan[]): Promise<CreatedAccount[]> {
    const { realmId } = realm;
    await this.provisioning.provisionIn(tx, realm);
    const ownerIds = plans.flatMap((plan) => plan.bot?.ownerId ?? []);
    await requirePeople(tx, realmId, ownerIds);
    const userIds = await allocateUserIds(tx, plans.length);
    const created = userIds.map((userId) => ({ userId, apiKey: this.vault.create() }));
    const accounts = plans.map((plan, index) => {
      const { userId, apiKey } = created[index] as CreatedAccount;
      const { passwordHash, joining } = plan;
      return { ...account(realm, plan, userId), apiKey: this.vault.seal(apiKey), passwordHash, joining };
    });
    await insertAccounts(tx, accounts);
    const configurations = plans.flatMap(({ bot }, index) =>
      bot?.configuration ? { ...bot.configuration, botId: userIds[index] as number } : [],
    );
    if (configurations.length > 0) await tx.getRepository(BotConfigurationEntity).insert(configurations);
    for (const made of accounts) {
      if (made.isBot) await recordNewBot(tx, made);
      // The setting "presence enabled" has an older name: being away.
      if (settingsOf(made).presenceEnabled) continue;
      const status = { text: '', isAway: true, emoji: null };
      tx.record(realmId, UserStatusChanged.of({ userId: made.userId, status, previous: null }));
    }
    const changes = accounts.map((after) => ({ before: null, after }));
    await recordRoleGroups(tx, realmId, changes);
    return created;
  }

  /** Returns the first address that an account or an earlier plan has. One statement looks for all addresses. */
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

function account(realm: RealmRecord, { email, bot, ...plan }: AccountPlan, userId: number) {
  // Bots start with the initial settings, so their addresses are visible.
  const settings: Partial<UserSettings> = bot === undefined ? { ...realm.userSettingsDefaults, ...plan.settings } : {};
  const visibility = settings.emailAddressVisibility ?? EmailAddressVisibility.Everyone;
  return newAccount({
    userId,
    realmId: realm.realmId,
    deliveryEmail: email,
    email: visibility === EmailAddressVisibility.Everyone ? email : hiddenEmail(userId, realm.botDomain),
    fullName: plan.fullName,
    role: plan.role,
    canCreateUsers: plan.canCreateUsers ?? false,
    isBot: bot !== undefined,
    botType: bot?.type ?? null,
    botOwnerId: bot?.ownerId ?? null,
    isProvisional: realm.waitingPeriodThreshold > 0,
    settings: storedSettings(settings),
    ...bot?.account,
  });
}
