import {
  ChangeUserAsOperator,
  CreateUsersAsOperator,
  GetApiKeyAsOperator,
  GetRealmAccounts,
  Role,
  type UserGroupMembersChangedPayload,
  VerifyCredentials,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start({ replicas: 2 });
});
afterAll(() => users.stop());

const verify = (email: string, apiKey: string) => users.ask(VerifyCredentials, { realmId: REALM_ID, email, apiKey });
const accounts = () => users.ask(GetRealmAccounts, { realmId: REALM_ID });

describe('an operator', () => {
  it('finds the system groups and bots of a realm without accounts', async () => {
    const { state } = await accounts();

    expect(state.groups.map((group) => group.name)).toContain('@role:nobody');
    expect(state.users.filter((user) => user.isSystemBot).map((user) => user.email)).toEqual([
      'notification-bot@chat.example',
      'welcome-bot@chat.example',
    ]);
  });

  it('creates an account with a key that every replica accepts at once, in either letter case of the address', async () => {
    const owner = await users.person(Role.Owner, { email: 'Owner@Example.com' });

    const { state } = await verify('owner@example.COM', owner.apiKey);

    expect(state).toMatchObject({ userId: owner.userId, role: Role.Owner, email: 'Owner@Example.com', isBot: false });
    const read = await users.ask(GetApiKeyAsOperator, { realmId: REALM_ID, email: 'owner@example.com' });
    expect(read).toEqual({ userId: owner.userId, apiKey: owner.apiKey });
  });

  it('refuses an address in use in any letter case and Unicode form, and stores nothing', async () => {
    await users.person(Role.Member, { email: 'caf\u00e9@example.com' });

    const events = await users.eventsOf(async () => {
      await expect(users.person(Role.Member, { email: 'CAFE\u0301@example.com' })).rejects.toMatchObject({
        message: "Email 'CAFE\u0301@example.com' already in use",
        code: null,
      });
    });

    expect(events).toEqual([]);
  });

  it('creates one account from simultaneous requests with one address', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => users.person(Role.Member, { email: 'race@example.com' })),
    );

    expect(tries.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('creates all of many accounts or none', async () => {
    const many = (prefix: string) =>
      users.ask(CreateUsersAsOperator, {
        realmId: REALM_ID,
        users: Array.from({ length: 300 }, (_, n) => ({ email: `${prefix}${n}@load.example`, fullName: `Load ${n}` })),
        password: 'shared by all',
      });

    const asked = users.subscribed.length;
    const created = await many('a');
    expect(users.subscribed).toHaveLength(asked);
    const [last] = created.slice(-1);
    expect((await verify('a299@load.example', last?.apiKey ?? '')).state.userId).toBe(last?.userId);

    await users.person(Role.Member, { email: 'b7@load.example' });
    await expect(many('b')).rejects.toThrow("Email 'b7@load.example' already in use");
    expect((await accounts()).state.users.some((user) => user.email === 'b8@load.example')).toBe(false);
  });

  it('creates bots of existing owners only', async () => {
    const owner = await users.person(Role.Member);
    expect(users.subscribed.at(-1)?.userId).toBe(owner.userId);

    const bot = await users.person(Role.Member, { isBot: true, botOwnerId: owner.userId });

    const found = (await accounts()).state.users.find((user) => user.userId === bot.userId);
    expect(users.subscribed.at(-1)?.userId).toBe(owner.userId);
    expect(found).toMatchObject({ isBot: true, botType: 1, botOwnerId: owner.userId });
    await expect(users.person(Role.Member, { isBot: true, botOwnerId: 999_999 })).rejects.toThrow('Invalid user ID');
  });

  it('creates bots for incoming webhooks and marks their keys', async () => {
    const owner = await users.person(Role.Member);
    const of = { isBot: true, botOwnerId: owner.userId };
    const [hook, generic] = [
      await users.person(Role.Member, { ...of, botType: 2 }),
      await users.person(Role.Member, of),
    ];

    expect((await verify(hook.email, hook.apiKey)).state).toMatchObject({ isBot: true, isIncomingWebhook: true });
    expect((await verify(generic.email, generic.apiKey)).state).not.toHaveProperty('isIncomingWebhook');
    expect((await verify(owner.email, owner.apiKey)).state).not.toHaveProperty('isIncomingWebhook');
  });

  it.each([
    ['no address', 'Enter a valid email address.'],
    ['a@b@c d', 'Enter a valid email address.'],
  ])('refuses %p as an address', async (email, message) => {
    await expect(users.person(Role.Member, { email })).rejects.toThrow(message);
  });

  it('deactivates an account and its key', async () => {
    const member = await users.person(Role.Member);

    await users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: member.email, isActive: false });

    await expect(verify(member.email, member.apiKey)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Account is deactivated',
      status: 401,
    });
  });

  it('changes of roles change the system groups', async () => {
    const member = await users.person(Role.Member);
    const groupsOf = async (userId: number) =>
      (await accounts()).state.groups.filter((group) => group.memberIds.includes(userId)).map((group) => group.name);
    expect(await groupsOf(member.userId)).toEqual(['@role:fullmembers', '@role:members']);

    const events = await users.eventsOf(() =>
      users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: member.email, role: Role.Moderator }),
    );

    expect(await groupsOf(member.userId)).toEqual(['@role:moderators']);
    expect(events.map((event) => event.type)).toEqual([
      'users.user_updated',
      'users.user_group_members_changed',
      'users.user_group_members_changed',
      'users.user_group_members_changed',
    ]);
    // The left group, the joined group, full members.
    const names = new Map((await accounts()).state.groups.map(({ groupId, name }) => [groupId, name]));
    const payloads = events.slice(1).map(({ payload }) => payload as unknown as UserGroupMembersChangedPayload);
    expect(
      payloads.map(({ groupId, addedUserIds, removedUserIds }) => [names.get(groupId), addedUserIds, removedUserIds]),
    ).toEqual([
      ['@role:members', [], [member.userId]],
      ['@role:moderators', [member.userId], []],
      ['@role:fullmembers', [], [member.userId]],
    ]);
  });
});

describe('credentials', () => {
  it('fail equally for an unknown key, an unknown address and the key of another account', async () => {
    const [ana, ben] = [await users.person(Role.Member), await users.person(Role.Member)];

    for (const [email, key] of [
      [ana.email, 'x'.repeat(32)],
      ['nobody@example.com', ana.apiKey],
      [ben.email, ana.apiKey],
    ] as const) {
      await expect(verify(email, key)).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Invalid API key' });
    }
  });

  it('are not readable in the database', async () => {
    const member = await users.person(Role.Member);
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: users.database.url });
    await client.connect();

    const { rows } = await client.query('SELECT k::text AS text FROM users.api_key k WHERE user_id = $1', [
      member.userId,
    ]);
    await client.end();

    expect(rows[0].text).not.toContain(Buffer.from(member.apiKey).toString('hex'));
  });
});
