import { ApiClient, ChatClient, type WireEvent, type WireState } from '@chat/chat-client';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { KnownTopics, MAX_STREAMS } from './known-topics.js';

let client: ChatClient;
let topics: KnownTopics;
let now: number;
let requested: string[];
let isAway: boolean;

beforeEach(() => {
  [now, requested, isAway] = [1_000_000, [], false];
  const transport = {
    send: async ({ url }: { url: string }) => {
      requested.push(url);
      if (isAway) throw new Error('no network');
      return {
        status: 200,
        headers: {},
        text: '{"result":"success","topics":[{"name":"Logo","max_id":5},{"name":"Fonts","max_id":3}]}',
      };
    },
  };
  client = new ChatClient(new ApiClient('http://nowhere', { transport }));
  client.replace({ user_id: 7 } as unknown as WireState);
  topics = new KnownTopics(client, () => now);
});

const names = () => (topics.get(1) ?? []).map(({ name }) => name);
const comes = (id: number, subject: string) =>
  client.apply({
    ...{ id, type: 'message', flags: ['read'] },
    message: { id, type: 'stream', stream_id: 1, display_recipient: 'design', subject, sender_id: 8, content: '' },
  } as unknown as WireEvent);

describe('known topics', () => {
  it('are loaded once for several calls, and again after a while', async () => {
    await Promise.all([topics.load(1), topics.load(1)]);
    await topics.load(1);
    expect(requested).toHaveLength(1);
    expect(names()).toEqual(['Logo', 'Fonts']);

    now += 31_000;
    await topics.load(1);
    expect(requested).toHaveLength(2);
  });

  it('follow new messages: their topics come first', async () => {
    await topics.load(1);

    comes(6, 'fonts');
    comes(7, 'New');

    expect(names()).toEqual(['New', 'fonts', 'Logo']);
  });

  it('are loaded again after a move or a deletion', async () => {
    await topics.load(1);
    client.apply({ id: 1, type: 'delete_message', message_ids: [5] } as unknown as WireEvent);

    await topics.load(1);

    expect(requested).toHaveLength(2);
  });

  it('that expire during a load are loaded once more, and listeners hear of it', async () => {
    let calls = 0;
    const end = topics.subscribe(() => {
      calls++;
      if (topics.hasExpired(1)) void topics.load(1);
    });
    const loading = topics.load(1);
    client.apply({ id: 1, type: 'update_message', message_ids: [], orig_subject: 'a' } as unknown as WireEvent);
    await loading;
    while (topics.hasExpired(1) || calls < 2) await new Promise((resolve) => setTimeout(resolve));
    end();

    expect(requested).toHaveLength(2);
  });

  it('do not expire with the content of a message', async () => {
    await topics.load(1);
    client.apply({ id: 1, type: 'update_message', message_ids: [], orig_content: 'a' } as unknown as WireEvent);
    expect(topics.hasExpired(1)).toBe(false);
  });

  it('stay while the server is away, and are tried again', async () => {
    await topics.load(1);
    [now, isAway] = [now + 31_000, true];
    await expect(topics.load(1)).rejects.toThrow('no network');
    expect(names()).toEqual(['Logo', 'Fonts']);
    isAway = false;
    await topics.load(1);
    expect(requested).toHaveLength(3);
  });

  it('are those of the streams that were loaded last', async () => {
    for (let streamId = 1; streamId <= MAX_STREAMS + 1; streamId++) await topics.load(streamId);

    expect(names()).toEqual([]);
    expect(topics.get(2)).toHaveLength(2);
  });
});
