import { serialize } from 'node:v8';
import { type Account, type LoggedEvent, MutedUsersChanged, UserUpdated } from '@chat/contracts';
import { describe, expect, it } from '@jest/globals';
import { RealmUsers } from './realm-users.js';

const userOf = (userId: number, fullName: string) =>
  ({
    userId,
    email: `user${userId}@chat.example`,
    fullName,
    isActive: true,
    alertWords: [],
  }) as unknown as Account;

let sequence = 0;
const logged = ({ type, payload }: { type: string; payload: unknown }) =>
  ({ type, payload, service: 'users', realmId: 1, sequence: ++sequence }) as LoggedEvent;
const renamed = (user: Account) =>
  logged(UserUpdated.of({ userId: user.userId, user } as unknown as Parameters<typeof UserUpdated.of>[0]));
const muting = (userId: number, ...mutedIds: number[]) =>
  logged(
    MutedUsersChanged.of({
      userId,
      mutedUsers: mutedIds.map((id) => ({ userId: id })),
    } as unknown as Parameters<typeof MutedUsersChanged.of>[0]),
  );

describe('RealmUsers', () => {
  it('finds all users of a name, and none by a former name', () => {
    const users = new RealmUsers({ users: [userOf(1, 'Ann'), userOf(2, 'ann')], groups: [] });
    users.apply(renamed(userOf(1, 'Bea')));

    expect(users.getByName('ANN').map((user) => user.userId)).toEqual([2]);
    expect(users.getByName('bea').map((user) => user.userId)).toEqual([1]);

    users.apply(renamed(userOf(2, 'Cid')));
    expect(users.getByName('ann')).toEqual([]);
  });

  it('does not grow with former names, words and mutes', () => {
    const users = new RealmUsers({ users: [userOf(1, 'Ann'), ...[2, 3, 4].map((id) => userOf(id, 'x'))], groups: [] });
    const before = serialize(users).length;

    for (let n = 0; n < 1_000; n++) users.apply(renamed(userOf(1, `Ann ${n}`)));
    for (const mutedId of [2, 3, 4]) users.apply(muting(1, mutedId));
    users.apply(muting(1));
    users.apply(renamed(userOf(1, 'Ann')));

    expect(users.mutersOf(4)).toEqual([]);
    // Numbers of more digits.
    expect(serialize(users).length).toBeLessThan(before + 10);
  });
});
