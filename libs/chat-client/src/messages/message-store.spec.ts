import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ApiClient, NoResponse } from '../api-client.js';
import { ChatClient } from '../chat-client.js';
import type { HttpResponse } from '../transport.js';
import type { Message } from './message.js';
import { MAX_VIEWS } from './message-store.js';
import { MAX_IDS_PER_RANGE, type MessageView } from './message-view.js';
import { ME, ModelServer } from './testing/model-server.js';
import type { WireNarrow } from './view-narrow.js';

const LOGO: WireNarrow = [
  { operator: 'stream', operand: 4 },
  { operator: 'topic', operand: 'logo' },
];

/** Answers at once, or refuses. */
class PromptServer extends ModelServer {
  asked = 0;
  refuses = false;

  override send(request: { readonly url: string }): Promise<HttpResponse> {
    this.asked++;
    if (this.refuses) return Promise.reject(new Error('no network'));
    const response = super.send(request);
    this.requests.shift()?.answer();
    return response;
  }
}

describe('the messages of a client', () => {
  let server: PromptServer;
  let client: ChatClient;
  let view: MessageView;
  beforeEach(() => {
    server = new PromptServer();
    client = new ChatClient(new ApiClient('http://model', { transport: server }));
    for (let n = 0; n < 300; n++) server.sent('logo', n < 250 ? ME : 2);
    server.events.length = 0;
    client.replace(server.state);
    view = client.messages.view(LOGO);
  });

  const deliver = () => {
    for (const event of server.events.splice(0)) client.apply(event);
  };

  it('open at the first unread message, with both directions to load', async () => {
    await view.open('first_unread');

    expect(view.snapshot()).toMatchObject({ anchor: 2510, foundOldest: false, foundNewest: true, state: 'ready' });
    expect(view.snapshot().ids[0]).toBe(2010);
    await view.loadOlder();
    expect(view.snapshot().ids[0]).toBe(1010);
  });

  it('open at a known place without a request', async () => {
    await view.open('first_unread');
    const asked = server.asked;

    await client.messages.view(LOGO).open('first_unread');
    await client.messages.view(LOGO).open(2300);

    expect(server.asked).toBe(asked);
    expect(view.snapshot().anchor).toBe(2300);
  });

  it('keep a gap between two places', async () => {
    await view.open(100);
    await view.open('newest');

    expect(view.loaded().map(({ from, to }) => [from, to])).toEqual([
      [0, 600],
      [2010, Number.POSITIVE_INFINITY],
    ]);
    server.sent('logo', 2);
    deliver();
    expect(view.snapshot().ids.at(-1)).toBe(3010);
  });

  it('name the changed messages', async () => {
    await view.open('newest');
    const named: unknown[] = [];
    client.onChange((changes) => named.push(changes.get('messages')));

    server.edited(3000);
    server.edited(10);
    deliver();

    expect(named).toEqual([new Set([3000])]);
  });

  it('give the same snapshot until something changes', async () => {
    await view.open('newest');
    const before = view.snapshot();

    server.edited(3000);
    deliver();

    expect(view.snapshot()).toBe(before);
    server.deleted(3000);
    deliver();
    expect(view.snapshot()).not.toBe(before);
  });

  it('stay in the view after a new registration, and are verified when the view is watched', async () => {
    await view.open('newest');
    const before = view.snapshot();
    server.deleted(2990);
    server.sent('logo', 2);
    server.events.length = 0;

    client.replace(server.state);

    expect(view.snapshot()).toBe(before);
    view.subscribe(() => undefined);
    await setImmediate();
    await setImmediate();
    expect(view.snapshot().ids).not.toContain(2990);
    expect(view.snapshot().ids.at(-1)).toBe(3010);
  });

  describe('of an earlier run', () => {
    const ids = Array.from({ length: 60 }, (_, n) => 2010 + n * 10);
    let held: Message[];
    beforeEach(() => {
      held = ids.map((id) => server.messages.get(id) as Message);
    });
    const restore = (foundNewest: boolean) => {
      client.messages.hold(held);
      view.restore({ from: 2010, to: foundNewest ? Number.POSITIVE_INFINITY : 2600, ids }, 2510);
      view.subscribe(() => undefined);
    };

    it.each([true, false])(
      'stay at their place while the server is away; they reach the newest: %s',
      async (isAtEnd) => {
        server.refuses = true;
        restore(isAtEnd);

        await view.open('first_unread');
        await setImmediate();

        expect(view.snapshot()).toMatchObject({ ids, anchor: 2510, foundNewest: isAtEnd });
        server.refuses = false;
        client.messages.retry();
      },
    );

    it('are verified around their place, and then opened at others', async () => {
      server.deleted(2500);
      restore(false);

      await view.open('first_unread');
      await setImmediate();
      await setImmediate();
      expect(view.snapshot().ids).not.toContain(2500);
      expect(view.snapshot().ids).toContain(2010);

      await view.open('first_unread');
      expect(view.snapshot()).toMatchObject({ anchor: 2510, foundNewest: true });
    });
  });

  it('name the failure of a request, and come later', async () => {
    server.refuses = true;
    await view.open('newest');
    const error = { constructor: NoResponse, cause: new Error('no network') };
    expect(view.snapshot()).toMatchObject({ state: 'failed', error, ids: [] });

    server.refuses = false;
    view.subscribe(() => undefined);
    client.messages.retry();
    await setImmediate();
    await setImmediate();

    expect(view.snapshot()).toMatchObject({ state: 'ready', foundNewest: true });
  });

  it('of a view that grows for ever lose the end that is farther from the reader', async () => {
    await view.open('newest');
    for (let n = 0; n < MAX_IDS_PER_RANGE; n++) server.sent('logo', 2);
    deliver();

    expect(view.snapshot()).toMatchObject({ foundOldest: false, foundNewest: true });
    expect(view.snapshot().ids).toHaveLength(MAX_IDS_PER_RANGE);
    view.reading = view.snapshot().ids[5] as number;
    server.sent('logo', 2);
    deliver();
    expect(view.snapshot()).toMatchObject({ foundNewest: false });
    expect(view.snapshot().ids).toContain(view.reading);
  });

  it('of the view that was not used for the longest time go, unless it is watched', async () => {
    view.subscribe(() => undefined);
    const second = client.messages.view([]);
    for (let n = 0; n < MAX_VIEWS; n++) client.messages.view([{ operator: 'sender', operand: n }]);

    expect(client.messages.heldViews()).toHaveLength(MAX_VIEWS);
    expect(client.messages.view(LOGO)).toBe(view);
    expect(client.messages.view([])).not.toBe(second);
  });
});
