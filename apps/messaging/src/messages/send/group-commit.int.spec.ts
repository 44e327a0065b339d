import { CreateStreamsAsOperator, type Principal } from '@chat/contracts';
import { DomainEventLog, headField, headsKey, partitionOf } from '@chat/event-log';
import { RealmWrites } from '@chat/persistence';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sendToStream, subscribe } from '../../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../../testing/test-messaging.js';
import { GroupCommit } from './group-commit.js';
import { PrepareMessage } from './prepare-message.js';

let messaging: TestMessaging;
let ana: Principal;

beforeAll(async () => {
  messaging = await TestMessaging.start();
  ana = await messaging.addUser();
  await subscribe(messaging, ana, ['design']);
}, 60_000);
afterAll(() => messaging?.close());

const inService = <Provider>(type: new (...args: never[]) => Provider): Provider =>
  messaging.replicas[0]?.app.get(type, { strict: false }) as Provider;

const prepare = async (content: string, scheduledMessageId?: number) => ({
  ...(await inService(PrepareMessage).prepare({
    sender: ana,
    type: 'stream',
    to: 'design',
    topic: 't',
    content,
    clientName: 'test',
  })),
  ...(scheduledMessageId !== undefined && { scheduledMessageId }),
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Of messages that begin with `content`, in the order of commits. */
const sizesOfCommits = async (content: string): Promise<number[]> => {
  const { rows } = await messaging.sql.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM outbox WHERE type = $1 AND payload LIKE $2 GROUP BY recorded_at ORDER BY recorded_at',
    ['messaging.message_sent', `%"${content} %`],
  );
  return rows.map(({ n }) => n);
};

describe('messages that are committed together', () => {
  it('are stored even if the database rejects one of them', async () => {
    const groupCommit = inService(GroupCommit);
    await groupCommit.store(await prepare('delivered', 1));
    const batch = await Promise.all(
      Array.from({ length: 30 }, (_, n) => prepare(`batch ${n}`, n === 17 ? 1 : undefined)),
    );
    const outcomes = await Promise.allSettled(batch.map((message) => groupCommit.store(message)));

    expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([17]);
    const { rows } = await messaging.sql.query("SELECT count(*)::int AS n FROM messages WHERE content LIKE 'batch %'");
    expect(rows).toEqual([{ n: 29 }]);
  });

  it('are in the log when the call returns, behind earlier events of another replica', async () => {
    const groupCommit = inService(GroupCommit);
    await groupCommit.store(await prepare('before'));
    const head = async () => (await messaging.redis.redis.hget(HEADS, headField('messaging', TEST_REALM))) ?? '0';
    const HEADS = headsKey(partitionOf(TEST_REALM));
    const headBefore = Number(await head());

    // As if another replica had committed, and died before it appended; only now, so that no sweep is faster.
    const { append } = DomainEventLog.prototype;
    jest.spyOn(DomainEventLog.prototype, 'append').mockImplementationOnce(async function (
      this: DomainEventLog,
      ...one
    ) {
      await messaging.redis.redis.hincrby(HEADS, headField('messaging', TEST_REALM), -1);
      return append.apply(this, one);
    });
    await groupCommit.store(await prepare('behind'));
    expect(Number(await head())).toBe(headBefore + 1);
  });

  it('stay one statement if a user muted one of the senders, and the message is read for that user', async () => {
    const groupCommit = inService(GroupCommit);
    const muter = await messaging.addUser();
    await subscribe(messaging, ana, ['design'], { principals: [muter.userId] });
    const unmuted = await prepare('sent-before-mute');
    await messaging.mute(muter.userId, ana.userId);
    const muted = await eventually(async () => {
      const message = await prepare('sent-after-mute');
      return message.readByUserIds !== undefined && message;
    });
    const writes = jest.spyOn(RealmWrites.prototype, 'write');

    const stored = await Promise.all([unmuted, muted].map((message) => groupCommit.store(message)));

    // Transactions cannot be counted here: the service applies the mute to older messages in one of its own, at its own time.
    expect(writes).toHaveBeenCalledTimes(1);
    const written = JSON.stringify(writes.mock.calls);
    expect([written.includes('sent-before-mute'), written.includes('sent-after-mute')]).toEqual([true, true]);
    const { rows } = await messaging.sql.query(
      'SELECT user_id, message_id, is_read FROM message_flags WHERE message_id = ANY ($1)',
      [stored.map(({ messageId }) => messageId)],
    );
    expect(rows).toEqual([{ user_id: muter.userId, message_id: stored[1]?.messageId, is_read: true }]);
    await messaging.mute(muter.userId, ana.userId, false);
  });

  it('arrived in the same turn of the event loop', async () => {
    const groupCommit = inService(GroupCommit);
    const batch = await Promise.all(Array.from({ length: 14 }, (_, n) => prepare(`in one turn ${n}`)));
    await Promise.all(batch.map((message) => groupCommit.store(message)));

    expect(await sizesOfCommits('in one turn')).toEqual([14]);
  });

  it('follow an uncommitted batch if they are at least eight, else wait for its commit', async () => {
    const groupCommit = inService(GroupCommit);
    const batch = await Promise.all(Array.from({ length: 16 }, (_, n) => prepare(`in step ${n}`)));
    const turns = [batch.slice(0, 1), batch.slice(1, 9), batch.slice(9, 14), batch.slice(14)];
    const lock = await messaging.sql.connect();
    const storing: Promise<{ messageId: number }>[] = [];
    try {
      // So that no commit is faster than the turns.
      await lock.query('BEGIN; SELECT FROM outbox_head FOR UPDATE');
      for (const turn of turns) {
        storing.push(...turn.map((message) => groupCommit.store(message)));
        await nextTurn();
      }
      await lock.query('COMMIT');
    } finally {
      lock.release(true);
    }
    const stored = await Promise.all(storing);

    expect(await sizesOfCommits('in step')).toEqual([1, 8, 7]);
    const ids = stored.map(({ messageId }) => messageId);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('take far fewer commits than there are messages', async () => {
    const commits = async () => {
      const { rows } = await messaging.sql.query(
        'SELECT count(DISTINCT recorded_at)::int AS n FROM outbox WHERE type = $1',
        ['messaging.message_sent'],
      );
      return rows[0].n as number;
    };
    const before = await commits();

    await Promise.all(Array.from({ length: 200 }, (_, n) => sendToStream(messaging, ana, 'design', 't', `many ${n}`)));

    expect((await commits()) - before).toBeLessThan(100);
  });
});

describe('a message to a stream', () => {
  it('costs the same with ten and with thousands of subscribers: no row, no byte per subscriber', async () => {
    const userIds = Array.from({ length: 3_000 }, (_, n) => 1_000 + n);
    await messaging.request(CreateStreamsAsOperator, {
      realmId: TEST_REALM,
      streams: [
        { name: 'large 01', subscriberIds: userIds },
        { name: 'small 01', subscriberIds: userIds.slice(0, 10) },
      ],
    });
    await sendToStream(messaging, ana, 'large 01', 't', 'first');
    await sendToStream(messaging, ana, 'small 01', 't', 'first');
    const TABLES = [
      'messages',
      'message_flags',
      'read_watermarks',
      'subscriptions',
      'subscription_intervals',
      'outbox',
    ];
    const written = async (to: string) => {
      const count = async () => {
        const counts = await Promise.all(
          TABLES.map((table) => messaging.sql.query(`SELECT count(*)::int AS n FROM ${table}`)),
        );
        const { rows } = await messaging.sql.query('SELECT sum(length(payload))::int AS bytes FROM outbox');
        return [...counts.map((result) => result.rows[0].n as number), rows[0].bytes as number];
      };
      const before = await count();
      await sendToStream(messaging, ana, to, 't', 'hello everybody');
      return (await count()).map((value, place) => value - (before[place] as number));
    };

    const large = await written('large 01');
    const small = await written('small 01');

    expect(large.slice(0, -1)).toEqual([1, 0, 0, 0, 0, 1]);
    expect(small).toEqual(large);
  });
});
