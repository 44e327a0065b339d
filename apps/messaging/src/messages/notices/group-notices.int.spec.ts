import {
  type MessageSentPayload,
  type Principal,
  Role,
  TellGroupMembers,
  UserGroupMembersChanged,
} from '@chat/contracts';
import { partitionOf, stateEventsKey } from '@chat/event-log';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';

const GROUP = 100;

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser({ fullName: 'Ana' });
  ben = await messaging.addUser({ fullName: 'Ben' });
  const group = { groupId: GROUP, name: 'support', description: '', isSystemGroup: false };
  messaging.groups.push({ ...group, memberIds: [ana.userId], subgroupIds: [] });
});
afterAll(() => messaging.close());

const sent = async () =>
  (await messaging.events())
    .filter(({ type }) => type === 'messaging.message_sent')
    .map(({ payload }) => payload as MessageSentPayload);
const notices = (count: number) =>
  eventually(async () => {
    const all = await sent();
    return all.length >= count && all.map(({ content, recipient }) => [content, participantsOf(recipient)]);
  });
const participantsOf = (recipient: MessageSentPayload['recipient']) =>
  recipient.kind === 'direct' ? recipient.participants.map(({ fullName }) => fullName) : [];

it('a change of a group by another user notifies the added and removed users only', async () => {
  const gone = await messaging.addUser({ isActive: false });
  const bot = await messaging.addUser({ isBot: true, botOwnerId: ana.userId });
  const owner = await messaging.addUser({ role: Role.Owner, fullName: 'Olga' });

  await messaging.changeMembers(GROUP, [ben.userId], [], ana.userId);
  await notices(1);
  await messaging.changeMembers(GROUP, [owner.userId, gone.userId, bot.userId], [], owner.userId);
  await messaging.changeMembers(1, [ben.userId], []);
  await messaging.changeMembers(GROUP, [], [owner.userId, ben.userId, gone.userId, bot.userId], owner.userId);

  expect(await notices(2)).toEqual([
    [`@_**Ana|${ana.userId}** added you to the group @_*support*.`, ['Notification Bot', 'Ben']],
    [`@_**Olga|${owner.userId}** removed you from the group @_*support*.`, ['Notification Bot', 'Ben']],
  ]);
  const [message] = await sent();
  expect(message?.renderedContent).toBe(
    `<p><span class="user-mention silent" data-user-id="${ana.userId}">Ana</span> added you to the group <span class="user-group-mention silent" data-user-group-id="${GROUP}">support</span>.</p>`,
  );
  expect(message?.mentionedUserIds).toEqual([]);
});

it('a direct call has sent the notices when it returns, and the event sends none again', async () => {
  const before = (await sent()).length;
  const change = {
    groupId: GROUP,
    addedUserIds: [ben.userId],
    removedUserIds: [],
    actorId: ana.userId,
    changeId: 'c1',
  };

  await messaging.request(TellGroupMembers, { realmId: TEST_REALM, ...change });

  expect(await sent()).toHaveLength(before + 1);
  await messaging.changeMembers(GROUP, [ben.userId], [], ana.userId, 'c1');
  await messaging.changeMembers(GROUP, [], [ben.userId], ana.userId, 'c2');
  expect((await notices(before + 2)).slice(before).map(([content]) => content)).toEqual([
    expect.stringContaining('added you to'),
    expect.stringContaining('removed you from'),
  ]);
});

it('a repeated event sends each notice once', async () => {
  const before = (await sent()).length;
  await messaging.changeMembers(GROUP, [ben.userId], [], ana.userId);
  await notices(before + 1);
  const key = stateEventsKey(partitionOf(TEST_REALM));
  const entries = await messaging.redis.redis.xrange(key, '-', '+');
  const [, last] = entries.filter(([, fields]) => fields.includes(UserGroupMembersChanged.type)).at(-1) ?? ['', []];
  // Right behind the last entry: a place of this millisecond may be that of the next event.
  const [milliseconds, place] = (entries.at(-1)?.[0] ?? '').split('-');

  await messaging.redis.redis.xadd(key, `${milliseconds}-${Number(place) + 1}`, ...last);
  await messaging.changeMembers(GROUP, [], [ben.userId], ana.userId);

  expect((await notices(before + 2)).slice(before).map(([content]) => content)).toEqual([
    expect.stringContaining('added you to'),
    expect.stringContaining('removed you from'),
  ]);
});
