import { CreateBot, type CreatedBot, GetRealmBots, RefreshBotStreams, Role } from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { REALM_ID, UsersUnderTest } from '../testing/users-under-test.js';

const STREAM = { id: 7, name: 'alerts' };

let users: UsersUnderTest;
beforeAll(async () => {
  users = await UsersUnderTest.start();
});
afterAll(() => users.stop());

it('a default stream has its latest name if two replicas handle two changes at the same time', async () => {
  const actor = await users.person(Role.Member);
  users.streamsOfBots = [STREAM];
  const bot = { fullName: 'Robot', shortName: 'robot', botType: 1, payloadUrl: '', configData: {}, interfaceType: 1 };
  const made = await users.ask(CreateBot, { actor, bot: { ...bot, defaultSendingStream: STREAM.name } });
  const { userId } = made as CreatedBot;
  const refresh = () => users.ask(RefreshBotStreams, { realmId: REALM_ID, streamIds: [STREAM.id] });
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  let goOn = () => {};
  const isDelayed = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let isFirstAsked = false;
  users.delayVisibleStreams = () => {
    isFirstAsked = true;
    users.delayVisibleStreams = async () => {};
    return isDelayed;
  };

  users.streamsOfBots = [{ ...STREAM, name: 'first' }];
  const first = refresh();
  await eventually(() => isFirstAsked);
  users.streamsOfBots = [{ ...STREAM, name: 'second' }];
  let isSecondDone = false;
  const second = refresh().then(() => {
    isSecondDone = true;
  });
  await eventually(async () => isSecondDone || (await users.sql(waiting)).length > 0);
  goOn();
  await Promise.all([first, second]);

  const { state } = await users.ask(GetRealmBots, { realmId: REALM_ID });
  expect(state.find(({ user }) => user.userId === userId)?.user.botDefaults?.sendingStream?.name).toBe('second');
});
