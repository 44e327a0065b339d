import { badRequest, MAX_STATUS_TEXT_LENGTH, UpdateOwnStatus, type UserStatus } from '@chat/contracts';
import { Database, type Transaction } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { recordSettings } from '../account-changes/record-settings.js';
import type { AccountRow } from '../accounts/account.row.js';
import { lockAccount } from '../accounts/find-account.js';
import { RealmFacts } from '../realm/realm-facts.js';
import { RealmRendering } from '../realm/realm-rendering.js';
import { readStatus } from './read-statuses.js';
import { recordStatus } from './record-status.js';
import { statusEmoji } from './status-emoji.js';

@Injectable()
export class UserStatusService {
  constructor(
    private readonly database: Database,
    private readonly realms: RealmFacts,
    private readonly rendering: RealmRendering,
  ) {}

  async handle(request: UpdateOwnStatus): Promise<Record<string, never>> {
    const { actor, isAway } = request;
    const text = checkText(request.text);
    const needsRealmEmoji = request.emojiName !== undefined && request.emojiName !== '';
    const emoji = statusEmoji(request, needsRealmEmoji ? await this.rendering.emoji(actor.realmId) : []);
    if (text === undefined && isAway === undefined && emoji === undefined) {
      throw badRequest('Client did not pass any new values.');
    }
    const { botDomain } = await this.realms.get(actor.realmId);
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, actor.realmId, actor.userId);
      const previous = await readStatus(tx, account);
      await storeStatus(tx, account, {
        text: text ?? previous?.text ?? '',
        emoji: emoji === undefined ? (previous?.emoji ?? null) : emoji,
      });
      let after = account;
      if (isAway !== undefined) {
        const change = { settings: { presenceEnabled: !isAway } };
        after = await changeAccount(tx, account, change, { actorId: actor.userId, botDomain });
        recordSettings(tx, account, after);
      }
      await recordStatus(tx, after, previous);
    });
    return {};
  }
}

async function storeStatus(
  tx: Transaction,
  { userId, realmId }: AccountRow,
  { text, emoji }: Pick<UserStatus, 'text' | 'emoji'>,
): Promise<void> {
  if (text === '' && emoji === null) {
    await tx.query('DELETE FROM user_status WHERE user_id = $1', [userId]);
    return;
  }
  await tx.query(
    `INSERT INTO user_status (user_id, realm_id, text, emoji_name, emoji_code, emoji_kind) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id) DO UPDATE SET text = excluded.text, emoji_name = excluded.emoji_name,
       emoji_code = excluded.emoji_code, emoji_kind = excluded.emoji_kind`,
    [userId, realmId, text, emoji?.name ?? null, emoji?.code ?? null, emoji?.kind ?? null],
  );
}

function checkText(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const text = given.trim();
  if ([...text].length > MAX_STATUS_TEXT_LENGTH) {
    throw badRequest(`status_text is too long (limit: ${MAX_STATUS_TEXT_LENGTH} characters)`);
  }
  if (/\p{Cc}/u.test(text)) throw badRequest('Invalid characters in status_text!');
  return text;
}
