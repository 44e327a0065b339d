import type { TestUser } from '../support/organization.js';
import type { Changer } from './changer.js';
import type { Changes } from './changes.js';

const TEXTS = [
  'Hello',
  '@**all** listen',
  '@**Mia Member** and @**Gil Guest**',
  'a *tea*, please',
  '@**Robin Roles**?',
  '@*band* plays',
  '@_**Mia Member** and `@**all**`',
  '/me drinks coffee',
  '/poll Tea?\nyes\nno',
];
const FLAGS = ['read', 'starred', 'collapsed'];
const SOON_S = 2;
const IN_A_WEEK_S = 7 * 24 * 3_600;

async function send(chance: Changer, author: TestUser, where: object): Promise<void> {
  const sent = await chance.call(author, 'POST', '/messages', { ...where, content: chance.random.pick(TEXTS) });
  if (sent) chance.world.messages.push({ id: sent.id, author });
}

const inStream = (chance: Changer) => ({ type: 'stream', to: chance.stream(), topic: chance.topic() });
const someMessages = (chance: Changer): number[] =>
  chance.random.some(chance.world.messages.slice(-20)).map(({ id }) => id);
const lately = (chance: Changer) => chance.random.pick(chance.world.messages.slice(-20));
const seconds = () => Math.floor(Date.now() / 1_000);

/** Changes of messages, and of the personal data about them. */
export const MESSAGE_CHANGES: Changes = {
  'a message in a stream': (chance) => send(chance, chance.anybody(), inStream(chance)),
  'another message in a stream': (chance) => send(chance, chance.anybody(), inStream(chance)),
  'a message to people': (chance) => send(chance, chance.anybody(), { type: 'direct', to: chance.someIds() }),
  'a message to one': (chance) => send(chance, chance.anybody(), { type: 'private', to: [chance.anybody().userId] }),
  'flags come and go': (chance) =>
    chance.call(chance.anybody(), 'POST', '/messages/flags', {
      messages: someMessages(chance),
      op: chance.random.pick(['add', 'remove']),
      flag: chance.random.pick(FLAGS),
    }),
  'more flags come': (chance) =>
    chance.call(chance.anybody(), 'POST', '/messages/flags', {
      messages: someMessages(chance),
      op: 'add',
      flag: chance.random.pick(FLAGS),
    }),
  'flags of a narrow change': (chance) =>
    chance.call(chance.anybody(), 'POST', '/messages/flags/narrow', {
      ...{ anchor: 'newest', num_before: 5, num_after: 0, narrow: [['topic', chance.topic()]] },
      op: chance.random.pick(['add', 'remove']),
      flag: chance.random.pick(FLAGS),
    }),
  'a topic is read': (chance) =>
    chance.call(chance.anybody(), 'POST', '/mark_topic_as_read', {
      stream_id: chance.stream(),
      topic_name: chance.topic(),
    }),
  'a stream is read': (chance) =>
    chance.call(chance.anybody(), 'POST', '/mark_stream_as_read', { stream_id: chance.stream() }),
  'everything is read': (chance) => chance.call(chance.anybody(), 'POST', '/mark_all_as_read'),
  'a message is edited': (chance) => {
    const { id, author } = lately(chance);
    return chance.call(author, 'PATCH', `/messages/${id}`, { content: chance.random.pick(TEXTS) });
  },
  'a topic is renamed': (chance) => {
    const { id, author } = lately(chance);
    const who = chance.random.chance() ? author : chance.leader();
    const propagate_mode = chance.random.pick(['change_one', 'change_later', 'change_all']);
    return chance.call(who, 'PATCH', `/messages/${id}`, { topic: chance.topic(), propagate_mode });
  },
  'messages move to another stream': (chance) =>
    chance.call(chance.leader(), 'PATCH', `/messages/${lately(chance).id}`, {
      stream_id: chance.stream(),
      propagate_mode: chance.random.pick(['change_one', 'change_later', 'change_all']),
      ...(chance.random.chance() && { topic: chance.topic() }),
    }),
  'a message is deleted': (chance) => chance.call(chance.leader(), 'DELETE', `/messages/${lately(chance).id}`),
  'a topic is deleted': (chance) =>
    chance.call(chance.leader(), 'POST', `/streams/${chance.stream()}/delete_topic`, { topic_name: chance.topic() }),
  'somebody reacts': (chance) =>
    chance.call(chance.anybody(), 'POST', `/messages/${lately(chance).id}/reactions`, { emoji_name: 'tada' }),
  'somebody takes a reaction back': (chance) =>
    chance.call(chance.anybody(), 'DELETE', `/messages/${lately(chance).id}/reactions`, { emoji_name: 'tada' }),
  'somebody votes': (chance) =>
    chance.call(chance.anybody(), 'POST', '/submessage', {
      message_id: lately(chance).id,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: chance.random.pick([1, -1]) }),
    }),
  'somebody types': (chance) =>
    chance.call(
      chance.anybody(),
      'POST',
      '/typing',
      chance.random.pick([
        { op: 'start', to: chance.someIds() },
        { op: 'stop', type: 'stream', to: [chance.stream()], topic: chance.topic() },
      ]),
    ),
  'a draft is kept': async (chance) => {
    const author = chance.anybody();
    const place = chance.random.pick([
      { type: 'stream', to: [chance.stream()], topic: 'old' },
      { type: 'private', to: chance.someIds(), topic: '' },
    ]);
    const kept = await chance.call(author, 'POST', '/drafts', {
      drafts: [{ ...place, content: 'Soon', timestamp: seconds() }],
    });
    for (const id of kept?.ids ?? []) chance.world.drafts.push({ id, author });
  },
  'a draft changes': async (chance) => {
    const { id, author } = chance.random.pick(chance.world.drafts);
    const draft = { type: 'private', to: [], topic: '', content: chance.fresh('Later'), timestamp: seconds() };
    return chance.call(author, 'PATCH', `/drafts/${id}`, { draft });
  },
  'a draft goes': (chance) => {
    const { id, author } = chance.random.pick(chance.world.drafts);
    return chance.call(author, 'DELETE', `/drafts/${id}`);
  },
  'a message is planned': async (chance) => {
    const author = chance.anybody();
    const place = chance.random.chance() ? inStream(chance) : { type: 'direct', to: chance.someIds() };
    const planned = await chance.call(author, 'POST', '/scheduled_messages', {
      ...{ ...place, content: chance.random.pick(TEXTS) },
      scheduled_delivery_timestamp: seconds() + chance.random.pick([SOON_S, IN_A_WEEK_S, IN_A_WEEK_S]),
    });
    if (planned) chance.world.scheduled.push({ id: planned.scheduled_message_id, author });
  },
  'a plan is dropped': (chance) => {
    const { id, author } = chance.random.pick(chance.world.scheduled);
    return chance.call(author, 'DELETE', `/scheduled_messages/${id}`);
  },
  'a plan changes': (chance) => {
    const { id, author } = chance.random.pick(chance.world.scheduled);
    return chance.call(author, 'PATCH', `/scheduled_messages/${id}`, {
      content: chance.fresh('Planned'),
      scheduled_delivery_timestamp: seconds() + IN_A_WEEK_S,
    });
  },
};
