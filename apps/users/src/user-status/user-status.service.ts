import {
  badRequest,
  invalidEmojiType,
  MAX_STATUS_TEXT_LENGTH,
  type Principal,
  type RealmEmoji,
  type StatusChange,
  type StatusRecord,
} from '@chat/contracts';
import { bareEmojiCode, emojiFault, findEmoji } from '@chat/markdown';
import { Database } from '@chat/persistence';
import { codePointCount } from '@chat/text';
import { Injectable } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { readStatus, recordStatus, storeStatus } from './user-status.repository.js';

@Injectable()
export class UserStatusService {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
  ) {}

  async update({ realmId, userId }: Principal, change: StatusChange): Promise<void> {
    const { away, emojiName, reactionType, scheduledEndTime } = change;
    if (emojiName && reactionType === '') throw invalidEmojiType();
    const text = checkText(change.statusText);
    const emoji = statusEmoji(change, emojiName ? await this.realms.emoji(realmId) : []);
    if ([text, away, emoji, scheduledEndTime].every((value) => value === undefined)) {
      throw badRequest('Client did not pass any new values.');
    }
    if (typeof scheduledEndTime === 'number' && scheduledEndTime * 1_000 <= Date.now()) {
      throw badRequest('Scheduled end time must be in the future.');
    }
    const { botDomain } = await this.realms.get(realmId);
    await this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, realmId, userId);
      const previous = await readStatus(tx, account);
      const newEmoji = emoji === undefined ? (previous?.emoji ?? null) : emoji;
      const shown = { text: text ?? previous?.text ?? '', emoji: newEmoji };
      const endsAtSeconds = scheduledEndTime === undefined ? endOfSame(previous, shown) : scheduledEndTime;
      await storeStatus(tx, account, { ...shown, endsAtSeconds });
      const settings = away === undefined ? undefined : { presenceEnabled: !away };
      const after = settings ? await changeAccount(tx, account, { settings }, { actorId: userId, botDomain }) : account;
      await recordStatus(tx, after, previous);
    });
  }
}

function checkText(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const text = given.trim();
  if (codePointCount(text) > MAX_STATUS_TEXT_LENGTH) {
    throw badRequest(`status_text is too long (limit: ${MAX_STATUS_TEXT_LENGTH} characters)`);
  }
  if (/\p{Cc}/u.test(text)) throw badRequest('Invalid characters in status_text!');
  return text;
}

/** A client that knows no ends sets another status: that must not end at the time of the one before. */
function endOfSame(previous: StatusRecord | null, shown: Pick<StatusRecord, 'text' | 'emoji'>): number | null {
  const isSame = previous?.text === shown.text && previous.emoji?.code === shown.emoji?.code;
  return isSame ? (previous.endsAtSeconds ?? null) : null;
}

/** The requested emoji: undefined leaves it as it is, null clears it. Throws the errors of the contract. */
function statusEmoji(
  { emojiName: name, emojiCode, reactionType }: StatusChange,
  realmEmoji: readonly RealmEmoji[],
): StatusRecord['emoji'] | undefined {
  if (name === undefined) {
    if (!emojiCode && !reactionType) return undefined;
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  if (name === '') return null;
  const named = findEmoji(name, realmEmoji);
  if (named === undefined && (emojiCode === undefined || !reactionType)) {
    throw badRequest(`Emoji '${name}' does not exist`);
  }
  const code = (emojiCode === undefined ? named?.emojiCode : bareEmojiCode(emojiCode)) ?? '';
  const kind = (reactionType || named?.reactionType) ?? 'unicode_emoji';
  const fault = emojiFault({ emojiName: name, emojiCode: code, reactionType: kind }, realmEmoji);
  if (fault !== undefined) throw badRequest(fault);
  return { name, code, kind };
}
