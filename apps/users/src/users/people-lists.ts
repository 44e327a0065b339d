import {
  type Account,
  type AccountReader,
  canSeeDeliveryEmail,
  memberText,
  PickType,
  type Role,
  shownUser,
  User,
  UserInState,
  writerOf,
} from '@chat/contracts';
import { SharedList, TextBlock } from '@chat/register-state';
import type { ProfileData } from '../profile-data/profile-values.entity.js';
import { indexById, type RealmAccounts } from '../realm-accounts/realm-accounts.js';

/** A list of users with a choice of fields. */
export type PeopleList = 'members' | 'members with profiles' | 'active' | 'deactivated' | 'system bots';

/*
 * A list consists of blocks, which readers with the same rights share. After a change only the blocks with a changed user are
 * written again. All readers with a role see the same list, except for a reader's own address that the role may not see.
 */

interface WrittenList {
  readonly accounts: RealmAccounts;
  /** Blocks of USERS_PER_BLOCK accounts each; empty if none of them belongs to the list. */
  readonly blocks: readonly TextBlock[];
}

const USERS_PER_BLOCK = 128;
/** UTF-16 units of all cached lists together; the least recently used list is evicted first. */
const MAX_CACHED_LENGTH = 32 * 1024 * 1024;
/** A list keeps the accounts of its moment in memory, which need more space than the texts of a small realm. */
const MAX_CACHED_LISTS = 1_000;
/** No user has this id. Only the role of the reader decides. */
const NO_USER_ID = 0;

const cachedLists = new Map<string, WrittenList>();

/** The list as the reader sees it, as the text of a JSON array. */
export const peopleList = (...list: Parameters<typeof sharedPeopleList>): string => sharedPeopleList(...list).text;

/** The list in shared blocks. Only a block with an address that the reader alone may see is the reader's own. */
export function sharedPeopleList(
  list: PeopleList,
  accounts: RealmAccounts,
  reader: AccountReader,
  clientExtavatar: boolean,
): SharedList {
  const write = (index: number, as: AccountReader) => writtenBlock(list, accounts, index, as, clientExtavatar);
  const likeOthers = reader && { ...reader, userId: NO_USER_ID };
  const [first] = accounts.users;
  const name = `${first?.userId} ${list} ${reader?.role satisfies Role | undefined} ${clientExtavatar}`;
  let blocks: readonly (TextBlock | string)[] = cachedBlocks(name, accounts, (index) => {
    return new TextBlock(write(index, likeOthers));
  });
  const ownIndex = reader === null ? -1 : indexById(accounts.users, reader.userId, ({ userId }) => userId);
  const own = accounts.users[ownIndex];
  if (own !== undefined && own.userId === reader?.userId && !canSeeDeliveryEmail(likeOthers, own)) {
    const block = Math.floor(ownIndex / USERS_PER_BLOCK);
    blocks = blocks.with(block, write(block, reader));
  }
  return new SharedList(blocks);
}

function cachedBlocks(name: string, accounts: RealmAccounts, write: (index: number) => TextBlock) {
  const before = cachedLists.get(name);
  cachedLists.delete(name);
  const count = Math.ceil(accounts.users.length / USERS_PER_BLOCK);
  const blocks =
    before?.accounts === accounts
      ? before.blocks
      : Array.from({ length: count }, (_, index) => {
          const block = before && isSameBlock(before.accounts, accounts, index) ? before.blocks[index] : undefined;
          return block ?? write(index);
        });
  cachedLists.set(name, { accounts, blocks });
  evict();
  return blocks;
}

function evict(): void {
  let length = 0;
  for (const { blocks } of cachedLists.values()) for (const block of blocks) length += block.elements.length;
  for (const [name, { blocks }] of cachedLists) {
    if ((length <= MAX_CACHED_LENGTH && cachedLists.size <= MAX_CACHED_LISTS) || cachedLists.size === 1) return;
    for (const block of blocks) length -= block.elements.length;
    cachedLists.delete(name);
  }
}

const blockOf = ({ users }: RealmAccounts, index: number): readonly Account[] =>
  users.slice(index * USERS_PER_BLOCK, (index + 1) * USERS_PER_BLOCK);

function isSameBlock(before: RealmAccounts, now: RealmAccounts, index: number): boolean {
  const [was, is] = [blockOf(before, index), blockOf(now, index)];
  return (
    was.length === is.length &&
    is.every((user, place) => user === was[place] && now.profiles.get(user.userId) === before.profiles.get(user.userId))
  );
}

function writtenBlock(
  list: PeopleList,
  accounts: RealmAccounts,
  index: number,
  reader: AccountReader,
  clientExtavatar: boolean,
): string {
  const items: string[] = [];
  for (const user of blockOf(accounts, index)) {
    if (!isIn(list, user)) continue;
    const members = userMembers(user, reader, clientExtavatar);
    const profile = list === 'members' || list === 'system bots' ? '' : profileMember(user, accounts.profiles);
    items.push(`{${members}${activity(list, user)}${profile}}`);
  }
  return items.join(',');
}

/** The lists of register need no `is_active`: all their users are active, or none is. */
function activity(list: PeopleList, { isActive }: Account): string {
  if (list === 'active' || list === 'deactivated') return '';
  const active = `,${memberText<User>('is_active', String(isActive))}`;
  return list === 'system bots' ? `${active},${memberText<User>('is_system_bot', 'true')}` : active;
}

function isIn(list: PeopleList, user: Account): boolean {
  if (list === 'system bots' || user.isSystemBot) return list === 'system bots' && user.isSystemBot === true;
  if (list === 'active' || list === 'deactivated') return user.isActive === (list === 'active');
  return true;
}

/*
 * Users as JSON text. Texts are cached by their object for its life: when one user of ten thousand changes, the texts of the others
 * are used again (see RealmAccounts). A text varies only with the reader's right to see the address, and with clients that compute
 * the picture themselves.
 */

const writeUser = writerOf(UserInState);
const writeProfile = writerOf(PickType(User, ['profileData']));
const profileText = (profileData: ProfileData) => `,${JSON.stringify(writeProfile({ profileData })).slice(1, -1)}`;
const NO_PROFILE = profileText({});
const texts = new WeakMap<Account, Map<number, string>>();
const profileTexts = new WeakMap<ProfileData, string>();

/** The members of the user's JSON object, without `is_active`. */
function userMembers(user: Account, reader: AccountReader, clientExtavatar: boolean): string {
  const known = texts.get(user) ?? new Map<number, string>();
  const variant = (canSeeDeliveryEmail(reader, user) ? 1 : 0) + (clientExtavatar ? 2 : 0);
  let text = known.get(variant);
  if (text === undefined) {
    const { isActive: _, ...fields } = shownUser(user, reader, clientExtavatar);
    text = JSON.stringify(writeUser(fields)).slice(1, -1);
    texts.set(user, known.set(variant, text));
  }
  return text;
}

/** `,"profile_data":{…}`; bots have none. */
function profileMember(user: Account, profiles: ReadonlyMap<number, ProfileData>): string {
  if (user.isBot) return '';
  const profile = profiles.get(user.userId);
  if (profile === undefined) return NO_PROFILE;
  const text = profileTexts.get(profile) ?? profileText(profile);
  profileTexts.set(profile, text);
  return text;
}
