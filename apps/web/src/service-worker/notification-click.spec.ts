import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { passOn } from './notification-click.js';
import type { ClickTarget, PageMessage } from './page-message.js';
import type { WorkerClient } from './worker-scope.js';

const TARGET: ClickTarget = {
  userId: 7,
  messageId: 42,
  fragment: '#narrow/dm/8/near/42',
  destination: { type: 'direct', userIds: [8] },
  queueId: 'q',
};

/** A page that takes clicks from the n-th message on. */
class Page implements WorkerClient {
  readonly got: PageMessage[] = [];
  isFocused = false;

  constructor(
    readonly url: string,
    private readonly takesFrom = 1,
  ) {}

  postMessage(message: unknown, [port]: readonly MessagePort[]): void {
    this.got.push(message as PageMessage);
    if (this.got.length >= this.takesFrom) port?.postMessage('taken');
  }

  async focus(): Promise<void> {
    this.isFocused = true;
    // As browsers that have other rules for it.
    throw new Error('not allowed');
  }
}

const CLIENT = 'https://chat.example/#inbox';
const NEVER = Number.POSITIVE_INFINITY;

let pages: Page[];
let opened: string[];
let isClosed: boolean;
let unsent: string[];
beforeEach(() => {
  [pages, opened, isClosed, unsent] = [[], [], false, []];
});
afterEach(() => void jest.useRealTimers());

/** `newPage` is the one that the browser opens; null: it opens none. */
const click = (reply?: string | null, newPage: Page | null = null) => {
  let count = 0;
  return passOn(
    { notification: { data: TARGET, close: () => (isClosed = true) }, ...(reply !== undefined && { reply }) },
    {
      clients: {
        matchAll: async () => pages,
        openWindow: async (address) => {
          opened.push(address);
          return newPage;
        },
      },
      newLocalId: () => `local ${++count}`,
      showUnsent: async (_, content) => void unsent.push(content),
    },
  );
};

describe('a click on a notification', () => {
  it('brings the client to the front, and opens the conversation there', async () => {
    const [signIn, client, older] = [new Page('https://chat.example/login/'), new Page(CLIENT), new Page(CLIENT)];
    pages = [signIn, client, older];
    await click();

    expect(client.got).toEqual([{ kind: 'notification-click', target: TARGET }]);
    expect([client.isFocused, isClosed]).toEqual([true, true]);
    expect([signIn.got, older.got, opened]).toEqual([[], [], []]);
  });

  it('opens the client at the conversation if none is open', async () => {
    await click(null, new Page(CLIENT, NEVER));

    expect([opened, isClosed, unsent]).toEqual([['/#narrow/dm/8/near/42'], true, []]);
  });
});

describe('a reply in a notification', () => {
  it('goes to the client, which stays where it is', async () => {
    pages = [new Page(CLIENT)];
    await click(' At noon ');

    const reply = { content: 'At noon', localId: 'local 1' };
    expect(pages[0]?.got).toEqual([{ kind: 'notification-click', target: TARGET, reply }]);
    expect([pages[0]?.isFocused, isClosed, opened]).toEqual([false, true, []]);
  });

  it('has the same key each time that it is given to a page', async () => {
    const [frozen, fresh] = [new Page(CLIENT, NEVER), new Page(CLIENT, 3)];
    pages = [frozen];
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const clicked = click('At noon', fresh);
    while (!isClosed) {
      await new Promise(setImmediate);
      await jest.advanceTimersByTimeAsync(50);
    }
    await clicked;

    const keys = [...frozen.got, ...fresh.got].map(({ reply }) => reply?.localId);
    expect(fresh.got).toHaveLength(3);
    expect(new Set(keys)).toEqual(new Set(['local 1']));
    expect(unsent).toEqual([]);
  });

  it('stays on the screen if no page takes it', async () => {
    await click('At noon');

    expect([isClosed, unsent]).toEqual([true, ['At noon']]);
  });

  it('without text is a click', async () => {
    pages = [new Page(CLIENT)];
    await click('  ');

    expect(pages[0]?.got).toEqual([{ kind: 'notification-click', target: TARGET }]);
    expect(pages[0]?.isFocused).toBe(true);
  });
});
