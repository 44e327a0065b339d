import {
  type ApiError,
  createUser,
  deactivateOwnUser,
  deactivateUser,
  GetOwnUser,
  GetPrincipal,
  getUser,
  getUserByEmail,
  listUsers,
  type NewUser,
  Role,
  reactivateUser,
  requestOf,
  type UserUpdate,
  updateOwnSettings,
  updateOwnStatus,
  updateUser,
  VerifyCredentials,
} from '@chat/contracts';
import { partitionOf, stateEventsTailKey } from '@chat/event-log';
import { Database } from '@chat/persistence';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const PASSWORD = 'correct horse battery';
let users: UsersUnderTest;
let owner: TestUser;
let admin: TestUser;
let member: TestUser;
let guest: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  users.realm = { ...TEST_REALM, disallowDisposableEmailAddresses: true };
  [owner, admin, member, guest] = (await Promise.all(
    [Role.Owner, Role.Administrator, Role.Member, Role.Guest].map((role) => users.person(role)),
  )) as [TestUser, TestUser, TestUser, TestUser];
});
afterAll(() => users.stop());

const create = async (actor: TestUser, fields: Partial<NewUser> = {}) => {
  const person = { email: `new${Math.random()}@example.com`, password: PASSWORD, fullName: 'New Person', ...fields };
  return { userId: (await users.call(createUser, actor, person)).user_id };
};
const view = { clientExtavatar: true, includeCustomProfileFields: false };
const get = async (actor: TestUser, userId: number) => (await users.call(getUser, actor, { userId, ...view })).user;
const getByEmail = (actor: TestUser, email: string) => users.call(getUserByEmail, actor, { email, ...view });
const update = (actor: TestUser, userId: number, fields: Partial<UserUpdate>) =>
  users.call(updateUser, actor, { userId, ...fields });

describe('creating a user', () => {
  it('succeeds eight times at the same time', async () => {
    const created = await Promise.all(Array.from({ length: 8 }, () => create(admin)));

    expect(new Set(created.map(({ userId }) => userId)).size).toBe(8);
  });

  it('does not begin an account without the time to acknowledge it, so that the repetition is no duplicate', async () => {
    const email = 'late@example.com';
    const parameters = { email, password: PASSWORD, fullName: 'Late Person' };
    // Until the machine is quick enough for a reply before the deadline.
    const refused = await eventually(async () => {
      const deadlineMs = users.client.clock.nowMs() + 990;
      const context = { realmId: REALM_ID, requestId: 'late', deadlineMs };
      const late = users.client.request(requestOf(createUser), { actor: admin, parameters }, context);
      const error: ApiError = await late.then(
        () => Promise.reject(new Error('It was created.')),
        (reason) => reason,
      );
      return error.fields['outcome'] === 'not_started' ? error : undefined;
    });

    expect(refused.status).toBe(503);
    expect((await create(admin, { email })).userId).toBeGreaterThan(0);
  });

  it('subscribes the user to default streams before the response, at the log position of the account', async () => {
    const { userId } = await create(admin);

    const tail = await users.redis.redis.get(stateEventsTailKey(partitionOf(REALM_ID)));
    expect(users.subscribed.filter((asked) => asked.userId === userId)).toEqual([{ userId, asOf: tail }]);
  });

  it('makes the account when the messaging service fails', async () => {
    users.isMessagingBroken = true;
    const { userId } = await create(admin).finally(() => {
      users.isMessagingBroken = false;
    });

    expect(users.subscribed.at(-1)?.userId).toBe(userId);
    expect(await get(member, userId)).toMatchObject({ user_id: userId });
  });

  it('makes a member that the next list contains', async () => {
    const { userId } = await create(admin, { email: 'ines@example.com', fullName: ' Inês ' });

    expect(await get(member, userId)).toMatchObject({
      user_id: userId,
      email: 'ines@example.com',
      delivery_email: 'ines@example.com',
      full_name: 'Inês',
      role: 400,
      is_active: true,
      bot_type: null,
      avatar_url: null,
    });
  });

  it.each([
    ['a member', () => member],
    ['a guest', () => guest],
  ])('is not for %s', async (_, actor) => {
    await expect(create(actor())).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL', status: 400 });
  });

  it('is refused to an administrator without the permission', async () => {
    const without = await users.person(Role.Administrator, { canCreateUsers: false });
    await expect(create(without)).rejects.toThrow('User not authorized for this query');
  });

  it.each([
    [{ email: 'not an address' }, 'Bad name or username'],
    [{ email: 'a@mailinator.com' }, 'Disposable email addresses are not allowed in this organization'],
    [{ email: 'user7@chat.example' }, "Email 'user7@chat.example' not allowed in this organization"],
    [{ fullName: 'x' }, 'Name too short!'],
    [{ fullName: 'x'.repeat(101) }, 'Name too long!'],
    [{ fullName: 'a*b' }, 'Invalid characters in name!'],
    [{ fullName: 'a\u0000b' }, 'Invalid characters in name!'],
    [{ fullName: 'Ana|12' }, 'Invalid format!'],
    [{ password: '123' }, 'The password is too weak.'],
    [{ password: 'password' }, 'The password is too weak.'],
    [{ password: 'Xy7#'.repeat(251) }, 'The password is too weak.'],
  ])('refuses %j', async (fields, message) => {
    const events = await users.eventsOf(() => expect(create(admin, fields)).rejects.toThrow(message));
    expect(events).toEqual([]);
  });

  it('refuses the address of any account, active or not, without an error code', async () => {
    const gone = await users.person(Role.Member);
    await users.call(deactivateUser, admin, { userId: gone.userId });

    await expect(create(admin, { email: gone.email.toUpperCase() })).rejects.toMatchObject({ code: null, status: 400 });
  });
});

describe('changing a user', () => {
  it('is refused to members for every target', async () => {
    await expect(update(member, member.userId, { fullName: 'Me Myself' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Insufficient permission',
    });
  });

  it('publishes exactly the changed fields', async () => {
    const ana = await users.person(Role.Member);

    const events = await users.eventsOf(() => update(admin, ana.userId, { fullName: 'Ana B', role: Role.Moderator }));

    expect(events[0]).toMatchObject({
      type: 'users.user_updated',
      payload: { previous: { fullName: ana.fullName, role: 400 }, actorId: admin.userId },
    });
    expect(await users.eventsOf(() => update(admin, ana.userId, { fullName: 'Ana B' }))).toEqual([]);
  });

  it('ignores a blank name', async () => {
    const ana = await users.person(Role.Member);

    for (const fullName of ['', '  ']) {
      expect(await users.eventsOf(() => update(admin, ana.userId, { fullName }))).toEqual([]);
    }
    await expect(update(admin, ana.userId, { fullName: ' x ' })).rejects.toThrow('Name too short!');
  });

  it('requires an owner to give or take the owner role', async () => {
    const ana = await users.person(Role.Administrator);

    await expect(update(admin, ana.userId, { role: Role.Owner })).rejects.toThrow('Must be an organization owner');
    await update(owner, ana.userId, { role: Role.Owner });
    await expect(update(admin, ana.userId, { role: Role.Member })).rejects.toThrow('Must be an organization owner');
    await update(owner, ana.userId, { role: Role.Member });
  });

  it('leaves an owner when two owners demote each other at once', async () => {
    await expect(update(owner, owner.userId, { role: Role.Administrator })).rejects.toThrow(
      'The owner permission cannot be removed from the only organization owner.',
    );
    const second = await users.person(Role.Owner);

    const results = await Promise.allSettled([
      update(owner, second.userId, { role: Role.Member }),
      update(second, owner.userId, { role: Role.Member }),
    ]);

    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const left = (await get(admin, owner.userId)).role === 100 ? owner : second;
    if (left !== owner) await update(second, owner.userId, { role: Role.Owner });
    if (left !== owner) await update(owner, second.userId, { role: Role.Member });
  });

  it('does not make a guest an administrator', async () => {
    await expect(update(owner, guest.userId, { role: Role.Administrator })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(update(owner, guest.userId, { role: Role.Owner })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('refuses an unknown user', async () => {
    await expect(update(admin, 999_999, { fullName: 'Who Else' })).rejects.toThrow('No such user');
  });
});

describe('deactivating', () => {
  it('ends the access of an account and of its bots, and reactivating gives back the account’s', async () => {
    const ana = await users.person(Role.Member);
    const bot = await users.person(Role.Member, { isBot: true, botOwnerId: ana.userId });
    const isAccepted = ({ email, apiKey }: TestUser) =>
      users.ask(VerifyCredentials, { realmId: REALM_ID, email, apiKey }).then(
        () => true,
        () => false,
      );

    await users.call(deactivateUser, admin, { userId: ana.userId });
    expect([await isAccepted(ana), await isAccepted(bot)]).toEqual([false, false]);
    await expect(users.call(deactivateUser, admin, { userId: ana.userId })).rejects.toThrow('User is deactivated');

    await users.call(reactivateUser, admin, { userId: ana.userId });
    expect([await isAccepted(ana), await isAccepted(bot)]).toEqual([true, false]);
  });

  it('is undone with the status, published again', async () => {
    const ana = await users.person(Role.Member);
    await users.call(updateOwnStatus, ana, { statusText: 'on a ship' });
    await users.call(deactivateUser, admin, { userId: ana.userId });

    const events = await users.eventsOf(() => users.call(reactivateUser, admin, { userId: ana.userId }));

    const told = events.find(({ type }) => type === 'users.user_status_changed');
    expect(told?.payload).toMatchObject({ userId: ana.userId, status: { text: 'on a ship' }, previous: null });
  });

  it('sends a mail to people if there is a comment, even a blank comment', async () => {
    const [ana, ben, eva] = [
      await users.person(Role.Member),
      await users.person(Role.Member),
      await users.person(Role.Member),
    ];
    const bot = await users.person(Role.Member, { isBot: true });
    const deactivate = ({ userId }: TestUser, comment?: string) =>
      users.call(deactivateUser, admin, {
        userId,
        ...(comment !== undefined && { deactivationNotificationComment: comment }),
      });

    await deactivate(ana, ' Thank you for\neverything. ');
    await deactivate(ben, ' ');
    await deactivate(eva);
    await deactivate(bot, 'Replaced.');

    const database = users.replicas[0]?.app.get(Database, { strict: false }) as Database;
    const mails = await database.query<{ recipient: string; body: string }>(
      'SELECT recipient, body FROM outgoing_mail ORDER BY id',
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual([ana.email, ben.email]);
    expect(mails[0]?.body).toMatch(/was deactivated[\s\S]*:\n\nThank you for\neverything\.\n$/);
    expect(mails[1]?.body).not.toContain('administrators');
  });

  it('is allowed to the user and to administrators; of an owner, to owners', async () => {
    const ana = await users.person(Role.Member);

    await expect(users.call(deactivateUser, member, { userId: ana.userId })).rejects.toThrow('Insufficient permission');
    await expect(users.call(deactivateUser, admin, { userId: owner.userId })).rejects.toThrow(
      'Must be an organization owner',
    );
    await users.call(deactivateOwnUser, ana, {});
  });

  it('refuses the only owner', async () => {
    await expect(users.call(deactivateOwnUser, owner, {})).rejects.toMatchObject({
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      fields: { is_last_owner: true, entity: 'organization owner' },
    });
  });
});

describe('visibility of users', () => {
  it.each([
    [1, [true, true, true, true]],
    [2, [true, true, true, false]],
    [3, [true, true, false, false]],
    [4, [false, false, false, false]],
    [5, [true, true, false, false]],
  ])('shows an address of visibility %d to owner, administrator, member, guest: %j', async (visibility, seen) => {
    const ana = await users.person(Role.Member);

    await users.call(updateOwnSettings, ana, { emailAddressVisibility: visibility });

    for (const [index, reader] of [owner, admin, member, guest].entries()) {
      const user = await get(reader, ana.userId);
      expect(user.delivery_email).toBe(seen[index] ? ana.email : null);
      expect(user.email).toBe(visibility === 1 ? ana.email : `user${ana.userId}@chat.example`);
      const found = getByEmail(reader, ana.email);
      if (seen[index]) expect((await found).user.user_id).toBe(ana.userId);
      else await expect(found).rejects.toThrow('No such user');
    }
    expect((await get(ana, ana.userId)).delivery_email).toBe(ana.email);
    const own = await users.ask(GetOwnUser, { actor: ana });
    expect(own.deliveryEmail).toBe(ana.email);
    const byReal = { realmId: REALM_ID, email: ana.email, apiKey: ana.apiKey };
    expect((await users.ask(VerifyCredentials, byReal)).state.userId).toBe(ana.userId);
  });

  it('is the caller of requests for services that act for the user, while it is active', async () => {
    const ben = await users.person(Role.Moderator);
    const principal = () => users.ask(GetPrincipal, { realmId: REALM_ID, userId: ben.userId });

    expect(await principal()).toMatchObject({
      realmId: REALM_ID,
      userId: ben.userId,
      role: Role.Moderator,
      isBot: false,
    });
    await users.call(deactivateUser, owner, { userId: ben.userId });
    expect(await principal()).toBeNull();
    expect(await users.ask(GetPrincipal, { realmId: REALM_ID + 1, userId: owner.userId })).toBeNull();
  });

  it('lists all users except system bots, with profile data on request', async () => {
    const { members } = await users.call(listUsers, guest, {
      clientExtavatar: false,
      includeCustomProfileFields: true,
    });

    expect(members.map((user) => user.email)).not.toContain('notification-bot@chat.example');
    expect(members.every((user) => typeof user.avatar_url === 'string')).toBe(true);
    expect(members.every((user) => (user.is_bot ? !('profile_data' in user) : 'profile_data' in user))).toBe(true);
  });
});
