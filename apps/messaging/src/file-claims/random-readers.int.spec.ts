import {
  createDrafts,
  createScheduledMessage,
  deleteDraft,
  deleteMessage,
  deleteScheduledMessage,
  deleteTopic,
  editMessage,
  FilesInUse,
  type Principal,
  Role,
} from '@chat/contracts';
import { Database } from '@chat/persistence';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RetentionJob } from '../jobs/retention.job.js';
import type { RealmProjections } from '../projections/realm-projections.js';
import { DueMessages } from '../scheduled-messages/due-messages.js';
import { ClaimsWorld, STREAM_KINDS, type StreamKind } from '../testing/claims-world.js';
import { sendDirect, sendToStream, subscribe, unsubscribe } from '../testing/requests.js';
import { TEST_REALM, TestMessaging } from '../testing/test-messaging.js';

const RUNS = 15;
const MAX_STEPS = 14;
/** The conversation of users 1 and 2. */
const CONVERSATION = 'conversation';
const TOPIC = 'files';

let messaging: TestMessaging;
let admin: Principal;
/** The last one is a guest. */
let users: Principal[];

beforeAll(async () => {
  messaging = await TestMessaging.start();
  admin = await messaging.addUser({ role: Role.Administrator });
  users = [];
  for (const role of [Role.Member, Role.Member, Role.Member, Role.Guest]) users.push(await messaging.addUser({ role }));
});
afterAll(() => messaging.close());

const contentOf = (files: readonly string[]) =>
  `text ${files.map((path) => `[file](/user_uploads/${path})`).join(' ')}`;
/** Undefined if the request is refused, for example because the user may not send there. */
const attempted = <Result>(request: Promise<Result>): Promise<Result | undefined> => request.catch(() => undefined);
const chosen = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length];

interface Step {
  readonly name: string;
  readonly take: (world: ClaimsWorld) => Promise<void>;
}
/** A text by one of the users with links to some of the files. */
const text = fc.record({ author: fc.nat(3), files: fc.subarray([0, 1, 2, 3]) });
const number = fc.nat(9);
const streamKind = fc.constantFrom(...STREAM_KINDS);
const place = fc.constantFrom<StreamKind | typeof CONVERSATION>(...STREAM_KINDS, CONVERSATION);

const send = fc.tuple(text, place).map(
  ([{ author: by, files: numbers }, to]): Step => ({
    name: `user ${by} sends files ${numbers} to ${to}`,
    take: async (world) => {
      const author = users[by] as Principal;
      const files = numbers.map((n) => world.paths[n] as string);
      const claimable = await world.claimable(author, files);
      const content = contentOf(files);
      const others = users.slice(1, 3).map(({ userId }) => userId);
      const sending =
        to === CONVERSATION
          ? sendDirect(messaging, author, others, content)
          : sendToStream(messaging, author, world.nameOf(to), TOPIC, content);
      const id = await attempted(sending);
      if (id !== undefined) world.messages.push({ id, author, files: claimable });
    },
  }),
);

const edit = fc.tuple(number, text).map(
  ([which, { files: numbers }]): Step => ({
    name: `message ${which} is edited to files ${numbers}`,
    take: async (world) => {
      const message = chosen(world.messages, which);
      if (!message) return;
      const files = numbers.map((n) => world.paths[n] as string);
      const claimable = await world.claimable(message.author, files);
      const fields = { messageId: message.id, content: contentOf(files), propagateMode: 'change_one' } as const;
      const quietly = { sendNotificationToNewThread: false, sendNotificationToOldThread: false };
      if (await attempted(messaging.call(editMessage, message.author, { ...fields, ...quietly })))
        message.files = claimable;
    },
  }),
);

const move = fc.tuple(number, streamKind).map(
  ([which, to]): Step => ({
    name: `message ${which} moves to ${to}`,
    take: async (world) => {
      const message = chosen(world.messages, which);
      if (!message) return;
      const fields = {
        messageId: message.id,
        streamId: world.streamIds[to] as number,
        propagateMode: 'change_one',
      } as const;
      const quietly = { sendNotificationToNewThread: false, sendNotificationToOldThread: false };
      await attempted(messaging.call(editMessage, admin, { ...fields, ...quietly }));
    },
  }),
);

const remove = number.map(
  (which): Step => ({
    name: `message ${which} is deleted`,
    take: async (world) => {
      const message = chosen(world.messages, which);
      // The administrator does not take part in the conversation.
      if (message) await attempted(messaging.call(deleteMessage, admin, { messageId: message.id }));
    },
  }),
);

const expire = number.map(
  (which): Step => ({
    name: `message ${which} expires`,
    take: async (world) => {
      const id = chosen(world.messages, which)?.id;
      await messaging.sql.query(`UPDATE messages SET sent_at = now() - interval '40 days' WHERE id = $1`, [id]);
      const projections = { realm: async () => ({ messageRetentionDays: 30 }) } as unknown as RealmProjections;
      await new RetentionJob(messaging.replicas[0]?.app.get(Database) as Database, projections).run();
    },
  }),
);

const removeTopic = streamKind.map(
  (kind): Step => ({
    name: `the topic in ${kind} is deleted`,
    take: async ({ streamIds }) => {
      const streamId = streamIds[kind] as number;
      await attempted(messaging.call(deleteTopic, admin, { streamId, topicName: TOPIC }));
    },
  }),
);

const draft = text.map(
  ({ author: by, files: numbers }): Step => ({
    name: `user ${by} drafts files ${numbers}`,
    take: async (world) => {
      const author = users[by] as Principal;
      const files = numbers.map((n) => world.paths[n] as string);
      const held = await world.claimable(author, files);
      const fields = { type: '' as const, to: [], topic: '', content: contentOf(files) };
      const { ids } = await messaging.call(createDrafts, author, { drafts: [fields] });
      world.drafts.push({ id: ids[0] as number, author, files: held });
    },
  }),
);

const removeDraft = number.map(
  (which): Step => ({
    name: `draft ${which} is deleted`,
    take: async ({ drafts }) => {
      const [removed] = drafts.splice(which % Math.max(1, drafts.length), 1);
      if (removed) await messaging.call(deleteDraft, removed.author, { draftId: removed.id });
    },
  }),
);

const schedule = fc.tuple(text, streamKind).map(
  ([{ author: by, files: numbers }, to]): Step => ({
    name: `user ${by} schedules files ${numbers} for ${to}`,
    take: async (world) => {
      const author = users[by] as Principal;
      const files = numbers.map((n) => world.paths[n] as string);
      const held = await world.claimable(author, files);
      const scheduledDeliveryTimestamp = Math.floor(Date.now() / 1_000) + 3_600;
      const fields = {
        type: 'stream' as const,
        to: world.streamIds[to] as number,
        topic: TOPIC,
        content: contentOf(files),
      };
      const request = { ...fields, scheduledDeliveryTimestamp };
      const created = await attempted(messaging.call(createScheduledMessage, author, request));
      if (created) world.scheduled.push({ id: created.scheduled_message_id, author, files: held, linked: files });
    },
  }),
);

const unschedule = number.map(
  (which): Step => ({
    name: `scheduled message ${which} is deleted`,
    take: async ({ scheduled }) => {
      const [removed] = scheduled.splice(which % Math.max(1, scheduled.length), 1);
      if (removed) await messaging.call(deleteScheduledMessage, removed.author, { scheduledMessageId: removed.id });
    },
  }),
);

const deliver = number.map(
  (which): Step => ({
    name: `scheduled message ${which} is delivered`,
    take: async (world) => {
      const due = chosen(world.scheduled, which);
      if (!due) return;
      const claimable = await world.claimable(due.author, due.linked);
      await messaging.sql.query(`UPDATE scheduled_messages SET due_at = now() - interval '1 second' WHERE id = $1`, [
        due.id,
      ]);
      await messaging.replicas[0]?.app.get(DueMessages, { strict: false }).deliver(due.id);
      const { rows } = await messaging.sql.query('SELECT id FROM messages WHERE scheduled_message_id = $1', [due.id]);
      // A message that its author may not send any more stays.
      if (rows.length === 0) return;
      world.scheduled.splice(world.scheduled.indexOf(due), 1);
      world.messages.push({ id: Number(rows[0].id), author: due.author, files: claimable });
    },
  }),
);

const change = fc.tuple(fc.nat(3), streamKind, fc.boolean()).map(
  ([by, kind, joins]): Step => ({
    name: `user ${by} ${joins ? 'joins' : 'leaves'} ${kind}`,
    take: async (world) => {
      const user = users[by] as Principal;
      const name = world.nameOf(kind);
      if (joins) await subscribe(messaging, admin, [name], { principals: [user.userId] });
      else await attempted(unsubscribe(messaging, user, [name]));
    },
  }),
);

const anyStep = fc.oneof(
  { weight: 5, arbitrary: send },
  { weight: 3, arbitrary: edit },
  { weight: 2, arbitrary: move },
  { weight: 2, arbitrary: change },
  ...[remove, expire, removeTopic, draft, removeDraft, schedule, unschedule, deliver],
);

it('the readers of a file are its owner and the readers of messages that link it, after any steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: MAX_STEPS }), async (steps) => {
      const world = await ClaimsWorld.open(messaging, admin, users);
      for (const { take } of steps) {
        await take(world);
        const { rows } = await messaging.sql.query('SELECT id FROM messages WHERE id = ANY ($1)', [
          world.messages.map(({ id }) => id),
        ]);
        const left = new Set(rows.map(({ id }) => Number(id)));
        world.messages = world.messages.filter(({ id }) => left.has(id));
      }

      const taken = steps.map(({ name }) => name);
      for (const path of world.paths) {
        for (const [n, user] of users.entries()) {
          const readable = await world.isReadable(user, path);
          expect([taken, path, n, readable]).toEqual([taken, path, n, await world.shouldBeReadable(user, path)]);
        }
        const fileIds = [world.fileId(path)];
        const inUse = await messaging.request(FilesInUse, { realmId: TEST_REALM, fileIds });
        const texts = [...world.messages, ...world.drafts, ...world.scheduled];
        expect([taken, inUse]).toEqual([taken, texts.some(({ files }) => files.includes(path)) ? fileIds : []]);
      }
    }),
    { numRuns: RUNS },
  );
}, 120_000);
