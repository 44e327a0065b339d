import {
  badRequest,
  invalidEmojiType,
  MAX_STATUS_TEXT_LENGTH,
  Principal,
  type RealmEmoji,
  StatusChange,
  type StatusRecord,
  updateOwnStatus,
} from '@chat/contracts';
import { bareEmojiCode, EXTRA_EMOJI_NAME, emojiByName, namesByCode } from '@chat/markdown';
import { Database } from '@chat/persistence';
import { Actor, Handles, Parameters } from '@chat/service-kit';
import { Controller } from '@nestjs/common';
import { changeAccount } from '../account-changes/change-account.js';
import { lockAccount } from '../accounts/find-account.js';
import { Realms } from '../realm/realms.js';
import { readStatus, recordStatus, storeStatus } from './user-status.repository.js';

@Controller()
export class UserStatusController {
  constructor(
    private readonly database: Database,
    private readonly realms: Realms,
  ) {}

  @Handles(updateOwnStatus)
  async update(@Actor() { realmId, userId }: Principal, @Parameters() change: StatusChange) {
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
  if ([...text].length > MAX_STATUS_TEXT_LENGTH) {
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

type Emoji = NonNullable<StatusRecord['emoji']>;

/** The requested emoji: undefined leaves it as it is, null clears it. Throws the errors of the contract. */
function statusEmoji(
  { emojiName: name, emojiCode, reactionType }: StatusChange,
  realmEmoji: readonly RealmEmoji[],
): Emoji | null | undefined {
  if (name === undefined) {
    if (!emojiCode && !reactionType) return undefined;
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
  }
  if (name === '') return null;
  const named = emojiNamed(name, realmEmoji);
  const code = emojiCode === undefined ? named?.code : bareEmojiCode(emojiCode);
  const emoji = { name, code: code ?? '', kind: (reactionType || named?.kind) ?? 'unicode_emoji' };
  if (named === undefined && (emojiCode === undefined || !reactionType)) {
    throw badRequest(`Emoji '${name}' does not exist`);
  }
  checkEmoji(emoji, realmEmoji);
  return emoji;
}

/** Prefers the realm's own emoji to others of the same name. */
function emojiNamed(name: string, realmEmoji: readonly RealmEmoji[]): Emoji | undefined {
  const own = realmEmoji.find((emoji) => emoji.name === name && !emoji.isDeactivated);
  if (own) return { name, code: String(own.id), kind: 'realm_emoji' };
  if (name === EXTRA_EMOJI_NAME) return { name, code: name, kind: 'service_extra_emoji' };
  const code = emojiByName(name);
  return code === undefined ? undefined : { name, code, kind: 'unicode_emoji' };
}

function checkEmoji(emoji: Emoji, realmEmoji: readonly RealmEmoji[]): void {
  const { name, code, kind } = emoji;
  if (kind === 'realm_emoji') {
    checkCustomEmoji(emoji, realmEmoji);
    return;
  }
  const isKnown = kind === 'service_extra_emoji' ? code === EXTRA_EMOJI_NAME : namesByCode(code).length > 0;
  if (!isKnown) throw badRequest('Invalid emoji code.');
  const codeOfName = kind === 'service_extra_emoji' ? name : emojiByName(name);
  if (codeOfName !== code) throw badRequest('Invalid emoji name.');
}

function checkCustomEmoji({ name, code }: Emoji, realmEmoji: readonly RealmEmoji[]): void {
  const found = realmEmoji.find((emoji) => String(emoji.id) === code);
  if (!found) throw badRequest('Invalid custom emoji.');
  if (found.name !== name) throw badRequest('Invalid custom emoji name.');
  if (found.isDeactivated) throw badRequest('This custom emoji has been deactivated.');
}
