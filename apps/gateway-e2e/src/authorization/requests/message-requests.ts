import { type Actor, NOTHING, type World } from '../actors.js';
import { at, hasAccount, inEach, type MakeRequest, plain, withId } from './ask.js';

const inAWeek = () => Math.floor(Date.now() / 1_000) + 7 * 86_400;
const draftFields = { type: '', to: [], topic: '', content: 'x' };
const draftOf = async (who: { client: Actor['client'] }): Promise<number> =>
  (await who.client.post('/drafts', { drafts: [draftFields] })).ids[0];
const VOTE = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };
const fileOf = async (world: World, who: Actor | World['other']): Promise<number> => {
  await world.sendPicture({ session: undefined, ...who }, '/user_uploads');
  return (await who.client.get('/attachments')).attachments.at(-1).id;
};
const scheduledOf = async (who: { client: Actor['client'] }, stream: number): Promise<number> =>
  (
    await who.client.post('/scheduled_messages', {
      type: 'stream',
      to: stream,
      topic: 't',
      content: 'x',
      scheduled_delivery_timestamp: inAWeek(),
    })
  ).scheduled_message_id;
const ownMessage = async (world: World, actor: Actor): Promise<number> =>
  hasAccount(actor)
    ? (await actor.client.post('/messages', { type: 'stream', to: 'inside', topic: 'own', content: 'Mine' })).id
    : world.message('open');

/** Messages, drafts, scheduled messages and files. */
export const MESSAGE_REQUESTS: Readonly<Record<string, MakeRequest>> = {
  ...inEach('POST /messages', (stream, { streams }) =>
    withId('/messages', 'to', streams[stream], { type: 'stream', topic: 't', content: 'x' }),
  ),
  'POST /messages direct': ({ other }) => ({
    path: '/messages',
    parameters: { type: 'direct', to: [other.userId], content: 'x' },
  }),
  'POST /messages/render': plain('/messages/render', { content: '**x**' }),
  'POST /typing': ({ other }) => ({ path: '/typing', parameters: { op: 'start', to: [other.userId] } }),
  'GET /conversations': plain('/conversations'),
  'GET /messages': plain('/messages', { anchor: 'newest', num_before: 5, num_after: 0 }),
  ...inEach('GET /messages of', (stream) => ({
    path: '/messages',
    parameters: { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['stream', stream]] },
    absent: { parameters: { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['stream', 'nowhere']] } },
  })),
  'GET /messages/matches_narrow': async (world) => ({
    path: '/messages/matches_narrow',
    parameters: { msg_ids: [await world.message('open')], narrow: [] },
  }),
  ...inEach('GET /messages/{message_id}', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream)),
  ),
  'GET /messages/{message_id} conversation': async (world, actor) =>
    at((id) => `/messages/${id}`, await world.direct(hasAccount(actor) ? actor.userId : NOTHING, world.owner.userId)),
  'GET /messages/{message_id} foreign conversation': async (world) =>
    at((id) => `/messages/${id}`, await world.direct(world.stranger.userId)),
  ...inEach('GET /messages/{message_id}/history', async (stream, world) =>
    at((id) => `/messages/${id}/history`, await world.message(stream)),
  ),
  ...inEach('GET /messages/{message_id}/read_receipts', async (stream, world) =>
    at((id) => `/messages/${id}/read_receipts`, await world.message(stream)),
  ),
  'GET /messages/{message_id}/read_receipts foreign conversation': async (world) =>
    at((id) => `/messages/${id}/read_receipts`, await world.direct(world.stranger.userId)),
  'PATCH /messages/{message_id} own': async (world, actor) =>
    at((id) => `/messages/${id}`, await ownMessage(world, actor), { content: 'new' }),
  ...inEach('PATCH /messages/{message_id}', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream), { content: 'new' }),
  ),
  ...inEach('PATCH /messages/{message_id} topic', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream), { topic: 'new topic' }),
  ),
  'PATCH /messages/{message_id} foreign conversation': async (world) =>
    at((id) => `/messages/${id}`, await world.direct(world.stranger.userId), { content: 'new' }),
  'DELETE /messages/{message_id} own': async (world, actor) =>
    at((id) => `/messages/${id}`, await ownMessage(world, actor)),
  ...inEach('DELETE /messages/{message_id}', async (stream, world) =>
    at((id) => `/messages/${id}`, await world.message(stream)),
  ),
  'DELETE /messages/{message_id} foreign conversation': async (world) =>
    at((id) => `/messages/${id}`, await world.direct(world.stranger.userId)),
  ...inEach('POST /messages/{message_id}/reactions', async (stream, world) =>
    at((id) => `/messages/${id}/reactions`, await world.message(stream), { emoji_name: 'tada' }),
  ),
  'POST /messages/{message_id}/reactions foreign conversation': async (world) =>
    at((id) => `/messages/${id}/reactions`, await world.direct(world.stranger.userId), { emoji_name: 'tada' }),
  ...inEach('DELETE /messages/{message_id}/reactions', async (stream, world, actor) => {
    const id = await world.message(stream);
    if (stream !== 'outside' && hasAccount(actor))
      await actor.client.call('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
    return at((each) => `/messages/${each}/reactions`, id, { emoji_name: 'tada' });
  }),
  ...inEach('POST /submessage', async (stream, world) =>
    withId('/submessage', 'message_id', await world.message(stream, 'topic', '/poll Tea?\nyes'), VOTE),
  ),
  'POST /submessage first of own': async (world, actor) => ({
    path: '/submessage',
    parameters: { ...VOTE, message_id: await ownMessage(world, actor) },
  }),
  'POST /submessage first of another': async (world) => ({
    path: '/submessage',
    parameters: { ...VOTE, message_id: await world.message('open') },
  }),
  'POST /submessage foreign conversation': async (world) =>
    withId('/submessage', 'message_id', await world.direct(world.stranger.userId), VOTE),
  ...inEach('POST /messages/flags', async (stream, world) =>
    withId('/messages/flags', 'messages', await world.message(stream), { op: 'add', flag: 'starred' }, (id) => [id]),
  ),
  'POST /messages/flags/narrow': plain('/messages/flags/narrow', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [],
    op: 'add',
    flag: 'read',
  }),
  'POST /mark_all_as_read': plain('/mark_all_as_read'),
  ...inEach('POST /mark_stream_as_read', (stream, { streams }) =>
    withId('/mark_stream_as_read', 'stream_id', streams[stream]),
  ),
  ...inEach('POST /mark_topic_as_read', async (stream, world) => {
    await world.message(stream);
    return withId('/mark_topic_as_read', 'stream_id', world.streams[stream], { topic_name: 'topic' });
  }),

  'GET /attachments': plain('/attachments'),
  'DELETE /attachments/{attachment_id} own': async (world, actor) =>
    at((id) => `/attachments/${id}`, await fileOf(world, hasAccount(actor) ? actor : world.other)),
  'DELETE /attachments/{attachment_id} foreign': async (world) =>
    at((id) => `/attachments/${id}`, await fileOf(world, world.other)),
  'GET /drafts': plain('/drafts'),
  'POST /drafts': plain('/drafts', { drafts: [draftFields] }),
  'PATCH /drafts/{draft_id} own': async ({ other }, actor) =>
    at((id) => `/drafts/${id}`, await draftOf(hasAccount(actor) ? actor : other), { draft: draftFields }),
  'PATCH /drafts/{draft_id} foreign': async ({ other }) =>
    at((id) => `/drafts/${id}`, await draftOf(other), { draft: draftFields }),
  'DELETE /drafts/{draft_id} own': async ({ other }, actor) =>
    at((id) => `/drafts/${id}`, await draftOf(hasAccount(actor) ? actor : other)),
  'DELETE /drafts/{draft_id} foreign': async ({ other }) => at((id) => `/drafts/${id}`, await draftOf(other)),
  'GET /scheduled_messages': plain('/scheduled_messages'),
  ...inEach('POST /scheduled_messages', (stream, { streams }) =>
    withId('/scheduled_messages', 'to', streams[stream], {
      type: 'stream',
      topic: 't',
      content: 'x',
      scheduled_delivery_timestamp: inAWeek(),
    }),
  ),
  'PATCH /scheduled_messages/{scheduled_message_id} own': async ({ other, streams }, actor) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(hasAccount(actor) ? actor : other, streams.inside), {
      content: 'new',
    }),
  'PATCH /scheduled_messages/{scheduled_message_id} foreign': async ({ other, streams }) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(other, streams.inside), { content: 'new' }),
  'DELETE /scheduled_messages/{scheduled_message_id} own': async ({ other, streams }, actor) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(hasAccount(actor) ? actor : other, streams.inside)),
  'DELETE /scheduled_messages/{scheduled_message_id} foreign': async ({ other, streams }) =>
    at((id) => `/scheduled_messages/${id}`, await scheduledOf(other, streams.inside)),
};
