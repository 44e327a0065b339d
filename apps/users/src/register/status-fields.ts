import { UserStatus, writerOf } from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import type { StatusText } from '../user-status/user-status.repository.js';

const write = writerOf(UserStatus);

const texts = new WeakMap<RealmAccounts, JsonText>();

/**
 * `user_status` of register: of everybody active who has a status, by user id, only what is set. Being away is the setting
 * `presence_enabled` by an older name. Source: public behaviour of the reference server, since feature level 148.
 */
export function statusList(accounts: RealmAccounts): JsonText {
  let text = texts.get(accounts);
  if (text === undefined) {
    const statuses: Record<number, unknown> = {};
    for (const { userId, isActive, settings } of accounts.users) {
      const status = accounts.statuses.get(userId);
      if (isActive && (status !== undefined || !settings.presenceEnabled)) {
        statuses[userId] = write(fieldsOf(status, !settings.presenceEnabled));
      }
    }
    text = new JsonText(JSON.stringify(statuses));
    texts.set(accounts, text);
  }
  return text;
}

function fieldsOf(status: StatusText | undefined, isAway: boolean): UserStatus {
  return {
    ...(isAway && { away: true }),
    ...(status?.text && { statusText: status.text }),
    ...(status?.emoji && {
      emojiName: status.emoji.name,
      emojiCode: status.emoji.code,
      reactionType: status.emoji.kind,
    }),
  };
}
