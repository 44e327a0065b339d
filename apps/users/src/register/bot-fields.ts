import { Bot, shownBot, writerOf } from '@chat/contracts';
import type { ApiKeyVault } from '../api-keys/api-key-vault.js';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import type { OwnState } from './read-own-state.js';

const write = writerOf(Bot);

/** `realm_bots` of register: the caller's own bots, and for administrators everybody's. Deactivated ones too. */
export function botFields({ account, bots }: OwnState, { users }: RealmAccounts, vault: ApiKeyVault): unknown[] {
  if (account === undefined || bots.length === 0) return [];
  const keys = new Map(bots.map(({ userId, sealedApiKey }) => [userId, sealedApiKey]));
  return users.flatMap((user) => {
    const sealed = user.isBot ? keys.get(user.userId) : undefined;
    return sealed === undefined ? [] : write(shownBot(user, account, vault.openOrEmpty(Buffer.from(sealed, 'base64'))));
  });
}
