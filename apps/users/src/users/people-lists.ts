import {
  type Account,
  type AccountReader,
  canSeeDeliveryEmail,
  memberText,
  type Role,
  type User,
} from '@chat/contracts';
import { SharedList, TextBlock } from '@chat/register-state';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import { profileMember, userMembers } from './people-text.js';

/** Which users, and what of them. */
export type PeopleList = 'members' | 'members with profiles' | 'active' | 'deactivated' | 'system bots';

/*
 * A list is written in blocks, which are kept for those who ask the same: after a change only the blocks with somebody in them who
 * changed are written anew. Everybody of a role sees the same, but whoever's own address is hidden from their role.
 */

interface WrittenList {
  readonly accounts: RealmAccounts;
  /** Of as many users each; empty where none of them is in the list. */
  readonly blocks: readonly TextBlock[];
}

const USERS_PER_BLOCK = 128;
/** Of UTF-16 units, all cached lists together; the least recently used is evicted first. */
const MAX_CACHED_LENGTH = 32 * 1024 * 1024;
/** Each holds on to its realm's accounts as they were, which of a small realm are much more than the texts. */
const MAX_CACHED_LISTS = 1_000;
/** Nobody's id: sees what everybody of the role sees. */
const NO_USER_ID = 0;

const cachedLists = new Map<string, WrittenList>();

/** The list as the reader sees it, as the text of a JSON array. */
export function peopleList(
  list: PeopleList,
  accounts: RealmAccounts,
  reader: AccountReader,
  clientExtavatar: boolean,
): string {
  return sharedPeopleList(list, accounts, reader, clientExtavatar).text;
}

/** The same in blocks that all who see the same share, but the one with the reader's own address where only the reader sees it. */
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
  const shared = cachedBlocks(name, accounts, (index) => new TextBlock(write(index, likeOthers)));
  let blocks: readonly (TextBlock | string)[] = shared;
  const own = reader === null ? -1 : placeOf(accounts.users, reader.userId);
  if (own >= 0 && !canSeeDeliveryEmail(likeOthers, accounts.users[own] as Account)) {
    const block = Math.floor(own / USERS_PER_BLOCK);
    blocks = blocks.with(block, write(block, reader));
  }
  return new SharedList(blocks);
}

function cachedBlocks(
  name: string,
  accounts: RealmAccounts,
  write: (index: number) => TextBlock,
): readonly TextBlock[] {
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

function isSameBlock(before: RealmAccounts, now: RealmAccounts, index: number): boolean {
  const from = index * USERS_PER_BLOCK;
  const to = Math.min(from + USERS_PER_BLOCK, now.users.length);
  if (to !== Math.min(from + USERS_PER_BLOCK, before.users.length)) return false;
  for (let place = from; place < to; place++) {
    const user = now.users[place] as Account;
    if (user !== before.users[place]) return false;
    if (now.profiles.get(user.userId) !== before.profiles.get(user.userId)) return false;
  }
  return true;
}

function writtenBlock(
  list: PeopleList,
  { users, profiles }: RealmAccounts,
  index: number,
  reader: AccountReader,
  clientExtavatar: boolean,
): string {
  const items: string[] = [];
  for (const user of users.slice(index * USERS_PER_BLOCK, (index + 1) * USERS_PER_BLOCK)) {
    if (!isIn(list, user)) continue;
    const members = userMembers(user, reader, clientExtavatar);
    const profile = list === 'members' || list === 'system bots' ? '' : profileMember(user, profiles);
    items.push(`{${members}${activity(list, user)}${profile}}`);
  }
  return items.join(',');
}

/** Of those in register's lists the list says it. */
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

/** Where the user is in a list that ascends by id; -1 for nobody. */
function placeOf(users: readonly Account[], userId: number): number {
  let from = 0;
  let to = users.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((users[middle] as Account).userId < userId) from = middle + 1;
    else to = middle;
  }
  return users[from]?.userId === userId ? from : -1;
}
