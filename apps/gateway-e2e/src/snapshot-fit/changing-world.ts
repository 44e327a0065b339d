import { Role } from '@chat/contracts';
import { type ApiParameter, describedOperations } from '../support/api-description.js';
import type { Organization, TestUser } from '../support/organization.js';

/** An organization with known ids, so that random changes find their objects. */
export interface ChangingWorld {
  readonly organization: Organization;
  readonly owner: TestUser;
  readonly admin: TestUser;
  /** Users with inspected clients; they stay active. The role of the last one changes, too. */
  readonly readers: readonly TestUser[];
  readonly changeling: TestUser;
  readonly guest: TestUser;
  readonly bot: TestUser;
  /** A bot with a changing key, which is current here; its owner is one of the readers. */
  readonly keyless: { current: TestUser };
  /** Come and go. */
  readonly passers: readonly TestUser[];
  readonly streams: number[];
  readonly messages: { readonly id: number; readonly author: TestUser }[];
  readonly drafts: { readonly id: number; readonly author: TestUser }[];
  readonly scheduled: { readonly id: number; readonly author: TestUser }[];
  readonly groups: number[];
  readonly fields: number[];
  readonly filters: number[];
  readonly playgrounds: number[];
  readonly streamGroups: number[];
  readonly systemGroups: readonly number[];
  /** By endpoint that changes settings: the parameters with free values, as the service describes them. */
  readonly settings: Readonly<Record<string, readonly ApiParameter[]>>;
  /** `METHOD /path` of every call that was made. */
  readonly tried: Set<string>;
  /** Every call with its outcome, in the order of the responses. */
  readonly calls: object[];
  /** Numbers new objects, so that their names differ. */
  counter: number;
}

export async function changingWorld(organization: Organization): Promise<ChangingWorld> {
  const { owner } = organization;
  const admin = await organization.addUser('Ada Admin', Role.Administrator);
  const member = await organization.addUser('Mia Member');
  const guest = await organization.addUser('Gil Guest', Role.Guest);
  const changeling = await organization.addUser('Robin Roles');
  const bot = await organization.addUser('Bo Bot', Role.Member, { isBot: true, botOwnerId: member.userId });
  const keyless = {
    current: await organization.addUser('Kit Keyless', Role.Member, { isBot: true, botOwnerId: member.userId }),
  };
  const passers = [await organization.addUser('Pia Passer'), await organization.addUser('Pat Passer', Role.Moderator)];
  const world: ChangingWorld = {
    ...{ organization, owner, admin, changeling, guest, bot, keyless, passers },
    readers: [owner, admin, member, guest, bot, changeling],
    ...{ streams: [], messages: [], drafts: [], scheduled: [], groups: [], fields: [], filters: [] },
    ...{ playgrounds: [], streamGroups: [], counter: 0, tried: new Set(), calls: [] },
    systemGroups: await systemGroupsOf(owner),
    settings: await settingsOf(owner),
  };
  await owner.client.patch('/realm', { enable_spectator_access: true });
  const everybody = [...world.readers, ...passers].map(({ userId }) => userId);
  const kinds = [{}, {}, { invite_only: true }, { invite_only: true, history_public_to_subscribers: true }];
  for (const [n, kind] of [...kinds, { is_web_public: true }].entries()) {
    const subscriptions = [{ name: `first ${n}`, description: `The *${n}*` }];
    await owner.client.post('/users/me/subscriptions', { subscriptions, principals: everybody, ...kind });
    world.streams.push((await owner.client.get('/get_stream_id', { stream: `first ${n}` })).stream_id);
  }
  for (const author of [owner, member, guest, bot]) {
    const to = world.streams[0];
    const { id } = await author.client.post('/messages', { type: 'stream', to, topic: 'old', content: 'Long ago' });
    world.messages.push({ id, author });
  }
  await makeFirst(world, member);
  return world;
}

/** One of everything that changes: so that there always is something to change. */
async function makeFirst(world: ChangingWorld, member: TestUser): Promise<void> {
  const { client } = world.owner;
  const members = [member.userId, world.changeling.userId];
  await client.post('/user_groups/create', { name: 'band', description: 'd', members });
  const { user_groups } = await client.get('/user_groups');
  world.groups.push(...user_groups.filter(({ name }: { name: string }) => name === 'band').map(idOf));
  world.fields.push((await client.post('/realm/profile_fields', { name: 'first', field_type: 1 })).id);
  const linkifier = { pattern: 'F-(?P<n>[0-9]+)', url_template: 'https://x.example/{n}' };
  world.filters.push((await client.post('/realm/filters', linkifier)).id);
  const playground = { name: 'first', highlighter_language: 'Rust', url_prefix: 'https://play.example/?c=' };
  world.playgrounds.push((await client.post('/realm/playgrounds', playground)).id);
  await client.post('/default_stream_groups/create', {
    group_name: 'first',
    description: 'd',
    stream_names: ['first 1'],
  });
  const known = await client.post('/register', { event_types: ['default_stream_groups'] });
  world.streamGroups.push(...known.realm_default_stream_groups.map(idOf));
  const draft = { type: 'private', to: [], topic: '', content: 'first' };
  for (const author of [world.owner, member]) {
    world.drafts.push({ id: (await author.client.post('/drafts', { drafts: [draft] })).ids[0], author });
    const at = { scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + IN_A_WEEK_S };
    const plan = { type: 'direct', to: [member.userId], content: 'first', ...at };
    world.scheduled.push({ id: (await author.client.post('/scheduled_messages', plan)).scheduled_message_id, author });
  }
}

const IN_A_WEEK_S = 7 * 24 * 3_600;
const idOf = ({ id }: { id: number }): number => id;

async function systemGroupsOf({ client }: TestUser): Promise<number[]> {
  const { user_groups } = await client.get('/user_groups');
  return user_groups.filter(({ is_system_group }: { is_system_group: boolean }) => is_system_group).map(idOf);
}

/**
 * Parameters that other changes choose with care: texts of a certain form, and settings that would remove all streams
 * or accounts.
 */
const NOT_BY_CHANCE = [
  ...['email', 'full_name', 'old_password', 'new_password', 'default_language', 'timezone', 'notification_sound'],
  ...[
    'notifications_stream_id',
    'signup_notifications_stream_id',
    'authentication_methods',
    'default_external_accounts',
  ],
];

async function settingsOf({ client }: TestUser): Promise<Record<string, ApiParameter[]>> {
  const operations = await describedOperations(client);
  const named = ['PATCH /settings', 'PATCH /realm', 'PATCH /realm/user_settings_defaults'];
  return Object.fromEntries(
    named.map((name) => {
      const { parameters = [] } = operations.find((operation) => operation.name === name) ?? {};
      return [name, parameters.filter((parameter) => !NOT_BY_CHANCE.includes(parameter.name))];
    }),
  );
}
