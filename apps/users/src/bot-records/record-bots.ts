import { type Account, BotChanged, BotsInViewChanged, isAdministrator, MAX_BOTS_PER_EVENT } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { type AccountRow, ApiKeyEntity, toAccount } from '../accounts/account.entity.js';
import { BotConfigurationEntity, toConfiguration } from './bot-configuration.entity.js';
import { readBots } from './read-bots.js';

/** Fields with changes that the owner and administrators receive. */
const PUBLISHED_FIELDS = [
  'fullName',
  'email',
  'isActive',
  'botOwnerId',
  'botDefaults',
  'avatarSource',
  'avatarVersion',
  'avatarToken',
] as const;

/** Secrets and configuration that a bot received in the same transaction. */
interface NewParts {
  readonly isKeyNew?: boolean;
  /** A part that only its owner's services see, or a part of the service if `isServiceNew`. */
  readonly isConfigurationNew?: boolean;
  readonly isServiceNew?: boolean;
}

export function recordNewBot(tx: Transaction, bot: AccountRow): Promise<void> {
  return record(tx, bot, null, {});
}

/** Records a change of a published field, or new parts, unless the account is a person or a system bot. */
export async function recordBotChange(
  tx: Transaction,
  bot: AccountRow,
  previous: Partial<Account>,
  parts: NewParts = {},
) {
  const isPublished = PUBLISHED_FIELDS.some((name) => previous[name] !== undefined);
  if (!bot.isBot || bot.isSystemBot || !(isPublished || Object.values(parts).includes(true))) return;
  await record(tx, bot, previous, parts);
}

async function record(
  tx: Transaction,
  bot: AccountRow,
  previous: Partial<Account> | null,
  { isKeyNew = false, isServiceNew = false }: NewParts,
) {
  const { userId, realmId } = bot;
  const { encrypted } = await tx.getRepository(ApiKeyEntity).findOneByOrFail({ userId });
  const configuration = toConfiguration(await tx.getRepository(BotConfigurationEntity).findOneBy({ botId: userId }));
  const changed = { userId, user: toAccount(bot), sealedApiKey: encrypted.toString('base64'), configuration };
  tx.record(realmId, BotChanged.of({ ...changed, previous, isKeyNew, isServiceNew }));
}

/** Records the bots that a new role shows to the user or hides. */
export async function recordBotsInView(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  const isInView = isAdministrator(after.role);
  if (isInView === isAdministrator(before.role)) return;
  const { realmId, userId } = after;
  const bots = (await readBots(tx, realmId)).filter(({ user }) => user.botOwnerId !== userId);
  for (let from = 0; from < bots.length; from += MAX_BOTS_PER_EVENT) {
    const page = bots.slice(from, from + MAX_BOTS_PER_EVENT);
    tx.record(realmId, BotsInViewChanged.of({ userId, isInView, bots: page }));
  }
}
