import {
  changeSubgroups,
  changeUserGroupMembers,
  createUserGroup,
  deactivateOwnUser,
  deleteUserGroup,
  getSubgroups,
  getUserGroupMembers,
  isUserGroupMember,
  listUserGroups,
  Role,
  updateUserGroup,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let moderator: TestUser;
let ana: TestUser;
let ben: TestUser;
let guest: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  moderator = await users.person(Role.Moderator);
  ana = await users.person(Role.Member);
  ben = await users.person(Role.Member);
  guest = await users.person(Role.Guest);
});
afterAll(() => users.stop());

let names = 0;
const create = async (members: number[] = [], actor = moderator, name = `group ${++names}`) => {
  await users.call(createUserGroup, actor, { name, description: 'd', members });
  return groupCalled(name);
};
const members = (userGroupId: number, add: number[], remove: number[] = [], actor = moderator) =>
  users.call(changeUserGroupMembers, actor, { userGroupId, add, delete: remove });
const subgroups = (userGroupId: number, add: number[], remove: number[] = []) =>
  users.call(changeSubgroups, moderator, { userGroupId, add, delete: remove });
const list = async () =>
  (await users.call(listUserGroups, ana, {})).user_groups as unknown as {
    id: number;
    name: string;
    members: number[];
  }[];
const groupCalled = async (name: string) => (await list()).find((group) => group.name === name)?.id ?? 0;

describe('a user group', () => {
  it('is created with its members, in one event', async () => {
    const events = await users.eventsOf(() => create([ben.userId, ana.userId, ana.userId], ana, 'Design'));

    expect(events).toMatchObject([
      {
        type: 'users.user_group_changed',
        payload: { previous: null, group: { name: 'Design', memberIds: [ana.userId, ben.userId] } },
      },
    ]);
  });

  it.each([
    ['design', "User group 'design' already exists."],
    ['DESIGN ', "User group 'DESIGN' already exists."],
    [' ', "User group name can't be empty!"],
    ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
    ['@role:owners', "User group name cannot start with '@'."],
    ['a\nb', 'Invalid characters in user group name!'],
  ])('is not called %j', async (name, message) => {
    await expect(create([], moderator, name)).rejects.toThrow(message);
  });

  it('refuses members that do not exist', async () => {
    await expect(create([999_999])).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid user ID: 999999' });
  });

  it('has a unique name under simultaneous creation', async () => {
    const tries = await Promise.allSettled([create([], moderator, 'Twins'), create([], moderator, 'twins')]);
    expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('cannot be changed by guests, and by members only if they belong to the group', async () => {
    await expect(create([], guest)).rejects.toThrow('Not allowed for guest users');
    await expect(users.call(listUserGroups, guest, {})).rejects.toThrow('Not allowed for guest users');
    const groupId = await create([ana.userId]);

    await members(groupId, [guest.userId], [], ana);
    await expect(members(groupId, [ben.userId], [], guest)).rejects.toThrow('Not allowed for guest users');
    await expect(members(groupId, [moderator.userId], [], ben)).rejects.toThrow('Insufficient permission');
  });

  it('gains and loses members, all or nothing', async () => {
    const groupId = await create([ana.userId]);

    const events = await users.eventsOf(() => members(groupId, [ben.userId], [ana.userId]));
    expect(events).toMatchObject([{ payload: { groupId, addedUserIds: [ben.userId], removedUserIds: [ana.userId] } }]);
    await expect(members(groupId, [ana.userId, ben.userId])).rejects.toThrow('is already a member of this group');
    await expect(members(groupId, [], [ana.userId])).rejects.toThrow(`There is no member '${ana.userId}'`);
    await expect(members(groupId, [])).rejects.toThrow('Nothing to do.');
    expect((await list()).find(({ id }) => id === groupId)?.members).toEqual([ben.userId]);
  });

  it('notifies its members before the response; the event repeats the notice under the same id', async () => {
    const groupId = await create([ana.userId]);
    users.membersTold.splice(0);

    const events = await users.eventsOf(() => members(groupId, [ben.userId], [ana.userId]));
    users.isMessagingBroken = true;
    await members(groupId, [ana.userId]).finally(() => {
      users.isMessagingBroken = false;
    });

    expect(users.membersTold).toHaveLength(2);
    const [told] = users.membersTold;
    expect(told).toMatchObject({ groupId, addedUserIds: [ben.userId], removedUserIds: [ana.userId] });
    expect(events[0]?.payload).toMatchObject({ changeId: told?.changeId, actorId: told?.actorId });
  });

  it('is renamed, described and deleted', async () => {
    const groupId = await create([ana.userId]);
    const parent = await create([]);
    await subgroups(parent, [groupId]);
    await users.call(updateUserGroup, ana, { userGroupId: groupId, name: 'Renamed', description: 'new' });
    expect((await list()).find(({ id }) => id === groupId)).toMatchObject({
      name: 'Renamed',
      description: 'new',
    });
    await expect(users.call(updateUserGroup, ana, { userGroupId: groupId })).rejects.toThrow('No new data supplied');

    const events = await users.eventsOf(() => users.call(deleteUserGroup, ana, { userGroupId: groupId }));

    expect(events.map((event) => event.type)).toEqual(['users.user_group_changed', 'users.user_group_removed']);
    await expect(users.call(deleteUserGroup, moderator, { userGroupId: groupId })).rejects.toThrow(
      'Invalid user group',
    );
  });
});

describe('subgroups', () => {
  it('add their members to the group and never contain themselves', async () => {
    const [outer, middle, inner] = [await create([]), await create([ana.userId]), await create([ben.userId])];
    await subgroups(outer, [middle]);
    await subgroups(middle, [inner]);

    await expect(subgroups(inner, [outer])).rejects.toThrow('is already a subgroup of one of the passed subgroups.');
    await expect(subgroups(inner, [inner])).rejects.toThrow('is already a subgroup of one of the passed subgroups.');
    await expect(subgroups(outer, [middle])).rejects.toThrow('is already a subgroup of this group.');
    const all = await users.call(getUserGroupMembers, ana, { userGroupId: outer, directMemberOnly: false });
    expect(all.members).toEqual([ana.userId, ben.userId]);
    expect(await users.call(getSubgroups, ana, { userGroupId: outer, directSubgroupOnly: true })).toEqual({
      subgroups: [middle],
    });
    const isMember = async ({ userId }: TestUser, directMemberOnly = false) =>
      (await users.call(isUserGroupMember, ana, { userGroupId: outer, userId, directMemberOnly })).is_user_group_member;
    expect([await isMember(ben), await isMember(ben, true)]).toEqual([true, false]);
    const gone = await users.person(Role.Member);
    await users.call(deactivateOwnUser, gone, {});
    await expect(isMember(gone)).rejects.toThrow('User is deactivated');
  });

  it('never form a cycle under simultaneous additions', async () => {
    const [one, two] = [await create([]), await create([])];
    const tries = await Promise.allSettled([subgroups(one, [two]), subgroups(two, [one])]);
    expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

it('system groups cannot be changed', async () => {
  const owner = await users.person(Role.Owner);
  const administrators = await groupCalled('@role:administrators');

  await expect(members(administrators, [ana.userId], [], owner)).rejects.toThrow('Insufficient permission');
  await expect(users.call(deleteUserGroup, owner, { userGroupId: administrators })).rejects.toThrow();
  const membersOf = async (name: string) => {
    const query = { userGroupId: await groupCalled(name), directMemberOnly: false };
    return (await users.call(getUserGroupMembers, ana, query)).members;
  };
  expect(await membersOf('@role:everyone')).toEqual(
    expect.arrayContaining([owner.userId, moderator.userId, ana.userId, guest.userId]),
  );
  expect(await membersOf('@role:moderators')).toEqual([moderator.userId, owner.userId]);
});
