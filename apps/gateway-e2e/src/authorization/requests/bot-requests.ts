import type { Actor, World } from '../actors.js';
import { type Ask, at, hasAccount, type MakeRequest, plain } from './ask.js';

async function botOf(world: World, { client }: Pick<Actor, 'client'>): Promise<number> {
  const name = world.name();
  return (await client.post('/bots', { full_name: `Bot ${name}`, short_name: name })).user_id;
}
/** A new bot of the actor, or of another user if the actor may have none. */
const ownBot = (world: World, actor: Actor): Promise<number> =>
  botOf(world, hasAccount(actor) && !['guest', 'bot'].includes(actor.kind) ? actor : world.other);

/** The same request about a bot of the actor, and about one of another user. */
const ofBoth = (endpoint: string, ask: (id: number) => Ask) => ({
  [`${endpoint} own`]: async (world: World, actor: Actor) => ask(await ownBot(world, actor)),
  [`${endpoint} foreign`]: async (world: World) => ask(await botOf(world, world.other)),
});

export const BOT_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'GET /bots': plain('/bots'),
  'POST /bots': (world) => {
    const name = world.name();
    return { path: '/bots', parameters: { full_name: `Bot ${name}`, short_name: name } };
  },
  ...ofBoth('PATCH /bots/{bot_id}', (botId) => at((id) => `/bots/${id}`, botId, { default_all_public_streams: true })),
  'PATCH /bots/{bot_id} role': async (world, actor) =>
    at((id) => `/bots/${id}`, await ownBot(world, actor), { role: 300 }),
  'PATCH /bots/{bot_id} role of owners': async (world, actor) =>
    at((id) => `/bots/${id}`, await ownBot(world, actor), { role: 100 }),
  ...ofBoth('DELETE /bots/{bot_id}', (botId) => at((id) => `/bots/${id}`, botId)),
  ...ofBoth('POST /bots/{bot_id}/api_key/regenerate', (botId) => at((id) => `/bots/${id}/api_key/regenerate`, botId)),
  ...ofBoth('POST /bots/{bot_id}/preview', (botId) => at((id) => `/bots/${id}/preview`, botId, { payload: '{}' })),
  ...ofBoth('GET /bots/{bot_id}/zuliprc', (botId) => at((id) => `/bots/${id}/zuliprc`, botId)),
  'POST /users/{user_id}/reactivate own bot': async (world, actor) => {
    const botId = await ownBot(world, actor);
    await world.owner.client.delete(`/bots/${botId}`);
    return at((id) => `/users/${id}/reactivate`, botId);
  },
};
