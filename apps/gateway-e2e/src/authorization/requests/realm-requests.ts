import type { Actor, World } from '../actors.js';
import { type Ask, at, hasAccount, type MakeRequest, plain } from './ask.js';

const fieldOf = async (world: World): Promise<number> =>
  (await world.owner.client.post('/realm/profile_fields', { name: world.name(), field_type: 1 })).id;
const linkifierOf = async (world: World): Promise<number> =>
  (
    await world.owner.client.post('/realm/filters', {
      pattern: `${world.name()}-(?P<id>[0-9]+)`,
      url_template: 'https://chat.test/{id}',
    })
  ).id;
const domainOf = async (world: World): Promise<string> => {
  const domain = `${world.name()}.test`;
  await world.owner.client.post('/realm/domains', { domain, allow_subdomains: false });
  return domain;
};
/** A custom emoji of `author`; where they may make none, one of the owner's. */
const emojiOf = async (world: World, author: Pick<Actor, 'email' | 'apiKey'>): Promise<Ask> => {
  const path = `/realm/emoji/${world.name()}`;
  const { status } = await world.sendPicture(author, path);
  if (status !== 200) await world.sendPicture(world.owner, path);
  return { path, absent: { path: '/realm/emoji/nowhere' } };
};

/** The realm, its domains, playgrounds, emoji, linkifiers and profile fields. */
export const REALM_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'PATCH /realm': plain('/realm', { description: 'New' }),
  'PATCH /realm/user_settings_defaults': plain('/realm/user_settings_defaults', { enter_sends: true }),
  'POST /realm/deactivate': async (world, actor) => ({
    path: '/realm/deactivate',
    ...(actor.kind === 'owner' && { as: await world.elsewhere(actor) }),
  }),
  'GET /realm/domains': plain('/realm/domains'),
  'POST /realm/domains': (world) => ({
    path: '/realm/domains',
    parameters: { domain: `${world.name()}.test`, allow_subdomains: false },
  }),
  'PATCH /realm/domains/{domain}': async (world) => ({
    path: `/realm/domains/${await domainOf(world)}`,
    parameters: { allow_subdomains: true },
  }),
  'DELETE /realm/domains/{domain}': async (world) => ({ path: `/realm/domains/${await domainOf(world)}` }),
  'POST /realm/playgrounds': (world) => ({
    path: '/realm/playgrounds',
    parameters: { name: world.name(), highlighter_language: 'python', url_prefix: 'https://chat.test/?' },
  }),
  'DELETE /realm/playgrounds/{playground_id}': async (world) => {
    const { id } = await world.owner.client.post('/realm/playgrounds', {
      name: world.name(),
      highlighter_language: 'python',
      url_prefix: 'https://chat.test/?',
    });
    return at((each) => `/realm/playgrounds/${each}`, id);
  },
  'GET /realm/emoji': plain('/realm/emoji'),
  'POST /realm/emoji/{emoji_name}': (world) => ({ path: `/realm/emoji/${world.name()}`, hasFile: true }),
  'DELETE /realm/emoji/{emoji_name} own': async (world, actor) =>
    emojiOf(world, hasAccount(actor) ? actor : world.owner),
  'DELETE /realm/emoji/{emoji_name} foreign': async (world) => emojiOf(world, world.other),
  'POST /realm/icon': () => ({ path: '/realm/icon', hasFile: true }),
  'DELETE /realm/icon': plain('/realm/icon'),
  'POST /realm/logo': () => ({ path: '/realm/logo?night=true', hasFile: true }),
  'DELETE /realm/logo': plain('/realm/logo', { night: false }),
  'GET /realm/linkifiers': plain('/realm/linkifiers'),
  'POST /realm/filters': (world) => ({
    path: '/realm/filters',
    parameters: { pattern: `${world.name()}-(?P<id>[0-9]+)`, url_template: 'https://chat.test/{id}' },
  }),
  'PATCH /realm/filters/{filter_id}': async (world) =>
    at((id) => `/realm/filters/${id}`, await linkifierOf(world), {
      pattern: `${world.name()}-(?P<id>[0-9]+)`,
      url_template: 'https://chat.test/{id}',
    }),
  'DELETE /realm/filters/{filter_id}': async (world) => at((id) => `/realm/filters/${id}`, await linkifierOf(world)),
  'GET /realm/profile_fields': plain('/realm/profile_fields'),
  'POST /realm/profile_fields': (world) => ({
    path: '/realm/profile_fields',
    parameters: { name: world.name(), field_type: 1 },
  }),
  'PATCH /realm/profile_fields': async (world) => {
    await fieldOf(world);
    const { custom_fields } = await world.owner.client.get('/realm/profile_fields');
    return { path: '/realm/profile_fields', parameters: { order: custom_fields.map(({ id }: { id: number }) => id) } };
  },
  'PATCH /realm/profile_fields/{field_id}': async (world) =>
    at((id) => `/realm/profile_fields/${id}`, await fieldOf(world), { hint: 'new' }),
  'DELETE /realm/profile_fields/{field_id}': async (world) =>
    at((id) => `/realm/profile_fields/${id}`, await fieldOf(world)),
};
