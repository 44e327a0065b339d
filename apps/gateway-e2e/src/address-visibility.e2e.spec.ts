import { createHash } from 'node:crypto';
import { EmailAddressVisibility, Role } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveQueue, type WireEvent } from './support/event-queue.js';
import { Organization, type TestUser } from './support/organization.js';
import { type SharedSystem, sharedSystem } from './support/shared-system.js';

const { Everyone, Members, Administrators, Nobody, Moderators } = EmailAddressVisibility;

/** Lowest role that sees an address; `Nobody` stands for no role. Repeats the table of the contract, independently of the code. */
const LOWEST_ROLE: Record<EmailAddressVisibility, number> = {
  [Everyone]: Role.Guest,
  [Members]: Role.Member,
  [Moderators]: Role.Moderator,
  [Administrators]: Role.Administrator,
  [Nobody]: 0,
};

interface Reader {
  readonly user: TestUser;
  readonly role: Role;
  /** Of clients that compute avatars, and of those that do not. */
  readonly queues: readonly LiveQueue[];
}

let system: SharedSystem;
let organization: Organization;
let readers: Reader[];
let targets: TestUser[];
let streamId: number;

beforeAll(async () => {
  system = await sharedSystem();
  organization = await Organization.create(system);
  const member = await organization.addUser('Mia Member');
  const people: [TestUser, Role][] = [
    [organization.owner, Role.Owner],
    [await organization.addUser('Adam Admin', Role.Administrator), Role.Administrator],
    [await organization.addUser('Mo Moderator', Role.Moderator), Role.Moderator],
    [member, Role.Member],
    [await organization.addUser('Gil Guest', Role.Guest), Role.Guest],
    [await organization.addUser('Robot', Role.Member, { isBot: true, botOwnerId: member.userId }), Role.Member],
  ];
  targets = [
    await organization.addUser('Theo Guest', Role.Guest),
    await organization.addUser('Tess Moderator', Role.Moderator),
  ];
  const everybody = [...people.map(([user]) => user), ...targets].map(({ userId }) => userId);
  await organization.owner.client.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'all of us' }],
    principals: everybody,
  });
  ({ stream_id: streamId } = await organization.owner.client.get('/get_stream_id', { stream: 'all of us' }));
  readers = await Promise.all(
    people.map(async ([user, role]) => ({
      user,
      role,
      queues: await Promise.all(
        [true, false].map((clientExtavatar) =>
          LiveQueue.register(user.client, { client_extavatar: clientExtavatar, include_subscribers: true }),
        ),
      ),
    })),
  );
}, 180_000);
afterAll(async () => {
  for (const { queues } of readers ?? []) for (const queue of queues) await queue.stop();
  await organization?.close();
}, 60_000);

const sees = (role: Role, visibility: EmailAddressVisibility): boolean => role <= LOWEST_ROLE[visibility];
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Everything in which the user may appear, as one text. */
async function shownTo({ user }: Reader, target: TestUser, messageId: number): Promise<string> {
  const { client } = user;
  const { user: found } = await client.get(`/users/${target.userId}`);
  const page = { anchor: 'newest', num_before: 20, num_after: 0 };
  const answers = await Promise.all([
    ...[true, false].flatMap((ext) => [
      client.get('/users', { client_extavatar: ext, include_custom_profile_fields: true }),
      client.get(`/users/${target.userId}`, { client_extavatar: ext }),
      client.get(`/users/${found.email}`, { client_extavatar: ext }),
      client.post('/register', { client_extavatar: ext, include_subscribers: true, slim_presence: ext }),
      client.get('/messages', { ...page, client_extavatar: ext }),
    ]),
    client.get(`/messages/${messageId}`),
    client.get(`/messages/${messageId}/history`),
    client.get(`/streams/${streamId}/members`),
    client.get('/users/me/subscriptions', { include_subscribers: true }),
    client.get('/realm/presence'),
  ]);
  return JSON.stringify(answers);
}

/** Makes the target appear wherever people appear. */
async function appear(target: TestUser): Promise<number> {
  const { client } = target;
  const { id } = await client.post('/messages', { type: 'stream', to: streamId, topic: 'here', content: 'I am here' });
  const to = readers.map(({ user }) => user.userId);
  await client.post('/messages', { type: 'direct', to, content: 'and here' });
  await client.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await client.patch(`/messages/${id}`, { content: 'I was here' });
  await client.post('/users/me/presence', { status: 'active' });
  await client.post('/users/me/status', { status_text: `seen ${id}` });
  await client.post('/typing', { op: 'start', to: to.filter((userId) => userId !== target.userId) });
  return id;
}

const personOf = (event: WireEvent, userId: number) =>
  event.type === 'realm_user' && event.op === 'update' && event.person.user_id === userId ? event.person : {};

describe('the email address of a user', () => {
  it.each([Nobody, Moderators, Members, Administrators, Everyone])(
    'with visibility %d is shown only to the allowed roles, in every place',
    async (visibility) => {
      for (const target of targets) {
        const before = (await organization.owner.client.get(`/users/${target.userId}`)).user;
        for (const { queues } of readers) for (const queue of queues) queue.forget(() => true);
        const { user_settings: settings } = await target.client.post('/register', {
          fetch_event_types: ['user_settings'],
        });
        const previous = settings.email_address_visibility as EmailAddressVisibility;

        await target.client.patch('/settings', { email_address_visibility: visibility });
        const messageId = await appear(target);
        await organization.caughtUp(...readers.flatMap(({ queues }) => queues));

        const apiEmail = visibility === Everyone ? target.email : `user${target.userId}@${organization.host}`;
        for (const reader of readers) {
          const isSeen = sees(reader.role, visibility);
          const name = `visibility ${visibility}, ${target.fullName} for ${reader.user.fullName}`;
          const { user } = await reader.user.client.get(`/users/${target.userId}`);
          expect([name, user.delivery_email]).toEqual([name, isSeen ? target.email : null]);
          expect([name, user.email]).toEqual([name, apiEmail]);
          const byAddress = await reader.user.client.call('GET', `/users/${target.email}`);
          expect([name, byAddress.body.msg]).toEqual([name, isSeen ? '' : 'No such user']);

          const shown = await shownTo(reader, target, messageId);
          for (const queue of reader.queues) {
            const people = queue.events.map((event) => personOf(event, target.userId));
            const told = people.filter((person) => 'delivery_email' in person).map((person) => person.delivery_email);
            const isChanged = sees(reader.role, previous) !== isSeen;
            expect([name, told]).toEqual([name, isChanged ? [isSeen ? target.email : null] : []]);
            const renamed = people.filter((person) => 'new_email' in person).map((person) => person.new_email);
            expect([name, renamed]).toEqual([name, before.email === apiEmail ? [] : [apiEmail]]);
          }
          const events = JSON.stringify(reader.queues.map((queue) => queue.events));
          for (const text of [shown, events]) {
            const leaks = [target.email, md5(target.email)].filter((secret) => text.includes(secret));
            if (!isSeen) expect([name, leaks]).toEqual([name, []]);
          }
          expect([name, shown.includes(target.email)]).toEqual([name, isSeen]);
        }
      }
    },
    120_000,
  );

  it('appears and disappears with the role of the reader', async () => {
    const target = targets[0] as TestUser;
    const looker = await organization.addUser('Lou Looker', Role.Guest);
    const queue = await LiveQueue.register(looker.client, { event_types: ['realm_user'] });
    const marked = async (name: string) => {
      await organization.owner.client.patch(`/users/${looker.userId}`, { full_name: name });
      await queue.next((event) => personOf(event, looker.userId).full_name === name);
    };
    const roles = [Role.Member, Role.Moderator, Role.Administrator, Role.Member, Role.Guest];

    for (const visibility of [Members, Moderators, Administrators, Nobody]) {
      await target.client.patch('/settings', { email_address_visibility: visibility });
      await marked(`Lou ${visibility}`);
      let role: Role = Role.Guest;
      for (const next of roles) {
        queue.forget(() => true);
        await organization.owner.client.patch(`/users/${looker.userId}`, { role: next });
        await queue.next((event) => personOf(event, looker.userId).role === next);
        await marked(`Lou ${visibility} ${next}`);

        const told = queue.events
          .map((event) => personOf(event, target.userId))
          .filter((person) => 'delivery_email' in person)
          .map((person) => person.delivery_email);
        const isSeen = sees(next, visibility);
        const isChanged = sees(role, visibility) !== isSeen;
        expect([visibility, role, next, told]).toEqual([
          ...[visibility, role, next],
          isChanged ? [isSeen ? target.email : null] : [],
        ]);
        role = next;
      }
    }
    await queue.stop();
  }, 120_000);
});
