import { setUserTopic, UserTopicChanged } from '@chat/contracts';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startEditScene } from '../testing/edit-scene.js';

const { messaging, ana, ben, design, lunch, send, edit } = await startEditScene();
afterAll(() => messaging.close());

describe('moving a topic', () => {
  it('moves the visibility that users chose for the topic', async () => {
    const messageId = await send(design, { topic: 'noise' });
    await messaging.call(setUserTopic, ben, { streamId: design, topic: 'noise', visibilityPolicy: 1 });

    await edit(ana, messageId, { topic: 'more noise', propagateMode: 'change_all' });

    const { rows } = await messaging.sql.query('SELECT topic FROM user_topics WHERE user_id = $1', [ben.userId]);
    expect(rows).toEqual([{ topic: 'more noise' }]);
  });

  describe('joins the chosen visibilities of the two topics', () => {
    const [inherit, muted, unmuted] = [0, 1, 2] as const;
    let topics = 0;
    const joined = async (
      { isThere }: { isThere: boolean },
      visibilities: readonly (readonly [from: 0 | 1 | 2, to: 0 | 1 | 2])[],
    ) => {
      const [from, to] = [`stray ${topics}`, `kept ${topics++}`];
      const messageId = await send(lunch, { topic: from });
      if (isThere) await send(lunch, { topic: to });
      const users = [];
      for (const chosen of visibilities) {
        const user = await messaging.addUser();
        users.push(user);
        for (const [place, visibilityPolicy] of chosen.entries()) {
          const topic = place === 0 ? from : to;
          await messaging.call(setUserTopic, user, { streamId: lunch, topic, visibilityPolicy });
        }
      }
      const before = (await messaging.events()).length;
      await edit(ana, messageId, { topic: to, propagateMode: 'change_all' });
      const published = (await messaging.events()).slice(before).filter(UserTopicChanged.matches);
      const results = [];
      for (const { userId } of users) {
        const { rows } = await messaging.sql.query(
          'SELECT topic, visibility_policy::int AS policy FROM user_topics WHERE user_id = $1',
          [userId],
        );
        expect(rows.filter(({ topic }) => topic === from)).toEqual([]);
        const ofUser = published.filter(({ payload }) => payload.userId === userId);
        const events = ofUser.map(({ payload: { userTopic } }) => [
          userTopic.topic === from ? 'from' : 'to',
          userTopic.visibilityPolicy,
        ]);
        results.push([rows[0]?.['policy'] ?? inherit, events]);
      }
      return results;
    };

    it('by the more visible one if the new topic has messages', async () => {
      expect(
        await joined({ isThere: true }, [
          [inherit, muted],
          [inherit, unmuted],
          [muted, inherit],
          [muted, muted],
          [muted, unmuted],
          [unmuted, inherit],
          [unmuted, muted],
        ]),
      ).toEqual([
        [inherit, [['to', inherit]]],
        [unmuted, []],
        [inherit, [['from', inherit]]],
        [muted, [['from', inherit]]],
        [unmuted, [['from', inherit]]],
        [
          unmuted,
          [
            ['from', inherit],
            ['to', unmuted],
          ],
        ],
        [
          unmuted,
          [
            ['from', inherit],
            ['to', unmuted],
          ],
        ],
      ]);
    });

    it('by the one of the moved topic if the new topic has no messages', async () => {
      expect(
        await joined({ isThere: false }, [
          [inherit, muted],
          [muted, unmuted],
          [unmuted, unmuted],
        ]),
      ).toEqual([
        [inherit, [['to', inherit]]],
        [
          muted,
          [
            ['from', inherit],
            ['to', muted],
          ],
        ],
        [unmuted, [['from', inherit]]],
      ]);
    });
  });
});
