import {
  type ConversationSelection,
  changeSubscriptionSettings,
  deleteMessage,
  editMessage,
  getConversations,
  type ListedConversation,
  MAX_CONVERSATION_SENDERS,
  type Principal,
  Role,
  setUserTopic,
  updateMessageFlags,
  type Wire,
} from '@chat/contracts';
import { foldName } from '@chat/text';
import { afterAll, describe, expect, it } from '@jest/globals';
import { startHistoryScene } from '../testing/history-scene.js';
import { sendAs, sendToStream, subscribe } from '../testing/requests.js';

const { messaging, ana, ben, cleo, guest, streams, sent, getPage } = await startHistoryScene();
afterAll(() => messaging.close());

type Selection = Partial<ConversationSelection>;

const pageOf = (actor: Principal, selection: Selection = {}) =>
  messaging.call(getConversations, actor, { limit: 40, unreadOnly: false, includeMuted: true, ...selection });

/** All pages. */
async function allOf(actor: Principal, selection: Selection = {}) {
  const found: Wire<ListedConversation>[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = await pageOf(actor, { ...selection, ...(before !== undefined && { before }) });
    found.push(...page.conversations);
    before = page.next_before;
  }
  return found;
}

/** The same from the messages that GET /messages returns without a narrow. */
async function foldedOf(actor: Principal, isAskedFor: (flags: readonly string[]) => boolean) {
  const { messages } = await getPage(actor, 'newest', 5_000, 0);
  const groups = new Map<string, typeof messages>();
  for (const message of messages.toReversed()) {
    const { stream_id: streamId, subject, recipient_id: recipientId } = message;
    const key = streamId === undefined ? `${recipientId}` : `${streamId} ${foldName(subject)}`;
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  const conversations = [...groups.values()].flatMap((group) => {
    const newest = group.find(({ flags }) => isAskedFor(flags));
    if (!newest) return [];
    const unread = group.filter(({ flags }) => !flags.includes('read'));
    const recipient = newest.display_recipient;
    const upTo = group.filter(({ id }) => id <= newest.id).slice(0, 20);
    return {
      type: newest.stream_id === undefined ? 'direct' : 'stream',
      stream_id: newest.stream_id ?? null,
      topic: newest.subject,
      user_ids: typeof recipient === 'string' ? [] : recipient.map(({ id }) => id).sort((a, b) => a - b),
      max_message_id: newest.id,
      sender_id: newest.sender_id,
      timestamp: newest.timestamp,
      sender_ids: [...new Set(upTo.map(({ sender_id: id }) => id))].slice(0, MAX_CONVERSATION_SENDERS),
      unread_count: unread.length,
      mentioned: unread.some(({ flags }) => flags.includes('mentioned') || flags.includes('wildcard_mentioned')),
    };
  });
  return conversations.sort((a, b) => b.max_message_id - a.max_message_id);
}

const readers = { ana, ben, cleo, guest };

/** Compares every page size with the fold, for every reader. */
async function expectFolded(): Promise<void> {
  for (const actor of Object.values(readers)) {
    for (const limit of [1, 40]) {
      expect(await allOf(actor, { limit })).toMatchObject(await foldedOf(actor, () => true));
      const unread = await foldedOf(actor, (flags) => !flags.includes('read'));
      expect(await allOf(actor, { limit, unreadOnly: true })).toMatchObject(unread);
    }
  }
}

describe('conversations', () => {
  it('are those of the received messages, on pages of any size', expectFolded);

  it('have an excerpt of their newest message', async () => {
    const [newest] = (await pageOf(ana, { limit: 1 })).conversations;

    expect(newest).toMatchObject({ type: 'stream', stream_id: streams.design, topic: 'logo', excerpt: 'file: notes' });
  });

  it('name their last senders, the newest first and at most eight', async () => {
    const senders = await Promise.all(Array.from({ length: MAX_CONVERSATION_SENDERS + 1 }, () => messaging.addUser()));
    for (const sender of [...senders, senders[1] as Principal]) {
      await sendToStream(messaging, sender, streams.open, 'greetings', 'hi');
    }
    const [newest] = (await pageOf(ana, { limit: 1 })).conversations;

    const inOrder = [senders[1], ...senders.toReversed().filter((one) => one !== senders[1])] as Principal[];
    expect(newest?.sender_ids).toEqual(inOrder.slice(0, MAX_CONVERSATION_SENDERS).map(({ userId }) => userId));
  });

  it('follow moves, also from a place that the reader did not see, and deletions', async () => {
    const admin = await messaging.addUser({ role: Role.Administrator });
    await messaging.call(editMessage, admin, { messageId: sent[3] as number, ...moved, streamId: streams.design });
    await messaging.call(editMessage, admin, { messageId: sent[0] as number, ...moved, topic: 'first' });
    await messaging.call(deleteMessage, admin, { messageId: sent[14] as number });

    await expectFolded();
  });

  it('keep read marks and later unread marks apart', async () => {
    await messaging.call(updateMessageFlags, ana, { messageIds: [sent[0] as number], op: 'remove', flag: 'read' });
    await messaging.call(updateMessageFlags, ben, { messageIds: [sent[9] as number], op: 'remove', flag: 'read' });
    await expectFolded();
  });

  it('leave out muted topics, also those of muted streams, if asked to', async () => {
    const fresh = await messaging.addUser();
    await subscribe(messaging, fresh, ['loud', 'quiet']);
    const { rows } = await messaging.sql.query(`SELECT id FROM streams WHERE name IN ('loud', 'quiet') ORDER BY name`);
    const [loud, quiet] = rows.map(({ id }) => id as number) as [number, number];
    for (const [stream, topic] of [
      [loud, 'a'],
      [loud, 'b'],
      [quiet, 'c'],
      [quiet, 'D'],
    ] as const) {
      await sendToStream(messaging, ana, stream, topic, '@**all** read this');
    }
    await messaging.call(changeSubscriptionSettings, fresh, {
      subscriptionData: [{ streamId: quiet, property: 'is_muted', value: true }],
    });
    await messaging.call(setUserTopic, fresh, { streamId: loud, topic: 'A', visibilityPolicy: 1 });
    await messaging.call(setUserTopic, fresh, { streamId: quiet, topic: 'd', visibilityPolicy: 2 });

    const everything = (await allOf(fresh, { limit: 1 })).filter(isOfPeople);
    expect(everything.map((one) => [one.topic, one.visibility_policy, one.mentioned])).toEqual([
      ['D', 2, true],
      ['c', 0, false],
      ['b', 0, true],
      ['a', 1, false],
    ]);
    for (const unreadOnly of [true, false]) {
      const shown = await allOf(fresh, { limit: 1, includeMuted: false, unreadOnly });
      expect(shown.filter(isOfPeople).map(({ topic }) => topic)).toEqual(['D', 'b']);
    }
  });

  it('hide messages of others, and those after the reader left a private stream', async () => {
    const stranger = await messaging.addUser();
    expect(await pageOf(stranger)).toEqual({ conversations: [], next_before: null });
    expect(await pageOf(stranger, { unreadOnly: true })).toEqual({ conversations: [], next_before: null });
    expect((await allOf(ben)).filter((one) => one.stream_id === streams.secret)).toEqual([]);
    expect((await allOf(ana)).filter((one) => one.user_ids.includes(cleo.userId))).toMatchObject([
      { max_message_id: sent[9] },
    ]);
  });

  it('are found behind a very busy one, over several pages', async () => {
    const reader = await messaging.addUser();
    await subscribe(messaging, reader, ['busy']);
    const first = await sendToStream(messaging, ana, 'busy', 'old', 'at first');
    const direct = await sendAs(messaging, { sender: ana, type: 'direct', to: [reader.userId], content: 'psst' });
    await messaging.sql.query(
      `INSERT INTO messages (id, realm_id, recipient_id, stream_id, sender_id, topic, topic_key, content, rendered_content,
         render_version, client_name, sent_at, is_me, has_link, has_image, has_attachment, is_read_by_sender,
         is_wildcard_mention, mentioned_user_ids, alert_word_user_ids)
       SELECT $1::bigint + n, realm_id, recipient_id, stream_id, sender_id, 'busy', 'busy', content, rendered_content,
         render_version, client_name, sent_at, false, false, false, false, true, false, '{}', '{}'
       FROM messages, generate_series(1, 1000) AS n WHERE id = $2`,
      [direct.id + 1_000, first],
    );

    // With the largest page a place is walked for 200 messages at a time.
    const page = await pageOf(reader, { limit: 100 });
    expect(page.conversations).toMatchObject([
      { topic: 'busy', max_message_id: direct.id + 2_000, unread_count: 1_000 },
    ]);
    expect(page.next_before).not.toBeNull();
    const found = (await allOf(reader, { limit: 100 })).filter(isOfPeople);
    expect(found.map((one) => one.max_message_id)).toEqual([direct.id + 2_000, direct.id, first]);
  });
});

const moved = {
  propagateMode: 'change_one',
  sendNotificationToOldThread: false,
  sendNotificationToNewThread: false,
} as const;

/** Not the notice about a new stream. */
const isOfPeople = ({ topic }: { readonly topic: string }): boolean => topic !== 'stream events';
