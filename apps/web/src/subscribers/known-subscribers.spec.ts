import { ApiClient, ChatClient, type WireEvent, type WireState } from '@chat/chat-client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { KnownSubscribers, MAX_STREAMS } from './known-subscribers.js';

const STATE = {
  ...{ user_id: 7, realm_users: [], subscriptions: [], unsubscribed: [], never_subscribed: [] },
} as unknown as WireState;

let client: ChatClient;
let known: KnownSubscribers;
let requests: number;

beforeEach(() => {
  requests = 0;
  const transport = {
    send: async () => {
      requests++;
      return { status: 200, headers: {}, text: '{"result":"success","subscribers":[7,8]}' };
    },
  };
  client = new ChatClient(new ApiClient('http://nowhere', { transport }));
  client.replace(STATE);
  known = new KnownSubscribers(client);
});

const apply = (event: object) => client.apply({ id: 1, type: 'subscription', ...event } as unknown as WireEvent);
const ids = () => [...(known.get(1) ?? [])];

describe('known subscribers', () => {
  it('are loaded once, and follow people that come and go', async () => {
    await Promise.all([known.load(1), known.load(1)]);
    await known.load(1);
    expect(requests).toBe(1);

    apply({ op: 'peer_add', stream_ids: [1, 2], user_ids: [9] });
    apply({ op: 'peer_remove', stream_ids: [1], user_ids: [8] });
    expect(ids()).toEqual([7, 9]);
    apply({ op: 'remove', subscriptions: [{ stream_id: 1, name: 'design' }] });
    expect(ids()).toEqual([9]);
  });

  it('are loaded again after a new registration', async () => {
    await known.load(1);
    let isReported = false;
    known.subscribe(() => {
      isReported = true;
    });
    client.replace(STATE);
    expect([isReported, known.hasExpired(1)]).toEqual([true, true]);
    // Until then no list on the screen is empty.
    expect(ids()).toEqual([7, 8]);
    await known.load(1);
    expect([requests, known.hasExpired(1)]).toEqual([2, false]);
  });

  it('are loaded again after a change during the load', async () => {
    const loading = known.load(1);
    apply({ op: 'peer_add', stream_ids: [1], user_ids: [9] });
    await loading;

    // The response may have been written before the change.
    expect(known.hasExpired(1)).toBe(true);
  });

  it('are those of the streams that were loaded last', async () => {
    for (let streamId = 1; streamId <= MAX_STREAMS + 1; streamId++) await known.load(streamId);
    expect(known.get(1)).toBeUndefined();
    expect(known.get(2)?.size).toBe(2);
  });
});
