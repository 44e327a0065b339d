import {
  addDefaultStream,
  archiveStream,
  createDefaultStreamGroup,
  type DefaultStreamGroupRecord,
  DefaultStreamGroupsChanged,
  DefaultStreamsChanged,
  ListStreamGroupChoices,
  type Principal,
  Role,
  removeDefaultStreamGroup,
  type StreamProperties,
  StreamsInSightChanged,
  updateDefaultStreamGroup,
  updateDefaultStreamGroupStreams,
  updateStream,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe } from '../testing/requests.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let admin: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  admin = await messaging.addUser({ fullName: 'Ada', role: Role.Administrator });
}, 60_000);
afterAll(() => messaging?.close());

async function makeStream(name: string, properties: StreamProperties = {}): Promise<number> {
  await subscribe(messaging, admin, [name], { properties });
  return (await messaging.sql.query('SELECT id FROM streams WHERE name = $1', [name])).rows[0].id;
}
const namesOf = (group: DefaultStreamGroupRecord | undefined) => group?.streams.map(({ name }) => name);
const groupsPublished = async () => (await messaging.events()).filter(DefaultStreamGroupsChanged.matches);
const toldOf = async (name: string) =>
  (await groupsPublished()).at(-1)?.payload.groups.find((group: DefaultStreamGroupRecord) => group.name === name);
const createGroup = (name: string, streamNames: string[]) =>
  messaging.call(createDefaultStreamGroup, admin, { groupName: name, description: 'd', streamNames });

async function defaultsOf(actor: Principal): Promise<Record<string, { name: string }[]>> {
  const state = await messaging.registerState(actor, ['default_streams', 'default_stream_groups']);
  return state as never;
}

describe('groups of default streams', () => {
  it('lose streams that become private, and do not get them back', async () => {
    const streamId = await makeStream('closing');
    await makeStream('staying');
    await createGroup('fun', ['closing', 'staying']);

    await messaging.call(updateStream, admin, { streamId, isPrivate: true });
    expect(namesOf(await toldOf('fun'))).toEqual(['staying']);
    const published = (await groupsPublished()).length;

    await messaging.call(updateStream, admin, { streamId, isPrivate: false });
    expect(await groupsPublished()).toHaveLength(published);
    expect((await defaultsOf(admin))['realm_default_stream_groups']).toMatchObject([
      { name: 'fun', streams: [{ name: 'staying' }] },
    ]);
  });

  it('lose streams that are archived', async () => {
    const streamId = await makeStream('ending');
    await createGroup('short', ['ending']);

    await messaging.call(archiveStream, admin, { streamId });

    expect(namesOf(await toldOf('short'))).toEqual([]);
  });

  it('are choices for new people', async () => {
    await createGroup('choices', []);

    const choices = await messaging.request(ListStreamGroupChoices, { realmId: admin.realmId });

    expect(choices).toContainEqual({ name: 'choices', description: 'd' });
    const groupId = (await toldOf('choices'))?.groupId ?? 0;
    await messaging.call(removeDefaultStreamGroup, admin, { groupId });
  });

  it('reject an invalid name or description', async () => {
    const fitting = { groupName: 'fitting', description: 'd', streamNames: [] };
    const name = 'Default stream group name too long (limit: 60 characters)';
    const description = 'description is too long (limit: 1024 characters)';
    const makes = (fields: object) => messaging.callError(createDefaultStreamGroup, admin, { ...fitting, ...fields });
    const changes = (fields: object) => messaging.callError(updateDefaultStreamGroup, admin, { groupId, ...fields });
    await createGroup('fitted', []);
    const groupId = (await toldOf('fitted'))?.groupId as number;

    expect(await makes({ groupName: 'x'.repeat(2_000) })).toBe(name);
    expect(await makes({ description: 'x'.repeat(1_025) })).toBe(description);
    expect(await changes({ newGroupName: 'x'.repeat(2_000) })).toBe(name);
    expect(await changes({ newDescription: 'x'.repeat(1_025) })).toBe(description);
    await messaging.call(removeDefaultStreamGroup, admin, { groupId });
  });

  it('reject private streams', async () => {
    await makeStream('secret', { isPrivate: true });
    const refusal = 'Private streams cannot be made default.';

    const group = { groupName: 'secrets', description: 'd', streamNames: ['secret'] };
    expect(await messaging.callError(createDefaultStreamGroup, admin, group)).toBe(refusal);
    await createGroup('open', ['staying']);
    const groupId = (await toldOf('open'))?.groupId as number;
    const addition = { groupId, op: 'add' as const, streamNames: ['secret'] };
    expect(await messaging.callError(updateDefaultStreamGroupStreams, admin, addition)).toBe(refusal);
  });
});

describe('default streams', () => {
  it('lose streams that are archived', async () => {
    const streamId = await makeStream('old default');
    await messaging.call(addDefaultStream, admin, { streamId });

    await messaging.call(archiveStream, admin, { streamId });

    const published = (await messaging.events()).filter(DefaultStreamsChanged.matches).at(-1);
    expect(published?.payload.streams).toEqual([]);
  });

  it('and their groups disappear for a user that becomes a guest, and return', async () => {
    const streamId = await makeStream('welcome');
    await messaging.call(addDefaultStream, admin, { streamId });
    const climber = await messaging.addUser({ role: Role.Member });
    const published = (count: number) =>
      eventually(async () => {
        const changes = (await messaging.events()).filter(StreamsInSightChanged.matches);
        const mine = changes.filter(({ payload }) => payload.userId === climber.userId && payload.defaults);
        return mine.length === count && mine.at(-1)?.payload.defaults;
      });

    const asGuest = await messaging.changeUser(climber.userId, { role: Role.Guest });
    expect(await published(1)).toEqual({ streams: [], groups: [] });
    expect(await defaultsOf(asGuest)).toEqual({ realm_default_streams: [], realm_default_stream_groups: [] });

    await messaging.changeUser(climber.userId, { role: Role.Moderator });
    const after = await published(2);
    expect(after.streams.map(({ name }) => name)).toEqual(['welcome']);
    expect(after.groups.map(({ name }) => name)).toEqual(['fun', 'short', 'open']);
  });
});
