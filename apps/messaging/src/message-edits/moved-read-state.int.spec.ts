import { markStreamAsRead, markTopicAsRead, updateMessageFlags } from '@chat/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startEditScene } from '../testing/edit-scene.js';
import { subscribeByRows } from '../testing/stream-by-sql.js';

const { messaging, admin, design, lunch, send, edit } = await startEditScene();
afterAll(() => messaging.close());

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

describe('read state', () => {
  it.each([11, 12, 13, 14])('does not change by moves of messages (%i)', async (seed) => {
    const random = numbers(seed);
    const chance = (): number => random.next().value as number;
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item;
    const reader = await messaging.addUser();
    await subscribeByRows(messaging, design, reader);
    await subscribeByRows(messaging, lunch, reader);
    const sent: { id: number; streamId: number; topic: string; isRead: boolean }[] = [];
    const places = [design, lunch].flatMap((streamId) =>
      ['a', 'b'].map((topic) => ({ streamId, topic: `${topic}${seed}` })),
    );

    for (let step = 0; step < 100; step++) {
      const choice = chance();
      const some = sent.filter(() => chance() < 0.4);
      const ids = some.map(({ id }) => id);
      if (choice < 0.4 || sent.length === 0) {
        const place = pick(places);
        sent.push({ id: await send(place.streamId, { topic: place.topic, sender: admin }), ...place, isRead: false });
      } else if (choice < 0.55) {
        await messaging.call(updateMessageFlags, reader, { messageIds: ids, op: 'add', flag: 'read' });
        for (const message of some) message.isRead = true;
      } else if (choice < 0.65) {
        await messaging.call(updateMessageFlags, reader, { messageIds: ids, op: 'remove', flag: 'read' });
        for (const message of some) message.isRead = false;
      } else if (choice < 0.75) {
        const { streamId, topic } = pick(sent);
        await messaging.call(markTopicAsRead, reader, { streamId, topicName: topic });
        for (const message of sent) if (message.streamId === streamId && message.topic === topic) message.isRead = true;
      } else if (choice < 0.8) {
        const streamId = pick([design, lunch]);
        await messaging.call(markStreamAsRead, reader, { streamId });
        for (const message of sent) if (message.streamId === streamId) message.isRead = true;
      } else {
        const message = pick(sent);
        const to = pick(places);
        const propagateMode = pick(['change_one', 'change_later', 'change_all'] as const);
        if (to.streamId === message.streamId && to.topic === message.topic) continue;
        const from = { ...message };
        await edit(admin, message.id, { ...to, propagateMode });
        for (const other of sent) {
          const isTaken =
            propagateMode === 'change_one'
              ? other.id === from.id
              : propagateMode === 'change_all' || other.id >= from.id;
          if (isTaken && other.streamId === from.streamId && other.topic === from.topic) Object.assign(other, to);
        }
      }
    }

    const state = await messaging.registerState(reader, ['message', 'update_message_flags']);
    const { streams } = state['unread_msgs'] as {
      streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
    };
    const listed = streams.flatMap(({ stream_id: streamId, topic, unread_message_ids: ids }) =>
      ids.map((id) => ({ id, streamId, topic, isRead: false })),
    );
    expect(listed.sort((a, b) => a.id - b.id)).toEqual(sent.filter(({ isRead }) => !isRead));
  });
});
