import type { Actor } from '../actors.js';
import { type Ask, hasAccount, type MakeRequest, plain } from './ask.js';

/** Of events that no request of the matrix causes often: each delivery costs as much as a request. */
const WEBHOOK = { url: 'https://hooks.invalid/', event_types: ['default_streams'] };
const NOWHERE = 999_999_999;

const create = async ({ client }: Pick<Actor, 'client'>): Promise<number> =>
  (await client.post('/webhooks', WEBHOOK)).webhook.id;

const lasting = new WeakMap<Actor['client'], Promise<number>>();
/** One webhook of a user: a user may have some dozens only. */
function lastingOf(user: Pick<Actor, 'client'>): Promise<number> {
  const known = lasting.get(user.client) ?? create(user);
  lasting.set(user.client, known);
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
  const webhookOf = ends ? create : lastingOf;
  return {
    [`${endpoint} own`]: async (world, actor) =>
      ask(path, await webhookOf(hasAccount(actor) ? actor : world.other), parameters),
    [`${endpoint} foreign`]: async (world) => ask(path, await webhookOf(world.other), parameters),
  };
}

/** A delivery exists in each case: that of a test. */
function aboutDelivery(endpoint: string, path: (webhookId: number) => string): Record<string, MakeRequest> {
  const withTest = async (owner: Pick<Actor, 'client'>): Promise<Ask> => {
    const webhookId = await lastingOf(owner);
    await owner.client.call('POST', `/webhooks/${webhookId}/test`);
    return ask(path, webhookId);
  };
  return {
    [`${endpoint} own`]: (world, actor) => withTest(hasAccount(actor) ? actor : world.other),
    [`${endpoint} foreign`]: (world) => withTest(world.other),
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
