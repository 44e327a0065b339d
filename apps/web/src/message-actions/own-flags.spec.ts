import {
  ApiClient,
  ChatClient,
  type HttpRequest,
  type HttpResponse,
  type WireEvent,
  type WireState,
} from '@chat/chat-client';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ClientChanges } from '../client/client-changes.js';
import { BATCH_MS } from '../read-marking/flag-batches.js';
import { markRead } from '../read-marking/index.js';
import { markUnreadFrom, setFlag } from './commands.js';

const ME = 7;
const OTHER = 8;
const STREAM = 3;

describe('own changes of flags', () => {
  const sent: HttpRequest[] = [];
  let isRefused: boolean;
  let client: ChatClient;
  let page: { readonly changes: ClientChanges; readonly share: (event: WireEvent) => void };
  beforeEach(() => {
    jest.useFakeTimers();
    globalThis.addEventListener ??= () => undefined;
    sent.length = 0;
    isRefused = false;
    const send = async (request: HttpRequest): Promise<HttpResponse> => {
      sent.push(request);
      const result = isRefused ? 'error' : 'success';
      return { status: isRefused ? 400 : 200, headers: {}, text: JSON.stringify({ result }) };
    };
    client = new ChatClient(new ApiClient('http://model', { transport: { send } }));
    client.replace({
      ...{ user_id: ME, starred_messages: [], subscriptions: [{ stream_id: STREAM, name: 'design' }] },
      unread_msgs: { streams: [], pms: [], huddles: [], mentions: [], count: 0, old_unreads_missing: false },
    } as unknown as WireState);
    page = { changes: new ClientChanges(client), share: (event) => client.apply(event) };
    for (const id of [1, 2, 3]) client.messages.hold([arrive(id)]);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** A message that mentions the reader. */
  function arrive(id: number) {
    const message = {
      ...{ id, type: 'stream', stream_id: STREAM, display_recipient: 'design', subject: 'logo', sender_id: OTHER },
      ...{ content: '', reactions: [], flags: ['mentioned'] },
    } as never;
    client.apply({ id, type: 'message', message, flags: ['mentioned'] });
    return message;
  }
  const held = (id: number) => client.messages.get(id) as NonNullable<ReturnType<typeof client.messages.get>>;
  const unread = () => [...(client.state.unread?.ids() ?? [])].sort();
  const bodies = () =>
    sent.map(({ url, body }) => `${url.slice('http://model/api/v1'.length)} ${decodeURIComponent(body ?? '')}`);

  it('messages are read at once, before the request', async () => {
    markRead(page, [1, 2]);
    expect([unread(), held(1).flags, sent]).toEqual([[3], ['mentioned', 'read'], []]);

    await jest.advanceTimersByTimeAsync(BATCH_MS);

    expect(bodies()).toEqual(['/messages/flags messages=[1,2]&op=add&flag=read']);
  });

  it('messages of a batch that was not sent are unread again, and still mentions, without a request for it', async () => {
    markRead(page, [1, 2, 3]);

    await Promise.all([markUnreadFrom(page, held(2)), jest.advanceTimersByTimeAsync(BATCH_MS)]);

    expect([unread(), [...(client.state.unread?.mentions ?? [])].sort()]).toEqual([
      [2, 3],
      [2, 3],
    ]);
    expect(bodies()).toContain('/messages/flags messages=[1]&op=add&flag=read');
    expect(bodies().filter((body) => body.startsWith('/messages/flags/narrow'))).toHaveLength(1);
  });

  it('a star is seen at once, and taken back with the reason if the server does not take it', async () => {
    const starring = setFlag(page, 1, 'starred', true);
    expect([held(1).flags, client.state.starred?.has(1)]).toEqual([['mentioned', 'starred'], true]);
    await starring;
    expect(held(1).flags).toContain('starred');

    isRefused = true;
    const refused = setFlag(page, 1, 'starred', false);
    expect(client.state.starred?.has(1)).toBe(false);
    await expect(refused).rejects.toMatchObject({ response: { status: 400 } });

    expect([held(1).flags, client.state.starred?.has(1)]).toEqual([['mentioned', 'starred'], true]);
  });
});
