import {
  addSubmessage,
  deleteMessage,
  editMessage,
  getMessage,
  getMessages,
  MAX_SUBMESSAGES,
  MessageSent,
  type Principal,
  Role,
  type Submessage,
  SubmessageAdded,
  type Wire,
} from '@chat/contracts';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { ShowMessages } from '../messages/view/show-messages.js';
import { sendDirect, sendToStream } from '../testing/requests.js';
import { makeStream, subscribeByRows, unsubscribeByRows } from '../testing/stream-by-sql.js';
import { TestMessaging } from '../testing/test-messaging.js';

let messaging: TestMessaging;
let ana: Principal;
let ben: Principal;
let cleo: Principal;
let design: number;
let secret: number;

beforeAll(async () => {
  messaging = await TestMessaging.start({ replicas: 2 });
  ana = await messaging.addUser();
  ben = await messaging.addUser();
  cleo = await messaging.addUser();
  design = await makeStream(messaging, { name: 'design', subscribers: [ana, ben] });
  secret = await makeStream(messaging, { name: 'secret', isPrivate: true, subscribers: [ana] });
  await sendToStream(messaging, ana, design, 'begin', 'The first message of a stream changes the stream.');
}, 60_000);
afterAll(() => messaging?.close());

const QUESTION = '/poll Lunch?\n- soup\n- salad';
const vote = (key = 'canned,0', value = 1) => JSON.stringify({ type: 'vote', key, vote: value });

const send = (content: string, stream = design, extra = {}) =>
  sendToStream(messaging, ana, stream, 'lunch', content, extra);
const add = (actor: Principal, messageId: number, content: string, msgType = 'widget') =>
  messaging.call(addSubmessage, actor, { messageId, msgType, content });
const addError = (actor: Principal, messageId: number, content: string) =>
  messaging.callError(addSubmessage, actor, { messageId, msgType: 'widget', content });
const get = async (actor: Principal, messageId: number) =>
  (await messaging.call(getMessage, actor, { messageId, applyMarkdown: true, clientExtavatar: true })).message;
const submessagesOf = async (messageId: number, actor = ana) => (await get(actor, messageId)).submessages;
const contentsOf = async (messageId: number, actor = ana) =>
  (await submessagesOf(messageId, actor)).map(({ sender_id, content }) => [sender_id, JSON.parse(content)]);
const eventsOf = async (messageId: number) =>
  (await messaging.events())
    .filter(SubmessageAdded.matches)
    .map(({ payload }) => payload)
    .filter((payload) => payload.messageId === messageId);
const sentEvent = async (messageId: number) =>
  (await messaging.events())
    .filter(MessageSent.matches)
    .map(({ payload }) => payload)
    .find((payload) => payload.messageId === messageId);
const wire = ({ id, messageId, senderId, msgType, content }: Submessage): Wire<Submessage> => ({
  ...{ id, message_id: messageId, sender_id: senderId, msg_type: msgType, content },
});

describe('a new message', () => {
  it.each([
    [QUESTION, { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['soup', 'salad'] } }],
    ['/todo', { widget_type: 'todo', extra_data: null }],
  ])('%j has a first submessage of its sender, also in its event', async (content, widget) => {
    const messageId = await send(content);

    const submessages = await submessagesOf(messageId);
    expect(submessages).toEqual([
      {
        id: expect.any(Number),
        message_id: messageId,
        sender_id: ana.userId,
        msg_type: 'widget',
        content: expect.any(String),
      },
    ]);
    expect(JSON.parse(submessages[0]?.content ?? '')).toEqual(widget);
    expect((await sentEvent(messageId))?.submessages?.map(wire)).toEqual(submessages);
  });

  it('has the widget of widget_content instead of that of its content', async () => {
    const choices = [{ short_name: 'A', long_name: 'Soup', reply: 'soup please' }];
    const widget = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'Lunch', choices } };

    for (const content of ['Lunch: A soup', QUESTION]) {
      const messageId = await send(content, design, { widgetContent: JSON.stringify(widget) });
      expect(await contentsOf(messageId)).toEqual([[ana.userId, widget]]);
    }
  });

  it('with invalid widget_content is refused', async () => {
    await expect(send('x', design, { widgetContent: '{' })).rejects.toThrow(
      'Widgets: API programmer sent invalid JSON content',
    );
    await expect(send('x', design, { widgetContent: '{}' })).rejects.toThrow(
      'Widgets: widget_type is not in widget_content',
    );
  });

  it('that was sent before adds no second submessage', async () => {
    const echo = { queueId: 'q', localId: '1' };
    const [first, second] = await Promise.all([send(QUESTION, design, echo), send(QUESTION, design, echo)]);

    expect(second).toBe(first);
    expect(await submessagesOf(first)).toHaveLength(1);
  });

  it('without a widget costs one statement and no bytes in the log, and a read of it one statement', async () => {
    const read = await send('plain');
    const shown = messaging.replicas[0]?.app.get(ShowMessages, { strict: false }) as ShowMessages;
    const view = { actor: ana, realmId: ana.realmId, applyMarkdown: true, clientExtavatar: true };
    const [first] = await shown.byIds(view, [read]);
    let messageId = 0;

    expect(await statementsOf(async () => (messageId = await send('plain, too')))).toHaveLength(1);
    expect(await statementsOf(() => shown.byIds(view, [read]))).toHaveLength(1);

    expect(first?.text).toContain('"submessages":[]');
    expect(await sentEvent(messageId)).not.toHaveProperty('submessages');
  });
});

/** Statements about messages, without those of the periodic jobs. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { query } = pg.Client.prototype;
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [statement] = given as [string | { readonly text: string }];
    statements.push(typeof statement === 'string' ? statement : statement.text);
    return (query as (...given: unknown[]) => unknown).apply(this, given);
  } as typeof query);
  try {
    await call();
  } finally {
    spy.mockRestore();
  }
  return statements.filter((statement) => /\bmessages\b/.test(statement));
}

const page = (anchor: number) => ({
  anchor,
  numBefore: 0,
  numAfter: 1,
  narrow: [],
  includeAnchor: true,
  applyMarkdown: true,
  clientGravatar: true,
  clientExtavatar: true,
});

describe('submessages', () => {
  it('are published to the readers of the message and listed in the order of their ids', async () => {
    const messageId = await send(QUESTION);

    await add(ben, messageId, vote());
    await add(ana, messageId, JSON.stringify({ type: 'question', question: 'Dinner?' }));
    await add(ben, messageId, vote('canned,0', -1));

    const [, ...added] = await submessagesOf(messageId);
    expect(added.map(({ sender_id }) => sender_id)).toEqual([ben.userId, ana.userId, ben.userId]);
    const audience = { kind: 'stream', streamId: design };
    expect(await eventsOf(messageId)).toEqual(
      added.map(({ id, content, sender_id }) => ({
        ...{ messageId, submessageId: id, senderId: sender_id, msgType: 'widget', content, audience },
      })),
    );
    const { messages } = await messaging.call(getMessages, ben, page(messageId));
    expect(messages[0]?.submessages).toEqual(await submessagesOf(messageId));
  });

  it('of simultaneous requests on two replicas have one order in the message and in the log', async () => {
    const messageId = await send(QUESTION);

    await Promise.all(
      Array.from({ length: 20 }, (_, n) => add(n % 2 ? ana : ben, messageId, vote(`canned,${n % 3}`, n % 5 ? 1 : -1))),
    );

    const [, ...added] = await submessagesOf(messageId);
    expect(added).toHaveLength(20);
    expect((await eventsOf(messageId)).map(({ submessageId }) => submessageId)).toEqual(added.map(({ id }) => id));
  });

  it.each<[object, string]>([
    [{ type: 'vote', key: 'canned,0', vote: 2 }, 'Invalid poll data["vote"]'],
    [{ type: 'vote', key: 'canned,0', vote: '1' }, 'poll data["vote"] is not an integer'],
    [{ type: 'vote', key: 1, vote: 1 }, 'poll data["key"] is not a string'],
    [{ type: 'vote', key: 'x', vote: 1, more: 1 }, 'Unexpected arguments: more'],
    [{ type: 'question' }, 'question key is missing from poll data'],
    [{ type: 'question', question: 'mine' }, "You can't edit a question unless you are the author."],
    [{ type: 'new_option', option: 'x', idx: -1 }, 'poll data["idx"] is too small'],
    [{ type: 'new_option', option: 'x', idx: 1_001 }, 'poll data["idx"] is too large'],
    [{ type: 'new_option', option: 7, idx: 1 }, 'poll data["option"] is not a string'],
    [{ type: 'new_option', option: 'x', idx: 1.5 }, 'poll data["idx"] is not an integer'],
    [{ type: 'constructor' }, 'Unknown type for poll data: constructor'],
    [{ type: 7 }, 'poll data["type"] is not a string'],
    [{}, 'type key is missing from poll data'],
    [[], 'poll data is not a dict'],
  ])('of a poll with %j are refused', async (data, message) => {
    const messageId = await send(QUESTION);
    expect(await addError(ben, messageId, JSON.stringify(data))).toBe(message);
    expect(await eventsOf(messageId)).toEqual([]);
  });

  it('of a to-do list are tasks and strikes', async () => {
    const messageId = await send('/todo');
    const task = { type: 'new_task', key: 2, task: 'Buy milk', desc: '', completed: false };

    await add(ben, messageId, JSON.stringify(task));
    await add(ana, messageId, JSON.stringify({ type: 'strike', key: `${ben.userId},2` }));

    expect((await contentsOf(messageId)).slice(1)).toEqual([
      [ben.userId, task],
      [ana.userId, { type: 'strike', key: `${ben.userId},2` }],
    ]);
    for (const [data, message] of [
      [{ ...task, completed: 1 }, 'todo data["completed"] is not a boolean'],
      [{ ...task, key: 'x' }, 'todo data["key"] is not an integer'],
      [{ ...task, desc: undefined }, 'desc key is missing from todo data'],
      [{ type: 'strike', key: 1 }, 'todo data["key"] is not a string'],
      [{ type: 'vote', key: 'x', vote: 1 }, 'Unknown type for todo data: vote'],
      [null, 'todo data is not a dict'],
    ] as const) {
      expect(await addError(ben, messageId, JSON.stringify(data))).toBe(message);
    }
  });

  it('begin with one of the sender, of any type and JSON', async () => {
    const messageId = await send('plain');

    expect(await addError(ben, messageId, '1')).toBe('You cannot attach a submessage to this message.');
    expect(await addError(ana, messageId, '{')).toBe('Invalid json for submessage');
    await add(ana, messageId, '{"game":"chess"}', 'games');
    await add(ben, messageId, '"e5"', 'games');

    expect(await contentsOf(messageId)).toEqual([
      [ana.userId, { game: 'chess' }],
      [ben.userId, 'e5'],
    ]);
  });

  it('need a message that the actor can see, and disappear with the access', async () => {
    const messageId = await send(QUESTION, secret);
    for (const id of [messageId, 987_654]) expect(await addError(cleo, id, vote())).toBe('Invalid message(s)');

    await subscribeByRows(messaging, secret, cleo);
    const later = await send(QUESTION, secret);
    await add(cleo, later, vote());
    expect(await submessagesOf(later, cleo)).toHaveLength(2);
    expect((await eventsOf(later))[0]?.audience).toEqual({ kind: 'users', userIds: [ana.userId, cleo.userId] });

    await unsubscribeByRows(messaging, secret, cleo);
    expect(await addError(cleo, later, vote())).toBe('Invalid message(s)');
    await expect(get(cleo, later)).rejects.toThrow('Invalid message(s)');
    expect(await submessagesOf(later)).toHaveLength(2);
  });

  it('reach participants of a conversation, and voters without a subscription', async () => {
    const direct = await sendDirect(messaging, ana, [ben.userId], QUESTION);
    await add(ben, direct, vote());
    const open = await send(QUESTION);
    await add(cleo, open, vote());

    expect((await eventsOf(direct))[0]?.audience).toEqual({ kind: 'users', userIds: [ana.userId, ben.userId] });
    expect((await eventsOf(open))[0]?.audience).toMatchObject({ alsoUsers: { userIds: [cleo.userId] } });
  });

  it('stay with a moved message and go with a deleted one', async () => {
    const admin = await messaging.addUser({ role: Role.Administrator });
    const messageId = await send(QUESTION);
    await add(ben, messageId, vote());
    const before = await submessagesOf(messageId);

    const move = { messageId, topic: 'dinner', propagateMode: 'change_one' as const };
    const notices = { sendNotificationToOldThread: false, sendNotificationToNewThread: false };
    await messaging.call(editMessage, admin, { ...move, ...notices });
    expect(await get(ana, messageId)).toMatchObject({ subject: 'dinner', submessages: before });

    await messaging.call(deleteMessage, admin, { messageId });
    const { rows } = await messaging.sql.query('SELECT FROM submessages WHERE message_id = $1', [messageId]);
    expect(rows).toEqual([]);
  });

  it('protect the content of the message from edits', async () => {
    const edit = (messageId: number) =>
      messaging.callError(editMessage, ana, {
        ...{ messageId, content: 'new', propagateMode: 'change_one' as const },
        ...{ sendNotificationToOldThread: false, sendNotificationToNewThread: false },
      });

    expect(await edit(await send(QUESTION))).toBe('Widgets cannot be edited.');
    await expect(edit(await send('plain'))).rejects.toThrow();
  });

  it('have a greatest number', async () => {
    const messageId = await send(QUESTION);
    await messaging.sql.query(
      `INSERT INTO submessages (message_id, sender_id, msg_type, content)
       SELECT $1, $2, 'widget', $3 FROM generate_series(1, $4)`,
      [messageId, ben.userId, vote(), MAX_SUBMESSAGES - 2],
    );

    const outcomes = await Promise.allSettled([add(ben, messageId, vote()), add(ana, messageId, vote())]);

    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.message)).toEqual([
      `Too many submessages of a message (limit: ${MAX_SUBMESSAGES}).`,
    ]);
  });
});
