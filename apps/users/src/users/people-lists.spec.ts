import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  type Account,
  type AccountReader,
  CrossRealmBot,
  canSeeDeliveryEmail,
  EmailAddressVisibility,
  Role,
  shownUser,
  User,
  UserInState,
  writerOf,
} from '@chat/contracts';
import { TextBlock } from '@chat/register-state';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RealmAccounts } from '../realm-accounts/realm-accounts.js';
import { type PeopleList, peopleList, sharedPeopleList } from './people-lists.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const ROLES = Object.values(Role);
const VISIBILITIES = Object.values(EmailAddressVisibility);

const userOf = (userId: number, more: Partial<Account> = {}): Account => ({
  userId,
  email: `user${userId}@chat.example`,
  deliveryEmail: `person${userId}@example.com`,
  emailAddressVisibility: VISIBILITIES[userId % VISIBILITIES.length] as EmailAddressVisibility,
  fullName: `Person "${userId}"`,
  role: ROLES[userId % ROLES.length] as Role,
  isActive: userId % 7 !== 0,
  isBillingAdmin: false,
  isBot: userId % 11 === 0,
  botType: userId % 11 === 0 ? 1 : null,
  botOwnerId: null,
  isSystemBot: userId % 50 === 1,
  avatarSource: 'G',
  avatarVersion: 1,
  timezone: '',
  joinedAtSeconds: 1_700_000_000,
  settings: {} as Account['settings'],
  alertWords: [],
  ...more,
});

/** The expected list, written without blocks and caches. */
function plainly({ users, profiles }: RealmAccounts, list: PeopleList, reader: AccountReader, ext: boolean): unknown {
  const people = users.filter((user) => user.isSystemBot !== true);
  const profile = ({ userId, isBot }: Account) => (isBot ? {} : { profileData: profiles.get(userId) ?? {} });
  const inState = (user: Account) => {
    const { isActive: _, ...fields } = shownUser(user, reader, ext);
    return writerOf(UserInState)({ ...fields, ...profile(user) });
  };
  switch (list) {
    case 'members':
      return people.map((user) => writerOf(User)(shownUser(user, reader, ext)));
    case 'members with profiles':
      return people.map((user) => writerOf(User)({ ...shownUser(user, reader, ext), ...profile(user) }));
    case 'active':
      return people.filter((user) => user.isActive).map(inState);
    case 'deactivated':
      return people.filter((user) => !user.isActive).map(inState);
    default:
      return users
        .filter((user) => user.isSystemBot)
        .map((user) => writerOf(CrossRealmBot)({ ...shownUser(user, reader, ext), isSystemBot: true }));
  }
}

const LISTS: PeopleList[] = ['members', 'members with profiles', 'active', 'deactivated', 'system bots'];

describe('a list of people', () => {
  it('contains the fields that each reader may see, for any earlier readers and changes', () => {
    let accounts: RealmAccounts = {
      users: Array.from({ length: 300 }, (_, index) => userOf(index * 2 + 2)),
      groups: [],
      profiles: new Map([[4, { 1: { value: 'x' } }]]),
      statuses: new Map(),
      mutedUsers: new Map(),
    };
    const step = fc.record({
      kind: fc.constantFrom('change', 'join', 'profile', 'none'),
      place: fc.nat(10_000),
      list: fc.constantFrom(...LISTS),
      role: fc.constantFrom(...ROLES),
      isSpectator: fc.boolean(),
      isSelf: fc.boolean(),
      clientExtavatar: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        for (const { kind, place, list, role, isSpectator, isSelf, clientExtavatar } of steps) {
          accounts = changed(accounts, kind, place);
          const { users } = accounts;
          const self = users[place % users.length] as Account;
          const user = isSelf ? { userId: self.userId, role: self.role } : { userId: 1_000_000, role };
          const reader = isSpectator && !isSelf ? null : user;

          const text = peopleList(list, accounts, reader, clientExtavatar);

          expect(JSON.parse(text)).toEqual(plainly(accounts, list, reader, clientExtavatar));
        }
      }),
      { numRuns: 10 },
    );
  });

  it("shares all blocks except the block with the reader's own hidden address", () => {
    const users = Array.from({ length: 300 }, (_, index) => userOf(index * 2 + 2));
    const accounts: RealmAccounts = {
      users,
      groups: [],
      profiles: new Map(),
      statuses: new Map(),
      mutedUsers: new Map(),
    };
    const blocksFor = (userId: number) =>
      sharedPeopleList('active', accounts, { userId, role: Role.Member }, true).blocks.map((block) =>
        block instanceof TextBlock ? block.name : 'own',
      );
    const hidden = users.find((user) => !canSeeDeliveryEmail({ userId: 0, role: Role.Member }, user)) as Account;

    const [first, ...others] = blocksFor(hidden.userId);

    expect(first).toBe('own');
    expect(others).toEqual(blocksFor(1_000_000).slice(1));
    expect(others).not.toContain('own');
  });

  it('of an unused realm does not keep its accounts in memory', async () => {
    const realms: WeakRef<RealmAccounts>[] = [];
    for (let n = 0; n < 1_200; n++) {
      const accounts = {
        ...{ users: [userOf(10_000_000 + n)], groups: [] },
        ...{ profiles: new Map(), statuses: new Map(), mutedUsers: new Map() },
      };
      peopleList('active', accounts, null, true);
      realms.push(new WeakRef(accounts));
    }
    // The target of a WeakRef lives until the end of the current job.
    await sleep(0);
    collectGarbage();

    const alive = realms.map((realm) => realm.deref() !== undefined);
    expect(alive.filter(Boolean).length).toBeLessThanOrEqual(1_000);
    expect(alive.lastIndexOf(false)).toBeLessThan(alive.indexOf(true));
    expect(alive.at(-1)).toBe(true);
  });
});

function changed(accounts: RealmAccounts, kind: string, place: number): RealmAccounts {
  const { users, profiles } = accounts;
  const at = place % users.length;
  const user = users[at] as Account;
  switch (kind) {
    case 'change': {
      const other = { ...user, fullName: `Changed ${place}`, isActive: !user.isActive, role: ROLES[place % 5] as Role };
      return { ...accounts, users: users.with(at, other) };
    }
    case 'join': {
      const isNew = !users.some(({ userId }) => userId === place);
      const joined = isNew && place > 0 ? [...users, userOf(place)] : users;
      return { ...accounts, users: [...joined].sort((a, b) => a.userId - b.userId) };
    }
    case 'profile':
      return { ...accounts, profiles: new Map(profiles).set(user.userId, { 2: { value: `${place}` } }) };
    default:
      return accounts;
  }
}
