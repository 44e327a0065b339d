import {
  BotChanged,
  type BotChangedPayload,
  BotCreationPolicy,
  BotUpdate,
  CreateBot,
  type CreatedBot,
  deactivateBot,
  deactivateUser,
  type FieldsOf,
  GetBotFile,
  GetRealmBots,
  listBots,
  NewBot,
  Role,
  reactivateUser,
  regenerateBotKey,
  StreamArchived,
  StreamUpdated,
  UpdateBot,
  UserUpdated,
  VerifyCredentials,
} from '@chat/contracts';
import { BOT_CONFIGURATION_PURPOSE, TextSeal } from '@chat/service-kit';
import { eventually } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { REALM_ID, TEST_REALM, type TestUser, UsersUnderTest } from '../testing/users-under-test.js';

const ALERTS = { id: 7, name: 'alerts' };
const BUILDS = { id: 8, name: 'builds' };

let users: UsersUnderTest;
let owner: TestUser;
let admin: TestUser;
let ana: TestUser;
let ben: TestUser;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  users.streamsOfBots = [ALERTS, BUILDS];
  owner = await users.person(Role.Owner);
  admin = await users.person(Role.Administrator);
  ana = await users.person(Role.Member, { fullName: 'Ana' });
  ben = await users.person(Role.Member);
});
afterAll(() => users.stop());
afterEach(async () => {
  if (users.realm.botCreationPolicy !== TEST_REALM.botCreationPolicy) {
    await users.changeRealm({ botCreationPolicy: TEST_REALM.botCreationPolicy });
  }
});

const INITIAL: NewBot = {
  ...{ fullName: '', shortName: '', botType: 1, payloadUrl: '', configData: {}, interfaceType: 1 },
};
let count = 0;

function create(actor: TestUser, more: Partial<NewBot> = {}, avatarToken?: string): Promise<CreatedBot> {
  const n = ++count;
  const bot = { ...INITIAL, fullName: `Robot ${n}`, shortName: `robot${n}`, ...more };
  return users.ask(CreateBot, { actor, bot, ...(avatarToken && { avatarToken }) }) as Promise<CreatedBot>;
}

const update = (actor: TestUser, botId: number, change: Partial<BotUpdate>, avatarToken?: string) =>
  users.ask(UpdateBot, {
    actor,
    change: { serviceInterface: 1, ...change, botId } as FieldsOf<UpdateBot>['change'],
    ...(avatarToken && { avatarToken }),
  });

async function botEventsOf(work: () => Promise<unknown>): Promise<BotChangedPayload[]> {
  const events = (await users.eventsOf(work)).filter(({ type }) => type === BotChanged.type);
  return events.map(({ payload }) => payload as unknown as BotChangedPayload);
}

async function configurationOf(botId: number) {
  const { state } = await users.ask(GetRealmBots, { realmId: REALM_ID });
  return state.find(({ user }) => user.userId === botId)?.configuration;
}

async function configDataOf(botId: number): Promise<unknown> {
  const sealed = (await configurationOf(botId))?.sealedConfigData;
  return sealed ? JSON.parse(new TextSeal(BOT_CONFIGURATION_PURPOSE).open(Buffer.from(sealed, 'base64'))) : null;
}

describe('creating a bot', () => {
  it('makes an account of the caller, with a working key', async () => {
    const made = await create(ana, { fullName: 'Watcher', shortName: 'watch', defaultSendingStream: 'alerts' });

    expect(made).toMatchObject({
      defaultSendingStream: 'alerts',
      defaultEventsRegisterStream: null,
      defaultAllPublicStreams: false,
      avatarUrl: expect.any(String),
    });
    const { state } = await users.ask(VerifyCredentials, {
      ...{ realmId: REALM_ID, email: 'watch-bot@chat.example', apiKey: made.apiKey },
    });
    expect(state).toMatchObject({ userId: made.userId, role: Role.Member, isBot: true, botOwnerId: ana.userId });
    const { bots } = await users.call(listBots, ana, {});
    expect(bots.at(-1)).toMatchObject({ username: 'watch-bot@chat.example', api_key: made.apiKey });
    expect((await users.call(listBots, ben, {})).bots).toEqual([]);
  });

  it('uses an uploaded picture', async () => {
    const { avatarUrl } = await create(ana, {}, 'abc');

    expect(avatarUrl).toContain('/abc.png');
  });

  it.each([
    [{ fullName: 'x' }, 'Name too short!'],
    [{ fullName: 'Ana' }, 'Name is already in use!'],
    [{ fullName: ' ＡＮＡ' }, 'Name is already in use!'],
    [{ shortName: ' ' }, 'Bad name or username'],
    [{ shortName: 'two words' }, 'Bad name or username'],
    [{ shortName: 'watch' }, 'Username already in use'],
    [{ botType: 4 }, 'Embedded bots are not enabled.'],
    [{ botType: 9 }, 'Invalid bot type'],
    [{ botType: 3, interfaceType: 3 }, 'Invalid interface type'],
    [{ botType: 3, payloadUrl: 'nonsense' }, 'payload_url is not a URL'],
    [{ botType: 3, payloadUrl: 'ftp://host.example/' }, 'payload_url is not a URL'],
    [{ botType: 3, payloadUrl: 'https://me:secret@host.example/' }, 'payload_url must not contain credentials'],
    [{ defaultSendingStream: 'nowhere' }, "Invalid stream name 'nowhere'"],
    [{ botType: 2, serviceName: 'nonsense' }, "Invalid integration 'nonsense'."],
    [{ configData: { key: 'x'.repeat(10_000) } }, 'config_data is too long (limit: 10000 characters)'],
  ] as [Partial<NewBot>, string][])('is refused: %#', async (more, message) => {
    await expect(create(ana, more)).rejects.toThrow(message);
  });

  it('obeys the policy of the realm', async () => {
    const refusal = 'Must be an organization administrator';
    await users.changeRealm({ botCreationPolicy: BotCreationPolicy.LimitGenericBots });
    await create(ana, { botType: 2 });
    await expect(create(ana)).rejects.toThrow(refusal);

    await users.changeRealm({ botCreationPolicy: BotCreationPolicy.Administrators });
    await create(admin);
    await expect(create(ana, { botType: 2 })).rejects.toThrow(refusal);
  });

  it('gives a name to one of two simultaneous requests', async () => {
    const twins = ['twin1', 'twin2'].map((shortName) => create(ana, { fullName: 'Twin', shortName }));
    const results = await Promise.allSettled(twins);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('an outgoing webhook bot', () => {
  it('has a service with secrets that nothing else contains in plain text', async () => {
    const payloadUrl = 'https://bot.example/hook';
    const made = await create(ana, { botType: 3, payloadUrl, interfaceType: 2 });

    const [shown] = (await users.register(ana, ['realm_bot']))['realm_bots'] as [{ user_id: number }];
    const all = (await users.register(ana, ['realm_bot']))['realm_bots'] as (typeof shown & { services: object[] })[];
    const services = all.find(({ user_id }) => user_id === made.userId)?.services as [
      { token: string; signing_secret: string },
    ];
    expect(services).toEqual([
      {
        base_url: payloadUrl,
        interface: 2,
        token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      },
    ]);
    const published = JSON.stringify(await users.events());
    for (const secret of [services[0].token, services[0].signing_secret]) expect(published).not.toContain(secret);
    expect(await configurationOf(made.userId)).toMatchObject({ baseUrl: payloadUrl, interface: 2 });
  });

  it('gets another address', async () => {
    const { userId } = await create(ana, { botType: 3, payloadUrl: 'https://bot.example/' });
    const change = { servicePayloadUrl: 'http://bot.example/two', serviceInterface: 2 };
    const events = await botEventsOf(async () => {
      expect(await update(ana, userId, change)).toMatchObject(change);
    });

    expect(events).toMatchObject([{ isServiceNew: true, configuration: { baseUrl: 'http://bot.example/two' } }]);
    await expect(update(ana, userId, { servicePayloadUrl: 'gopher://x/' })).rejects.toThrow('is not a URL');
    await expect(update(ana, await newBot(), change)).rejects.toThrow('Only outgoing webhook bots have a payload URL');
  });

  it('has its token in the file for clients, which other bots have not', async () => {
    const { userId, apiKey } = await create(ana, { botType: 3, payloadUrl: 'https://bot.example/' });
    const file = await users.ask(GetBotFile, { actor: ana, bot: { botId: userId } });

    expect(file).toMatchObject({ key: apiKey, site: 'http://chat.example', token: expect.stringMatching(/^\w{32}$/) });
    const other = await users.ask(GetBotFile, { actor: admin, bot: { botId: await newBot() } });
    expect(other.token).toBeNull();
    await expect(users.ask(GetBotFile, { actor: ben, bot: { botId: userId } })).rejects.toThrow(
      'Insufficient permission',
    );
  });
});

const newBot = async (): Promise<number> => (await create(ana)).userId;

describe('the configuration', () => {
  it('is merged, and an empty value removes a key', async () => {
    const configData = { webhook_secret: 'S', topic_template: 'T' };
    const { userId } = await create(ana, { botType: 2, serviceName: 'json', configData });
    const response = await update(ana, userId, {
      configData: { topic_template: '', content_template: 'C', webhook_secret: 'S2' },
    });

    expect(response.configData).toEqual({ topic_template: '', content_template: 'C' });
    expect(await configDataOf(userId)).toEqual({ webhook_secret: 'S2', content_template: 'C' });
    expect(users.checkedConfigurations.at(-1)).toMatchObject({
      serviceName: 'json',
      configData: { webhook_secret: 'S2', content_template: 'C' },
    });
    await update(ana, userId, { configData: { webhook_secret: '', content_template: '' } });
    expect(await configDataOf(userId)).toBeNull();
  });

  it('is published sealed, also if no client sees a change', async () => {
    const { userId } = await create(ana, { botType: 2 });
    const events = await botEventsOf(() => update(ana, userId, { configData: { webhook_secret: 'do-not-tell' } }));

    expect(events).toMatchObject([{ userId, previous: {}, isServiceNew: false }]);
    expect(JSON.stringify(await users.events())).not.toContain('do-not-tell');
  });

  it('is limited as a whole', async () => {
    const { userId } = await create(ana, { configData: { a: 'x'.repeat(9_000) } });

    await expect(update(ana, userId, { configData: { b: 'x'.repeat(1_000) } })).rejects.toThrow('too long');
    await update(ana, userId, { configData: { a: '', b: 'x'.repeat(1_000) } });
  });
});

describe('changing a bot', () => {
  it('is for its owner and administrators', async () => {
    const botId = await newBot();

    await update(ana, botId, { fullName: 'Robot by Ana' });
    await update(admin, botId, { fullName: 'Robot by admin' });
    await expect(update(ben, botId, { fullName: 'No' })).rejects.toThrow('Insufficient permission');
    await expect(update(admin, ben.userId, { fullName: 'No' })).rejects.toThrow('No such bot');
    await expect(update(admin, 999_999, {})).rejects.toThrow('No such bot');
    await expect(update(ana, botId, { fullName: 'Ana' })).rejects.toThrow('Name is already in use!');
    await expect(update(ana, botId, { fullName: ' ' })).rejects.toThrow('Name too short!');
  });

  it('leaves roles to administrators, and the role of owners to owners', async () => {
    const botId = await newBot();

    await expect(update(ana, botId, { role: Role.Moderator })).rejects.toThrow('Must be an organization administrator');
    await update(admin, botId, { role: Role.Moderator });
    await expect(update(admin, botId, { role: Role.Owner })).rejects.toThrow('Must be an organization owner');
    await update(owner, botId, { role: Role.Owner });
    await expect(update(admin, botId, { role: Role.Member })).rejects.toThrow('Must be an organization owner');
  });

  it('gives it to another owner', async () => {
    const botId = await newBot();
    const gone = await users.person(Role.Member);
    await users.call(deactivateUser, owner, { userId: gone.userId });
    const events = await users.eventsOf(async () => {
      expect(await update(ana, botId, { botOwnerId: ben.userId })).toMatchObject({ botOwner: ben.email });
    });

    const previous = { botOwnerId: ana.userId };
    expect(events.map(({ type, payload }) => [type, payload['previous']])).toEqual([
      [UserUpdated.type, previous],
      [BotChanged.type, previous],
    ]);
    await expect(update(ana, botId, {})).rejects.toThrow('Insufficient permission');
    const refused: [number, string][] = [
      [999_999, 'Failed to change owner, no such user'],
      [gone.userId, 'Failed to change owner, user is deactivated'],
      [botId, "Failed to change owner, bots can't own other bots"],
    ];
    for (const [botOwnerId, message] of refused) {
      await expect(update(ben, botId, { botOwnerId })).rejects.toThrow(message);
    }
  });

  it('sets and removes default streams, one property in each client event', async () => {
    const botId = await newBot();
    const set = { defaultSendingStream: 'alerts', defaultAllPublicStreams: true };

    expect(await update(ana, botId, set)).toMatchObject({ ...set, defaultEventsRegisterStream: null });
    expect(await update(ana, botId, { defaultSendingStream: '' })).toMatchObject({ defaultSendingStream: null });
    await expect(update(ana, botId, { defaultSendingStream: 'nowhere' })).rejects.toThrow('Invalid stream name');
    expect(await botEventsOf(() => update(ana, botId, {}))).toEqual([]);
  });

  it('replaces the picture', async () => {
    expect((await update(ana, await newBot(), {}, 'def')).avatarUrl).toContain('/def.png?version=2');
  });
});

describe('default streams', () => {
  const stream = { streamId: ALERTS.id, name: 'alarms' };
  const namesOf = async (botId: number) => {
    const { state } = await users.ask(GetRealmBots, { realmId: REALM_ID });
    return state.find(({ user }) => user.userId === botId)?.user.botDefaults;
  };
  const publish = (event: Parameters<UsersUnderTest['publish']>[1]) => users.publish('messaging', event);

  it('follow the names and the end of streams', async () => {
    const { userId } = await create(ana, { defaultSendingStream: 'alerts', defaultEventsRegisterStream: 'builds' });

    users.streamsOfBots = [{ ...ALERTS, name: 'alarms' }, BUILDS];
    const change = { stream, previous: { name: 'alerts' }, subscriberIds: null, actorId: null };
    await publish(StreamUpdated.of(change as unknown as Parameters<typeof StreamUpdated.of>[0]));
    await eventually(async () => (await namesOf(userId))?.sendingStream?.name === 'alarms');

    users.streamsOfBots = [BUILDS];
    const end = { stream, subscriberIds: [] };
    await publish(StreamArchived.of(end as unknown as Parameters<typeof StreamArchived.of>[0]));
    await eventually(async () => (await namesOf(userId))?.sendingStream === null);
    expect(await namesOf(userId)).toMatchObject({ eventsRegisterStream: BUILDS });
    users.streamsOfBots = [ALERTS, BUILDS];
  });

  it('of event queues are part of the caller', async () => {
    const bot = { shortName: 'defaults', defaultEventsRegisterStream: 'builds', defaultAllPublicStreams: true };
    const { apiKey } = await create(ana, bot);
    const credentials = { realmId: REALM_ID, email: 'defaults-bot@chat.example', apiKey };

    const { state } = await users.ask(VerifyCredentials, credentials);
    expect(state.queueDefaults).toEqual({ stream: 'builds', allPublicStreams: true });
  });
});

describe('the end of a bot', () => {
  it('comes at once, and its owner ends it', async () => {
    const made = await create(ana, { shortName: 'gone', fullName: 'Gone' });
    const credentials = { realmId: REALM_ID, email: 'gone-bot@chat.example', apiKey: made.apiKey };
    await expect(users.call(deactivateBot, ben, { botId: made.userId })).rejects.toThrow('Insufficient permission');
    await users.call(deactivateBot, ana, { botId: made.userId });

    await expect(users.ask(VerifyCredentials, credentials)).rejects.toThrow('Account is deactivated');
    expect(await botEventsOf(() => users.call(deactivateBot, ana, { botId: made.userId }))).toEqual([]);
    expect((await users.call(listBots, ana, {})).bots).not.toContainEqual(
      expect.objectContaining({ username: 'gone-bot@chat.example' }),
    );
  });

  it('is undone by its owner, as far as the policy and the name allow', async () => {
    const { userId } = await create(ana, { fullName: 'Phoenix' });
    await users.call(deactivateBot, ana, { botId: userId });
    await expect(users.call(reactivateUser, ben, { userId })).rejects.toThrow('Insufficient permission');
    await users.changeRealm({ botCreationPolicy: BotCreationPolicy.Administrators });
    await expect(users.call(reactivateUser, ana, { userId })).rejects.toThrow('Must be an organization administrator');
    await users.changeRealm({ botCreationPolicy: BotCreationPolicy.Everyone });
    const other = await users.person(Role.Member, { fullName: 'Phoenix' });
    await expect(users.call(reactivateUser, ana, { userId })).rejects.toThrow('Name is already in use!');
    await users.call(deactivateUser, owner, { userId: other.userId });

    await users.call(reactivateUser, ana, { userId });
    await expect(users.call(reactivateUser, ana, { userId: other.userId })).rejects.toThrow('Insufficient permission');
  });

  it('of its key comes with a new one', async () => {
    const made = await create(ana, { shortName: 'rekeyed' });
    const address = { realmId: REALM_ID, email: 'rekeyed-bot@chat.example' };
    await expect(users.call(regenerateBotKey, ben, { botId: made.userId })).rejects.toThrow('Insufficient permission');
    const { api_key: apiKey } = await users.call(regenerateBotKey, ana, { botId: made.userId });

    await expect(users.ask(VerifyCredentials, { ...address, apiKey: made.apiKey })).rejects.toThrow('Invalid API key');
    await users.ask(VerifyCredentials, { ...address, apiKey });
  });
});

it('bots and guests manage no bots', async () => {
  const guest = await users.person(Role.Guest);
  const { userId: botId, apiKey } = await create(ana);
  const bot = { ...ana, userId: botId, isBot: true, botOwnerId: ana.userId, apiKey };

  for (const actor of [guest, bot]) await expect(users.call(listBots, actor, {})).rejects.toThrow();
});
