import {
  type AccountReader,
  Bot,
  type RegisterFields,
  shownBot,
  shownServices,
  UserGroup,
  UserStatus,
  writerOf,
} from '@chat/contracts';
import { JsonText } from '@chat/redis-rpc';
import { SharedList, TextBlock } from '@chat/register-state';
import type { ApiKeyVault } from '../api-keys/api-key-vault.js';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import { type PeopleList, sharedPeopleList } from '../users/people-lists.js';
import type { OwnState } from './own-fields.js';

const writeBot = writerOf(Bot);
const writeGroup = writerOf(UserGroup);
const writeStatus = writerOf(UserStatus);

/** `realm_bots` of register: the caller's own bots and, for administrators, all bots, with deactivated bots. */
export function botList({ account, bots }: OwnState, { users }: RealmAccounts, vault: ApiKeyVault): unknown[] {
  if (account === undefined || bots.length === 0) return [];
  const sealedBots = new Map(bots.map((bot) => [bot.userId, bot]));
  const open = (sealed: string) => vault.openOrEmpty(Buffer.from(sealed, 'base64'));
  return users.flatMap((user) => {
    const sealed = user.isBot ? sealedBots.get(user.userId) : undefined;
    if (sealed === undefined) return [];
    const services = shownServices(user, sealed.configuration, open);
    return writeBot(shownBot(user, account, { apiKey: open(sealed.sealedApiKey), services }));
  });
}

/** The result of `make` for an object, cached for the life of the object. */
function cachedBy<Source extends object, Value>(make: (source: Source) => Value): (source: Source) => Value {
  const values = new WeakMap<Source, Value>();
  return (source) => {
    const value = values.get(source) ?? make(source);
    values.set(source, value);
    return value;
  };
}

const groupText = cachedBy((group: UserGroup) => JSON.stringify(writeGroup(group)));

/** `realm_user_groups` of register. Cached as one shared block, since a system group may contain the whole realm. */
export const groupList = cachedBy(
  (groups: readonly UserGroup[]) => new SharedList([new TextBlock(groups.map(groupText).join(','))]),
);

/** The users and system bots of register. Spectators (null) see only the bots. */
export function peopleFields(accounts: RealmAccounts, reader: AccountReader, clientExtavatar: boolean): RegisterFields {
  const shared = (list: PeopleList) => sharedPeopleList(list, accounts, reader, clientExtavatar);
  return {
    realm_users: reader === null ? [] : shared('active'),
    realm_non_active_users: reader === null ? [] : shared('deactivated'),
    cross_realm_bots: shared('system bots'),
  };
}

/**
 * `user_status` of register: the statuses of active users by user id, without empty fields. Being away is an older name of the
 * setting `presence_enabled`. Source: public behaviour of the reference server, since feature level 148.
 */
const shownStatuses = cachedBy((accounts: RealmAccounts) => {
  const shown: Record<number, object> = {};
  for (const { userId, isActive, settings } of accounts.users) {
    const status = accounts.statuses.get(userId);
    const isAway = !settings.presenceEnabled;
    if (!isActive || (status === undefined && !isAway)) continue;
    const { name: emojiName, code: emojiCode, kind: reactionType } = status?.emoji ?? {};
    const statusText = status?.text || undefined;
    shown[userId] = writeStatus({ away: isAway || undefined, emojiName, emojiCode, reactionType, statusText });
  }
  return shown;
});
const sharedStatusList = cachedBy((accounts: RealmAccounts) => new JsonText(JSON.stringify(shownStatuses(accounts))));

/** Only the reader's own status has its end. */
export function statusList(accounts: RealmAccounts, readerId: number): JsonText {
  const scheduledEndTime = accounts.statuses.get(readerId)?.endsAtSeconds ?? undefined;
  if (scheduledEndTime === undefined) return sharedStatusList(accounts);
  const shown = shownStatuses(accounts);
  const own = { ...shown[readerId], ...writeStatus({ scheduledEndTime }) };
  return new JsonText(JSON.stringify({ ...shown, [readerId]: own }));
}
