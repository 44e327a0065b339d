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
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { statusEmoji } from './status-emoji.js';
import { readStatus, recordStatus, storeStatus } from './user-status.repository.js';

@Injectable()
export class UserStatusService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
  ) {}

  async update({ realmId, userId }: Principal, change: StatusChange): Promise<void> {
    const { away, emojiName, reactionType } = change;
    if (emojiName && reactionType === '') throw invalidEmojiType();
    const text = checkText(change.statusText);
    const emoji = statusEmoji(change, emojiName ? await this.realms.emoji(realmId) : []);
    if (text === undefined && away === undefined && emoji === undefined) {
      throw badRequest('Client did not pass any new values.');
    }
    const { botDomain } = await this.realms.get(realmId);
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, realmId, userId);
      const previous = await readStatus(tx, account);
      const newEmoji = emoji === undefined ? (previous?.emoji ?? null) : emoji;
      await storeStatus(tx, account, { text: text ?? previous?.text ?? '', emoji: newEmoji });
      const settings = away === undefined ? undefined : { presenceEnabled: !away };
      const after = settings ? await changeAccount(tx, account, { settings }, { actorId: userId, botDomain }) : account;
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
