import { type AccountReader, canSeeDeliveryEmail } from '@chat/auth';
import type { DirectoryUser } from '@chat/contracts';
import { KeptTexts } from '../directory/kept-texts.js';
import type { RealmAccounts } from '../directory/realm-accounts.js';
import { profileMember, userMembers } from './people-text.js';

/** Which users, and what of them. */
export type PeopleList = 'members' | 'members with profiles' | 'active' | 'deactivated' | 'system bots';

const keptTexts = new KeptTexts();
/** Nobody's id: sees what everybody of the role sees. */
const NO_USER_ID = 0;

/** The list as the reader sees it, as the text of a JSON array. */
export function peopleList(
  list: PeopleList,
  accounts: RealmAccounts,
  reader: AccountReader,
  clientExtavatar: boolean,
): string {
  const make = () => written(list, accounts, reader, clientExtavatar);
  if (!seesLikeOthers(accounts, reader)) return make();
  return keptTexts.get(accounts, `${list} ${reader?.role} ${clientExtavatar}`, make);
}

/** Whether everybody of the reader's role sees the same; not so whoever's own address is hidden from their role. */
function seesLikeOthers({ users }: RealmAccounts, reader: AccountReader): boolean {
  if (reader === null) return true;
  const self = userById(users, reader.userId);
  return self === undefined || canSeeDeliveryEmail({ ...reader, userId: NO_USER_ID }, self);
}

function written(
  list: PeopleList,
  { users, profiles }: RealmAccounts,
  reader: AccountReader,
  clientExtavatar: boolean,
): string {
  const items: string[] = [];
  for (const user of users) {
    if (!isIn(list, user)) continue;
    const members = userMembers(user, reader, clientExtavatar);
    const profile = list === 'members' ? '' : profileMember(user, profiles);
    items.push(`{${members}${list === 'active' || list === 'deactivated' ? '' : activity(list, user)}${profile}}`);
  }
  return `[${items.join(',')}]`;
}

/** Of those in register's lists the list says it. */
const activity = (list: PeopleList, { isActive }: DirectoryUser): string =>
  list === 'system bots' ? `,"is_active":${isActive},"is_system_bot":true` : `,"is_active":${isActive}`;

function isIn(list: PeopleList, user: DirectoryUser): boolean {
  if (list === 'system bots' || user.isSystemBot) return list === 'system bots' && user.isSystemBot === true;
  if (list === 'active' || list === 'deactivated') return user.isActive === (list === 'active');
  return true;
}

function userById(users: readonly DirectoryUser[], userId: number): DirectoryUser | undefined {
  let from = 0;
  let to = users.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((users[middle] as DirectoryUser).userId < userId) from = middle + 1;
    else to = middle;
  }
  const found = users[from];
  return found?.userId === userId ? found : undefined;
}
