import { JsonText } from '@chat/redis-rpc';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import type { StatusText } from '../user-status/read-statuses.js';

const texts = new WeakMap<RealmAccounts, JsonText>();

/**
 * `user_status` of register: of everybody active who has a status, by user id, only what is set. Being away is the setting
 * `presence_enabled` by an older name. Source: public behaviour of the reference server, since feature level 148.
 */
export function statusesOnWire(accounts: RealmAccounts): JsonText {
  let text = texts.get(accounts);
  if (text === undefined) {
    const statuses: Record<number, object> = {};
    for (const { userId, isActive, settings } of accounts.users) {
      const status = accounts.statuses.get(userId);
      if (isActive && (status !== undefined || !settings.presenceEnabled)) {
        statuses[userId] = onWire(status, !settings.presenceEnabled);
      }
    }
    text = new JsonText(JSON.stringify(statuses));
    texts.set(accounts, text);
  }
  return text;
}

function onWire(status: StatusText | undefined, isAway: boolean): object {
  return {
    ...(isAway && { away: true }),
    ...(status?.text && { status_text: status.text }),
    ...(status?.emoji && {
      emoji_name: status.emoji.name,
      emoji_code: status.emoji.code,
      reaction_type: status.emoji.kind,
    }),
  };
}
