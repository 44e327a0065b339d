import { MAX_USER_TOPICS, muteTopic, type Principal, setUserTopic } from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from '../testing/requests.js';
import { makeStream } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let design: number;
let secret: number;
let open: number;
let club: number;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser();
  design = await makeStream(messaging, { name: 'Design', subscribers: [ana] });
  secret = await makeStream(messaging, { name: 'secret', isPrivate: true });
  open = await makeStream(messaging, { name: 'Open' });
  club = await makeStream(messaging, { name: 'club', isPrivate: true, subscribers: [ana] });
});
afterAll(() => messaging.close());

const state = async (fetchEventTypes: string[] | null, actor = ana) =>
  await messaging.registerState(actor, fetchEventTypes);
const events = async () =>
  (await messaging.events())
    .filter(({ type }) => type === 'messaging.user_topic_changed')
    .map(({ payload }) => payload);

describe('muted topics', () => {
  it('are stored and published once, in any letter case, with or without messages', async () => {
    await messaging.call(setUserTopic, ana, { streamId: design, topic: ' Logo ', visibilityPolicy: 1 });
    await messaging.call(muteTopic, ana, { stream: 'DESIGN', topic: 'logo', op: 'add' });

    const at = expect.any(Number);
    expect(await state(['muted_topics'])).toEqual({ muted_topics: [['Design', 'Logo', at]] });
    expect(await state(['user_topic', 'muted_topics'])).toEqual({
      user_topics: [{ stream_id: design, topic_name: 'Logo', last_updated: at, visibility_policy: 1 }],
    });
    expect(await events()).toEqual([
      {
        userId: ana.userId,
        userTopic: { streamId: design, topic: 'Logo', visibilityPolicy: 1, updatedAtSeconds: at },
        mutedTopics: [['Design', 'Logo', at]],
      },
    ]);
  });

  it('are reset, and a repeated reset succeeds', async () => {
    const published = (await events()).length;
    for (let time = 0; time < 2; time++) {
      await messaging.call(setUserTopic, ana, { streamId: design, topic: 'LOGO', visibilityPolicy: 0 });
    }

    expect(await state(['muted_topics'])).toEqual({ muted_topics: [] });
    expect((await events()).slice(published)).toEqual([
      expect.objectContaining({ userTopic: expect.objectContaining({ visibilityPolicy: 0 }), mutedTopics: [] }),
    ]);
  });

  it('are bounded, and existing ones can be changed at the limit', async () => {
    const cleo = await messaging.addUser();
    const choice = { streamId: design, topic: 'topic 1' };
    await messaging.sql.query(
      `INSERT INTO user_topics (user_id, stream_id, topic_key, topic, visibility_policy)
       SELECT $1, $2, 'topic ' || n, 'topic ' || n, 1 FROM generate_series(1, $3) AS n`,
      [cleo.userId, design, MAX_USER_TOPICS],
    );

    await messaging.call(setUserTopic, cleo, { ...choice, visibilityPolicy: 1 });
    await messaging.call(setUserTopic, cleo, { ...choice, visibilityPolicy: 2 });
    const oneMore = { ...choice, topic: 'one more', visibilityPolicy: 1 } as const;
    expect(await messaging.callError(setUserTopic, cleo, oneMore)).toBe(
      `Too many muted topics (limit: ${MAX_USER_TOPICS})`,
    );
  });

  it('need a readable stream', async () => {
    const choice = { topic: 'x', visibilityPolicy: 1 } as const;
    expect(await messaging.callError(setUserTopic, ana, { ...choice, streamId: secret })).toBe('Invalid stream ID');
    expect(await messaging.callError(setUserTopic, ana, { ...choice, streamId: 9_999 })).toBe('Invalid stream ID');
    expect(await messaging.callError(muteTopic, ana, { topic: 'x', op: 'add', stream: 'secret' })).toBe(
      "Invalid stream name 'secret'",
    );
    expect(await messaging.callError(setUserTopic, ana, { topic: 'x', visibilityPolicy: 0, streamId: secret })).toBe(
      'Invalid stream ID',
    );
  });

  it('in the older form need one stream parameter and a subscription, also to public streams', async () => {
    const muted = { topic: 'x', op: 'add' } as const;
    const unmuted = { topic: 'x', op: 'remove' } as const;

    expect(await messaging.callError(muteTopic, ana, muted)).toBe("Please supply 'stream'.");
    expect(await messaging.callError(muteTopic, ana, { ...muted, stream: 'Open', streamId: open })).toBe(
      "Please choose one: 'stream' or 'stream_id'.",
    );
    expect(await messaging.callError(muteTopic, ana, { ...muted, streamId: open })).toBe('Invalid stream ID');
    expect(await messaging.callError(muteTopic, ana, { ...muted, stream: 'Open' })).toBe("Invalid stream name 'Open'");
    for (const streamId of [open, secret, 9_999]) {
      expect(await messaging.callError(muteTopic, ana, { ...unmuted, streamId })).toBe('Topic is not muted');
    }
    await messaging.call(muteTopic, ana, { ...muted, streamId: design });
    await messaging.call(muteTopic, ana, { ...unmuted, streamId: design });
    await messaging.call(setUserTopic, ana, { topic: 'x', visibilityPolicy: 1, streamId: open });
  });

  it('can be reset after the stream became unreadable', async () => {
    await messaging.call(setUserTopic, ana, { streamId: club, topic: 'Games', visibilityPolicy: 1 });
    await messaging.sql.query('UPDATE subscriptions SET is_active = false WHERE stream_id = $1', [club]);

    const reset = { streamId: club, visibilityPolicy: 0 } as const;
    expect(await messaging.callError(setUserTopic, ana, { ...reset, topic: 'Others' })).toBe('Invalid stream ID');
    await messaging.call(setUserTopic, ana, { ...reset, topic: 'games' });

    expect(await messaging.callError(setUserTopic, ana, { ...reset, topic: 'games' })).toBe('Invalid stream ID');
  });
});

describe('topics of an invisible stream', () => {
  it('are not published, and published again when the stream is visible', async () => {
    const name = 'club of topics';
    const cleo = await messaging.addUser();
    const others = await messaging.addUser();
    await subscribe(messaging, others, [name], {
      principals: [others.userId, cleo.userId],
      properties: { isPrivate: true },
    });
    const streamId = (await messaging.sql.query('SELECT id FROM streams WHERE name = $1', [name])).rows[0].id;
    await messaging.call(setUserTopic, cleo, { streamId, topic: 'Games', visibilityPolicy: 1 });
    const at = expect.any(Number);
    const muted = { muted_topics: [[name, 'Games', at]] };
    expect(await state(['muted_topics'], cleo)).toEqual(muted);

    await unsubscribe(messaging, cleo, [name]);
    expect(await state(['muted_topics'], cleo)).toEqual({ muted_topics: [] });
    expect(await state(['user_topic'], cleo)).toEqual({ user_topics: [] });
    const published = (await events()).length;

    await subscribe(messaging, others, [name], { principals: [cleo.userId] });
    expect(await state(['muted_topics'], cleo)).toEqual(muted);
    expect((await events()).slice(published)).toEqual([
      {
        userId: cleo.userId,
        userTopic: { streamId, topic: 'Games', visibilityPolicy: 1, updatedAtSeconds: at },
        mutedTopics: [[name, 'Games', at]],
      },
    ]);
  });
});
