import {
  BotCreationPolicy,
  badRequest,
  GENERIC_BOT,
  insufficientPermission,
  isAdministrator,
  organizationAdministratorRequired,
  organizationOwnerRequired,
  type Principal,
  type RealmRecord,
  Role,
} from '@chat/contracts';
import { lockRealm, type Queryable, type Transaction } from '@chat/persistence';
import { AccountEntity, type AccountRow } from '../accounts/account.entity.js';
import { findAccount, lockAccount } from '../accounts/find-account.js';
import { sqlNameKey } from '../accounts/names.js';

type PolicyOfBots = Pick<RealmRecord, 'botCreationPolicy'>;

/** Throws if the policy of the realm leaves bots of this type to administrators. */
export function requireBotCreation(actor: Principal, realm: PolicyOfBots, botType: number | null): void {
  const { botCreationPolicy: policy } = realm;
  const isOpen =
    policy === BotCreationPolicy.Everyone || (policy === BotCreationPolicy.LimitGenericBots && botType !== GENERIC_BOT);
  if (!isOpen && !isAdministrator(actor.role)) throw organizationAdministratorRequired();
}

/** Owners of bots and administrators manage them; a bot that creates users needs an owner of the realm. */
export function requireManager(actor: Principal, bot: AccountRow | undefined): AccountRow {
  if (!bot?.isBot || bot.isSystemBot) throw badRequest('No such bot');
  if (actor.isBot) throw insufficientPermission();
  if (bot.botOwnerId !== actor.userId && !isAdministrator(actor.role)) throw insufficientPermission();
  if (bot.canCreateUsers && actor.role !== Role.Owner) throw organizationOwnerRequired();
  return bot;
}

/** The bot, if the actor manages it. Throws "No such bot", also for a person, and "Insufficient permission". */
export async function findManagedBot(reader: Queryable, actor: Principal, botId: number): Promise<AccountRow> {
  return requireManager(actor, await findAccount(reader, actor.realmId, botId));
}

/** The same, locked against other writers until the transaction ends. */
export async function lockManagedBot(tx: Transaction, actor: Principal, botId: number): Promise<AccountRow> {
  await findManagedBot(tx, actor, botId);
  return requireManager(actor, await lockAccount(tx, actor.realmId, botId));
}

/** Throws if another active user has the name. Locks the realm after the accounts, so that no two bots get one name. */
export async function requireFreeName(tx: Transaction, realmId: number, name: string, botId?: number): Promise<void> {
  await lockRealm(tx, realmId);
  const others = tx.getRepository(AccountEntity).createQueryBuilder('a');
  others.where('a.realmId = :realmId AND a.isActive AND a.userId <> :botId', { realmId, botId: botId ?? 0 });
  const [key, wanted] = [sqlNameKey('a.fullName'), sqlNameKey(':name::text')];
  others.andWhere(`left(${key}, 100) = left(${wanted}, 100) AND ${key} = ${wanted}`, { name });
  if (await others.getExists()) throw badRequest('Name is already in use!');
}
