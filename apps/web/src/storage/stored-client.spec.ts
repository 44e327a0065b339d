import { ApiClient, ChatClient, type Message, type WireState } from '@chat/chat-client';
import { describe, expect, it } from '@jest/globals';
import {
  MAX_STORED_MESSAGES,
  MAX_STORED_VIEWS,
  mergedViews,
  restoreClient,
  type StoredViews,
  storedViews,
} from './stored-client.js';

const state = { user_id: 1, realm_name: 'Fernwood', subscriptions: [] } as unknown as WireState;
const message = (id: number) =>
  ({
    id,
    type: 'stream',
    stream_id: 4,
    subject: 'logo',
    display_recipient: 'design',
    content: '',
    flags: [],
  }) as unknown as Message;

/** A client of a server with messages 1 to `count` in every view. */
function clientOf(count: number): ChatClient {
  const messages = Array.from({ length: count }, (_, n) => message(n + 1));
  const found = { found_oldest: true, found_newest: true, anchor: 10_000_000_000_000_000 };
  const text = JSON.stringify({ result: 'success', messages, ...found });
  const transport = { send: async () => ({ status: 200, headers: {}, text }) };
  const client = new ChatClient(new ApiClient('http://chat', { transport }));
  client.replace(state);
  return client;
}
const neverAnswering = () =>
  new ChatClient(new ApiClient('http://chat', { transport: { send: () => new Promise(() => undefined) } }));
const narrow = [{ operator: 'stream', operand: 4 }];

describe('the stored client', () => {
  it('shows its views without a response', async () => {
    const client = clientOf(20);
    await client.messages.view(narrow).open('newest');
    const stored = structuredClone({ state: client.state.toWire(), views: storedViews(client), conversations: [] });

    const later = neverAnswering();
    restoreClient(later, stored);
    const view = later.messages.view(narrow);
    view.subscribe(() => undefined);
    void view.open('first_unread');

    expect(later.state.field('realm_name')).toBe('Fernwood');
    expect(view.snapshot()).toMatchObject({ state: 'ready', foundNewest: true, foundOldest: true });
    expect(view.snapshot().ids).toHaveLength(20);
    expect(later.messages.get(20)).toEqual(message(20));
  });

  it('has the messages around the place that was read', async () => {
    const client = clientOf(500);
    const view = client.messages.view(narrow);
    await view.open('newest');
    view.reading = 200;

    const [stored] = storedViews(client);

    expect(stored?.messages).toHaveLength(MAX_STORED_MESSAGES);
    expect(stored?.messages.map(({ id }) => id)).toContain(200);
    expect(stored).toMatchObject({ anchor: 200, foundOldest: false, foundNewest: false });
  });

  it('has the first unread message of each view, where it will open', async () => {
    const client = clientOf(500);
    const stream = { stream_id: 4, topic: 'logo', unread_message_ids: [120, 130] };
    const unread = { count: 2, pms: [], huddles: [], mentions: [], streams: [stream], old_unreads_missing: false };
    client.replace({ ...state, unread_msgs: unread } as unknown as WireState);
    await client.messages.view(narrow).open('newest');

    const [stored] = storedViews(client);

    expect(stored?.anchor).toBe(120);
    expect(stored?.messages.map(({ id }) => id)).toContain(120);
  });

  it('has the views of other tabs, too, but none of another session', () => {
    const view = (operand: number, anchor: number) => ({
      ...{ narrow: [{ operator: 'stream', operand }], anchor, messages: [message(anchor)] },
      ...{ foundOldest: true, foundNewest: true },
    });
    const viewsOf = (session: string, ...views: StoredViews['views']): StoredViews => ({
      ...{ session, views, conversations: [] },
    });
    const own = viewsOf('s', view(1, 10));

    expect(mergedViews(own, viewsOf('s', view(2, 20), view(1, 30))).views).toEqual([view(1, 10), view(2, 20)]);
    expect(mergedViews(own, viewsOf('another', view(2, 20)))).toEqual(own);
    expect(mergedViews(own, undefined)).toEqual(own);
    const many = Array.from({ length: MAX_STORED_VIEWS }, (_, n) => view(n + 2, n));
    expect(mergedViews(own, viewsOf('s', ...many)).views).toHaveLength(MAX_STORED_VIEWS);
  });

  it('has the last views only', async () => {
    const client = clientOf(1);
    for (let n = 0; n < MAX_STORED_VIEWS + 3; n++) {
      await client.messages.view([{ operator: 'stream', operand: n }]).open('newest');
    }

    const views = storedViews(client);

    expect(views).toHaveLength(MAX_STORED_VIEWS);
    expect(views[0]?.narrow).toEqual([{ operator: 'stream', operand: MAX_STORED_VIEWS + 2 }]);
  });
});
