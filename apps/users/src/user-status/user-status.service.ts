import {
  badRequest,
  invalidEmojiType,
  MAX_STATUS_TEXT_LENGTH,
  type Principal,
  type StatusChange,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { recordSettings } from '../account-changes/record-settings.js';
import { lockAccount } from '../accounts/find-account.js';
import { RealmRendering } from '../realm/realm-rendering.js';
import { Realms } from '../realm/realms.js';
import { recordStatus } from './record-status.js';
import { statusEmoji } from './status-emoji.js';
import { readStatus, storeStatus } from './user-status.repository.js';

@Injectable()
export class UserStatusService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
    private readonly rendering: RealmRendering,
  ) {}

  async update(actor: Principal, change: StatusChange): Promise<void> {
    const { away, emojiName, reactionType } = change;
    if (emojiName && reactionType === '') throw invalidEmojiType();
    const text = checkText(change.statusText);
    const emoji = statusEmoji(change, emojiName ? await this.rendering.emoji(actor.realmId) : []);
    if (text === undefined && away === undefined && emoji === undefined) {
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
      if (away !== undefined) {
        const settings = { presenceEnabled: !away };
        after = await changeAccount(tx, account, { settings }, { actorId: actor.userId, botDomain });
        recordSettings(tx, account, after);
      }
      await recordStatus(tx, after, previous);
    });
  }
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
