import { Role } from '@chat/contracts';
import type { Organization, TestUser } from '../support/organization.js';

/** An organization whose things are known by their ids, so that chance can change them. */
export interface ChangingWorld {
  readonly organization: Organization;
  readonly owner: TestUser;
  readonly admin: TestUser;
  /** What they know is looked at; they stay active. The last one's role changes, too. */
  readonly readers: readonly TestUser[];
  readonly changeling: TestUser;
  readonly bot: TestUser;
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
  /** Numbers what is new, so that names differ. */
  counter: number;
}

export async function changingWorld(organization: Organization): Promise<ChangingWorld> {
  const { owner } = organization;
  const admin = await organization.addUser('Ada Admin', Role.Administrator);
  const member = await organization.addUser('Mia Member');
  const guest = await organization.addUser('Gil Guest', Role.Guest);
  const changeling = await organization.addUser('Robin Roles');
  const bot = await organization.addUser('Bo Bot', Role.Member, { isBot: true, botOwnerId: member.userId });
  const passers = [await organization.addUser('Pia Passer'), await organization.addUser('Pat Passer', Role.Moderator)];
  const world: ChangingWorld = {
    ...{ organization, owner, admin, changeling, bot, passers },
    readers: [owner, admin, member, guest, bot, changeling],
    ...{ streams: [], messages: [], drafts: [], scheduled: [], groups: [], fields: [], filters: [] },
    ...{ playgrounds: [], streamGroups: [], counter: 0 },
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
  return world;
}
