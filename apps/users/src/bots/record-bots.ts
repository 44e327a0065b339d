import {
  type Account,
  BotChanged,
  BotsInViewChanged,
  type BotWithKey,
  isAdministrator,
  MAX_BOTS_PER_EVENT,
} from '@chat/contracts';
import type { Transaction } from '@chat/persistence';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from '../accounts/account.row.js';
import { ApiKeyEntity } from '../accounts/api-key.entity.js';

/** Fields whose changes are published to the owner and to administrators. */
const PUBLISHED_FIELDS = [
  'fullName',
  'isActive',
  'botOwnerId',
  'avatarSource',
  'avatarVersion',
  'avatarToken',
] as const;

/** Bots that belong to people; the realm's own are nobody's. */
const isOwnedBot = (account: Pick<AccountRow, 'isBot' | 'isSystemBot'>): boolean =>
  account.isBot && !account.isSystemBot;

/** Records a new bot. */
export function recordNewBot(tx: Transaction, bot: AccountRow, encryptedKey: Buffer): void {
  const { userId, realmId } = bot;
  const sealedApiKey = encryptedKey.toString('base64');
  tx.record(realmId, BotChanged.of({ userId, user: toAccount(bot), sealedApiKey, previous: null, isKeyNew: false }));
}

/** Records a change of a published field, or a new key. */
export async function recordBotChange(
  tx: Transaction,
  bot: AccountRow,
  previous: Partial<Account>,
  isKeyNew = false,
): Promise<void> {
  if (!isOwnedBot(bot) || (!isKeyNew && PUBLISHED_FIELDS.every((name) => previous[name] === undefined))) return;
  const { userId, realmId } = bot;
  const { encrypted } = await tx.getRepository(ApiKeyEntity).findOneByOrFail({ userId });
  const sealedApiKey = encrypted.toString('base64');
  tx.record(realmId, BotChanged.of({ userId, user: toAccount(bot), sealedApiKey, previous, isKeyNew }));
}

/** Records whose bots come into somebody's view, or leave it, with another role. One statement reads bots and keys. */
export async function recordBotsInView(tx: Transaction, before: AccountRow, after: AccountRow): Promise<void> {
  const isInView = isAdministrator(after.role);
  if (isInView === isAdministrator(before.role)) return;
  const { realmId, userId } = after;
  const rows = await tx.query<AccountRow & Pick<BotWithKey, 'sealedApiKey'>>(
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
