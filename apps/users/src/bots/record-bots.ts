import { type Account, BotChanged, BotsInViewChanged, isAdministrator, MAX_BOTS_PER_EVENT } from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow, ApiKeyEntity, toAccount } from '../accounts/account.entity.js';

/** Fields with changes that the owner and administrators receive. */
const PUBLISHED_FIELDS = [
  'fullName',
  'isActive',
  'botOwnerId',
  'avatarSource',
  'avatarVersion',
  'avatarToken',
] as const;

export function recordNewBot(tx: Transaction, bot: AccountRow, encryptedKey: Buffer): void {
  record(tx, bot, encryptedKey, null, false);
}

/** Records a change of a published field, or a new key, unless the account is a person or a system bot. */
export async function recordBotChange(tx: Transaction, bot: AccountRow, previous: Partial<Account>, isKeyNew = false) {
  const isPublished = isKeyNew || PUBLISHED_FIELDS.some((name) => previous[name] !== undefined);
  if (!bot.isBot || bot.isSystemBot || !isPublished) return;
  const { encrypted } = await tx.getRepository(ApiKeyEntity).findOneByOrFail({ userId: bot.userId });
  record(tx, bot, encrypted, previous, isKeyNew);
}

function record(tx: Transaction, bot: AccountRow, key: Buffer, previous: Partial<Account> | null, isKeyNew: boolean) {
  const { userId, realmId } = bot;
  const sealedApiKey = key.toString('base64');
  tx.record(realmId, BotChanged.of({ userId, user: toAccount(bot), sealedApiKey, previous, isKeyNew }));
}

/** Records the bots that a new role shows to the user or hides. One statement reads bots and keys. */
export async function recordBotsInView(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  const isInView = isAdministrator(after.role);
  if (isInView === isAdministrator(before.role)) return;
  const { realmId, userId } = after;
  const rows = await tx.query<AccountRow & { readonly sealedApiKey: string }>(
    `SELECT ${ACCOUNT_COLUMNS}, translate(encode(k.key_encrypted, 'base64'), E'\\n', '') AS "sealedApiKey"
     FROM account a JOIN api_key k USING (user_id)
     WHERE a.realm_id = $1 AND a.is_bot AND NOT a.is_system_bot AND a.bot_owner_id IS DISTINCT FROM $2 ORDER BY a.user_id`,
    [realmId, userId],
  );
  const bots = rows.map((row) => ({ user: toAccount(row), sealedApiKey: row.sealedApiKey }));
  for (let from = 0; from < bots.length; from += MAX_BOTS_PER_EVENT) {
    const page = bots.slice(from, from + MAX_BOTS_PER_EVENT);
    tx.record(realmId, BotsInViewChanged.of({ userId, isInView, bots: page }));
  }
}
