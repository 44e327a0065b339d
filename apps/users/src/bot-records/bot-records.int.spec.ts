import {
  BotChanged,
  BotsInViewChanged,
  ChangeUserAsOperator,
  deactivateUser,
  GetRealmBots,
  Role,
  reactivateUser,
  regenerateApiKey,
  SetAvatar,
  updateUser,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

let users: UsersUnderTest;
let owner: TestUser;
let ana: TestUser;
let ben: TestUser;
let bot: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  owner = await users.person(Role.Owner);
  ana = await users.person(Role.Member);
  ben = await users.person(Role.Guest);
  bot = await users.person(Role.Member, { isBot: true, botOwnerId: ana.userId, fullName: 'Robot' });
});
afterAll(() => users.stop());

async function botsOf(actor: TestUser): Promise<Record<string, unknown>[]> {
  const state = await users.register(actor, ['realm_bot']);
  return state['realm_bots'] as Record<string, unknown>[];
}
const botEventsOf = async (work: () => Promise<unknown>) =>
  (await users.eventsOf(work)).filter(({ type }) => type === BotChanged.type).map(({ payload }) => payload);

describe('bots in register', () => {
  it('are shown with their keys only to their owner and to administrators', async () => {
    const robot = {
      user_id: bot.userId,
      full_name: 'Robot',
      api_key: bot.apiKey,
      owner_id: ana.userId,
      email: bot.email,
      bot_type: 1,
      is_active: true,
      services: [],
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
      avatar_url: expect.stringContaining('identicon'),
    };

    expect(await botsOf(ana)).toEqual([robot]);
    expect(await botsOf(owner)).toEqual([robot]);
    expect(await botsOf(await users.person(Role.Moderator))).toEqual([]);
    expect(await botsOf(ben)).toEqual([]);
    expect(await botsOf(bot)).toEqual([]);
  });
});

describe('a bot', () => {
  it('is published with its key sealed', async () => {
    const events = await botEventsOf(() => users.person(Role.Member, { isBot: true, botOwnerId: ana.userId }));

    expect(events).toMatchObject([{ previous: null, user: { isBot: true, botOwnerId: ana.userId } }]);
    const keys = (await botsOf(owner)).map((one) => one['api_key'] as string);
    const told = JSON.stringify(await users.events());
    for (const key of keys) expect(told).not.toContain(key);
  });

  it('is published with each change of a field that its owner sees', async () => {
    const changes: [() => Promise<unknown>, object][] = [
      [() => users.call(updateUser, owner, { userId: bot.userId, fullName: 'R2' }), { fullName: 'Robot' }],
      [() => users.ask(SetAvatar, { actor: bot, token: 'ab'.repeat(16) }), { avatarSource: 'G' }],
      [() => users.call(deactivateUser, owner, { userId: bot.userId }), { isActive: true }],
      [() => users.call(reactivateUser, owner, { userId: bot.userId }), { isActive: false }],
      [
        () => users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: bot.email, botOwnerId: owner.userId }),
        { botOwnerId: ana.userId },
      ],
      [
        () => users.ask(ChangeUserAsOperator, { realmId: REALM_ID, email: bot.email, botOwnerId: ana.userId }),
        { botOwnerId: owner.userId },
      ],
    ];
    for (const [change, previous] of changes) expect(await botEventsOf(change)).toMatchObject([{ previous }]);

    const events = await botEventsOf(() => users.call(regenerateApiKey, bot, {}));

    expect(events).toMatchObject([{ previous: {}, isKeyNew: true }]);
  });

  it('is not published for other fields; people are never published as bots', async () => {
    const role = () => users.call(updateUser, owner, { userId: bot.userId, role: Role.Moderator });
    const person = () => users.call(updateUser, owner, { userId: ana.userId, fullName: 'Ana' });
    const key = () => users.call(regenerateApiKey, ben, {});

    for (const change of [role, person, key]) expect(await botEventsOf(change)).toEqual([]);
  });

  it('is in the list that other services begin with, without its key', async () => {
    const { state, sequence } = await users.ask(GetRealmBots, { realmId: REALM_ID });

    expect(sequence).toBe((await users.events()).at(-1)?.sequence);
    const listed = state.find(({ user }) => user.userId === bot.userId);
    expect(listed).toMatchObject({ user: { botType: 1, botOwnerId: ana.userId }, configuration: null });
    expect(JSON.stringify(state)).not.toContain('pi_key');
  });

  it('is deactivated with its owner; reactivation makes the actor its owner if the owner is inactive', async () => {
    const carl = await users.person(Role.Member);
    const carlsBot = await users.person(Role.Member, { isBot: true, botOwnerId: carl.userId });

    const gone = await botEventsOf(() => users.call(deactivateUser, owner, { userId: carl.userId }));
    const back = await botEventsOf(() => users.call(reactivateUser, owner, { userId: carlsBot.userId }));

    expect(gone).toMatchObject([{ userId: carlsBot.userId, previous: { isActive: true } }]);
    expect(back).toMatchObject([{ previous: { isActive: false, botOwnerId: carl.userId } }]);
    expect((await botsOf(owner)).find((one) => one['user_id'] === carlsBot.userId)?.['owner_id']).toBe(owner.userId);
  });

  it('is deactivated with its owner by an operator, too', async () => {
    const dora = await users.person(Role.Member);
    const dorasBot = await users.person(Role.Member, { isBot: true, botOwnerId: dora.userId });

    const change = { realmId: REALM_ID, email: dora.email, isActive: false };
    const events = await botEventsOf(() => users.ask(ChangeUserAsOperator, change));

    expect(events).toMatchObject([{ userId: dorasBot.userId, previous: { isActive: true } }]);
  });
});

it('the role of an administrator shows all bots; without the role only own bots stay visible', async () => {
  const eva = await users.person(Role.Member);
  const own = await users.person(Role.Member, { isBot: true, botOwnerId: eva.userId });
  const inView = async (role: Role) => {
    const events = await users.eventsOf(() => users.call(updateUser, owner, { userId: eva.userId, role }));
    return events.filter(({ type }) => type === BotsInViewChanged.type).map(({ payload }) => payload);
  };

  const [more] = (await inView(Role.Administrator)) as [{ bots: { user: { userId: number } }[] }];
  const same = await inView(Role.Owner);
  const less = await inView(Role.Moderator);

  expect(more).toMatchObject({ userId: eva.userId, isInView: true });
  expect(more.bots.map(({ user }) => user.userId)).toContain(bot.userId);
  expect(more.bots.map(({ user }) => user.userId)).not.toContain(own.userId);
  expect(same).toEqual([]);
  expect(less).toMatchObject([{ isInView: false }]);
});
