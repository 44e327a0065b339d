import { ApiClient, ChatClient, type WireEvent, type WireState } from '@chat/chat-client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FollowedConversations } from './followed-conversations.js';
import { LoadedConversations } from './loaded-conversations.js';

const READER = 7;
const listed = (id: number, topic: string) => ({
  ...{ type: 'stream', stream_id: 1, topic, user_ids: [], max_message_id: id, sender_id: 8, timestamp: id },
  ...{ excerpt: `${id}`, sender_ids: [8], unread_count: 1, mentioned: false, visibility_policy: 0 },
});
const message = (id: number, topic: string, fields: object = {}) => ({
  ...{ id, type: 'stream', stream_id: 1, display_recipient: 'design', subject: topic, sender_id: 9, timestamp: id },
  ...{ content: `<p>${id} &amp; more</p>`, ...fields },
});

let client: ChatClient;
let lists: LoadedConversations;
let requests: number;
let page: object[];
/** Resolves the running request. */
let respond: () => void;
/** Ends it without a response. */
let lose: () => void;
let eventId: number;

beforeEach(() => {
  [requests, eventId, page] = [0, 0, [listed(5, 'Logo'), listed(3, 'Fonts')]];
  const transport = {
    send: () =>
      new Promise<{ status: number; headers: object; text: string }>((resolve, reject) => {
        requests++;
        lose = () => reject(new TypeError('Failed to fetch'));
        const body = { result: 'success', conversations: page, next_before: null };
        respond = () => resolve({ status: 200, headers: {}, text: JSON.stringify(body) });
      }),
  };
  client = new ChatClient(new ApiClient('http://nowhere', { transport: transport as never }));
  const streams = [
    { stream_id: 1, topic: 'Logo', unread_message_ids: [4, 5] },
    { stream_id: 1, topic: 'Fonts', unread_message_ids: [3] },
  ];
  client.replace({
    ...{ user_id: READER, subscriptions: [{ stream_id: 1, name: 'design', is_muted: false }], user_topics: [] },
    unread_msgs: { streams, pms: [], huddles: [], mentions: [], old_unreads_missing: false },
    ...{ recent_private_conversations: [], realm_users: [] },
  } as unknown as WireState);
  lists = new LoadedConversations();
});

const apply = (event: object) => client.apply({ id: ++eventId, ...event } as unknown as WireEvent);
const comes = (id: number, topic: string, fields: object = {}) =>
  apply({ type: 'message', message: message(id, topic, fields), flags: [] });
const read = (...messages: number[]) =>
  apply({ type: 'update_message_flags', op: 'add', flag: 'read', all: false, messages });
const settle = () => new Promise((resolve) => setTimeout(resolve));

async function follow(unreadOnly: boolean): Promise<() => void> {
  const end = new FollowedConversations(client, unreadOnly, lists, () => undefined).start();
  respond();
  await settle();
  return end;
}
const shown = (unreadOnly: boolean) =>
  lists.get(unreadOnly).conversations.map(({ topic, max_message_id }) => `${topic} ${max_message_id}`);

describe.each([false, true])('a followed list, unread only: %s', (unreadOnly) => {
  it('has arriving messages at its beginning, without a request', async () => {
    const end = await follow(unreadOnly);

    comes(6, 'fonts');
    comes(7, 'New');

    expect(shown(unreadOnly)).toEqual(['New 7', 'fonts 6', 'Logo 5']);
    expect(lists.get(unreadOnly).conversations[1]).toMatchObject({ sender_ids: [9, 8], excerpt: '6 & more' });
    expect(requests).toBe(1);
    end();
    comes(8, 'New');
    expect(shown(unreadOnly)[0]).toBe('New 7');
  });

  it('has messages that came before the response', async () => {
    const end = new FollowedConversations(client, unreadOnly, lists, () => undefined).start();
    comes(6, 'Fonts');
    respond();
    await settle();

    expect(shown(unreadOnly)).toEqual(['Fonts 6', 'Logo 5']);
    end();
  });

  it('shows the new text of an edited message', async () => {
    const end = await follow(unreadOnly);
    const edit = { orig_content: '5', content: 'five', rendered_content: '<p>five</p>', flags: [] };

    apply({ type: 'update_message', message_id: 5, message_ids: [5], ...edit });

    expect(lists.get(unreadOnly).conversations[0]?.excerpt).toBe('five');
    expect(requests).toBe(1);
    end();
  });
});

describe('a followed list of unread messages', () => {
  it('loses conversations that are read, and shows the newest unread message of the others', async () => {
    const end = await follow(true);
    comes(6, 'Logo');
    client.messages.hold([{ ...message(5, 'Logo'), flags: [] } as never]);

    read(3);
    expect(shown(true)).toEqual(['Logo 6']);
    read(6);
    expect(shown(true)).toEqual(['Logo 5']);
    read(4, 5);
    expect(shown(true)).toEqual([]);
    expect(requests).toBe(1);
    end();
  });

  it('takes no message that is read or muted', async () => {
    const end = await follow(true);
    apply({ type: 'user_topic', stream_id: 1, topic_name: 'noise', visibility_policy: 1, last_updated: 1 });
    comes(6, 'noise');
    apply({ type: 'message', message: message(7, 'own'), flags: ['read'] });

    expect(shown(true)).toEqual(['Logo 5', 'Fonts 3']);
    end();
  });
});

describe('a followed list', () => {
  it('that could not be loaded is loaded again', async () => {
    const end = new FollowedConversations(client, false, lists, () => undefined).start();
    lose();
    await settle();
    expect(lists.get(false).state).toBe('failed');

    while (requests < 2) await settle();
    respond();
    await settle();

    expect(shown(false)).toEqual(['Logo 5', 'Fonts 3']);
    end();
  });

  it('loads again once after moves and deletions, which only the server can apply', async () => {
    const end = await follow(false);
    page = [listed(3, 'Fonts')];

    apply({ type: 'delete_message', message_type: 'stream', message_ids: [5], stream_id: 1, topic: 'Logo' });
    apply({ type: 'update_message', message_id: 3, message_ids: [3], stream_id: 1, subject: 'Letters', flags: [] });
    while (requests < 2) await settle();
    respond();
    await settle();

    expect(requests).toBe(2);
    expect(shown(false)).toEqual(['Fonts 3']);
    end();
  });
});
