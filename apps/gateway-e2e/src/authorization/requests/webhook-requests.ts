import type { Actor, World } from '../actors.js';
import { type Ask, hasAccount, type MakeRequest, plain } from './ask.js';

const WEBHOOK = { url: 'https://hooks.invalid/', event_types: ['message'] };
const NOWHERE = 999_999_999;

const create = async ({ client }: Pick<Actor, 'client'>): Promise<number> =>
  (await client.post('/webhooks', WEBHOOK)).webhook.id;

const lasting = new WeakMap<World, Promise<number>>();
/** One webhook of another user: a user may have some dozens only. */
function lastingForeign(world: World): Promise<number> {
  const known = lasting.get(world) ?? create(world.other);
  lasting.set(world, known);
  return known;
}

const ask = (path: (webhookId: number) => string, webhookId: number, parameters = {}): Ask => ({
  path: path(webhookId),
  parameters,
  absent: { path: path(NOWHERE) },
});

/** Requests about a webhook of the actor and about one of another user. `ends`: the request needs a new one each time. */
function about(
  endpoint: string,
  path: (webhookId: number) => string,
  parameters: Record<string, unknown> = {},
  ends = false,
): Record<string, MakeRequest> {
  return {
    [`${endpoint} own`]: async (world, actor) =>
      ask(path, hasAccount(actor) ? await create(actor) : await lastingForeign(world), parameters),
    [`${endpoint} foreign`]: async (world) =>
      ask(path, ends ? await create(world.other) : await lastingForeign(world), parameters),
  };
}

/** A delivery exists in each case: that of a test. */
function aboutDelivery(endpoint: string, path: (webhookId: number) => string): Record<string, MakeRequest> {
  const withTest = async (owner: Pick<Actor, 'client'>, webhookId: number): Promise<Ask> => {
    await owner.client.call('POST', `/webhooks/${webhookId}/test`);
    return ask(path, webhookId);
  };
  return {
    [`${endpoint} own`]: async (world, actor) =>
      hasAccount(actor) ? withTest(actor, await create(actor)) : withTest(world.other, await lastingForeign(world)),
    [`${endpoint} foreign`]: async (world) => withTest(world.other, await lastingForeign(world)),
  };
}

export const WEBHOOK_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  'POST /webhooks': plain('/webhooks', WEBHOOK),
  'GET /webhooks': plain('/webhooks'),
  'GET /webhooks of all users': plain('/webhooks', { include_all: true }),
  ...about('GET /webhooks/{webhook_id}', (id) => `/webhooks/${id}`),
  ...about('PATCH /webhooks/{webhook_id}', (id) => `/webhooks/${id}`, { description: 'New' }),
  ...about('PATCH /webhooks/{webhook_id} stop', (id) => `/webhooks/${id}`, { is_active: false }, true),
  ...about('DELETE /webhooks/{webhook_id}', (id) => `/webhooks/${id}`, {}, true),
  ...about('POST /webhooks/{webhook_id}/secret/rotate', (id) => `/webhooks/${id}/secret/rotate`),
  ...about('POST /webhooks/{webhook_id}/test', (id) => `/webhooks/${id}/test`),
  ...about('POST /webhooks/{webhook_id}/replay', (id) => `/webhooks/${id}/replay`),
  ...about('GET /webhooks/{webhook_id}/deliveries', (id) => `/webhooks/${id}/deliveries`),
  ...aboutDelivery(
    'GET /webhooks/{webhook_id}/deliveries/{delivery_id}',
    (id) => `/webhooks/${id}/deliveries/msg_${id}_1`,
  ),
  ...aboutDelivery(
    'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    (id) => `/webhooks/${id}/deliveries/msg_${id}_1/replay`,
  ),
};
