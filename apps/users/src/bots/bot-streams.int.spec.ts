import {
  CreateBot,
  type CreatedBot,
  GetRealmBots,
  type Principal,
  RefreshBotStreams,
  Role,
  UpdateBot,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { REALM_ID, UsersUnderTest } from '../testing/users-under-test.js';

const STREAM = { id: 7, name: 'alerts' };

let users: UsersUnderTest;
let actor: Principal;
let made = 0;
beforeAll(async () => {
  users = await UsersUnderTest.start();
  actor = await users.person(Role.Member);
});
afterAll(() => users.stop());
beforeEach(() => rename(STREAM.name));

function rename(name: string): void {
  users.streamsOfBots = [{ ...STREAM, name }];
}
const refresh = () => users.ask(RefreshBotStreams, { realmId: REALM_ID, streamIds: [STREAM.id] });

async function createBot(defaultSendingStream?: string): Promise<number> {
  const bot = { botType: 1, payloadUrl: '', configData: {}, interfaceType: 1, defaultSendingStream };
  const names = { fullName: `Robot ${++made}`, shortName: `robot${made}` };
  const created = await users.ask(CreateBot, { actor, bot: { ...bot, ...names } });
  return (created as CreatedBot).userId;
}
const updateBot = async (botId: number, defaultSendingStream: string): Promise<number> => {
  await users.ask(UpdateBot, { actor, change: { botId, defaultSendingStream, serviceInterface: 1 } });
  return botId;
};

async function streamNameOf(botId: number): Promise<string | undefined> {
  const { state } = await users.ask(GetRealmBots, { realmId: REALM_ID });
  return state.find(({ user }) => user.userId === botId)?.user.botDefaults?.sendingStream?.name;
}

/** Starts a refresh, and waits until it is done or waits for a lock. */
async function startRefresh(): Promise<Promise<unknown>[]> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let isDone = false;
  const refreshing = refresh().then(() => {
    isDone = true;
  });
  await eventually(async () => isDone || (await users.sql(waiting)).length > 0);
  return [refreshing];
}

/** Delays the next reply of messaging by the work; the reply has the streams from before. */
function beforeNext(reply: 'delayNamedStreams' | 'delayVisibleStreams', work: () => Promise<unknown>): void {
  users[reply] = async () => {
    users[reply] = async () => {};
    await work();
  };
}

it('a default stream has its latest name if two replicas handle two changes at the same time', async () => {
  const botId = await createBot(STREAM.name);
  let second: Promise<unknown>[] = [];
  beforeNext('delayVisibleStreams', async () => {
    rename('second');
    second = await startRefresh();
  });

  rename('first');
  await refresh();
  await Promise.all(second);

  expect(await streamNameOf(botId)).toBe('second');
});

const requests = [
  ['made with the stream', () => createBot(STREAM.name)],
  ['changed to the stream', async () => updateBot(await createBot(), STREAM.name)],
] as const;

it.each(requests)('a stream renamed after its look-up has its latest name at a bot that is %s', async (_, request) => {
  beforeNext('delayNamedStreams', async () => {
    rename('renamed');
    await refresh();
  });

  expect(await streamNameOf(await request())).toBe('renamed');
});

it.each(requests)(
  'a stream renamed right before the commit has its latest name at a bot that is %s',
  async (_, request) => {
    let refreshing: Promise<unknown>[] = [];
    beforeNext('delayVisibleStreams', async () => {
      rename('renamed');
      refreshing = await startRefresh();
    });

    const botId = await request();
    await Promise.all(refreshing);

    expect(refreshing).toHaveLength(1);
    expect(await streamNameOf(botId)).toBe('renamed');
  },
);
