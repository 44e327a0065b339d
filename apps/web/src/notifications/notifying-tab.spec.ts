import { describe, expect, it } from '@jest/globals';
import { NotifyingTab } from './notifying-tab.js';

interface Waiting {
  readonly grant: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const aborted = () => Object.assign(new Error('aborted'), { name: 'AbortError' });

/** One lock of a browser, with the rules of Web Locks. */
class OneLock {
  private holder: Waiting | undefined;
  private queue: Waiting[] = [];

  /** `late`: a tab hears of a theft after the thief got the lock. */
  constructor(private readonly thefts: 'at once' | 'late' = 'at once') {}

  get waiting(): number {
    return this.queue.length;
  }

  /** Answers after the news that are on their way. */
  readonly query = () => new Promise<LockManagerSnapshot>((resolve) => setImmediate(resolve, {}));

  readonly request = ((_: string, { steal = false, signal }: LockOptions, grant: () => Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const entry = { grant, resolve, reject };
      signal?.addEventListener('abort', () => {
        if (!this.queue.includes(entry)) return;
        this.queue = this.queue.filter((each) => each !== entry);
        reject(aborted());
      });
      if (steal) {
        const stolen = this.holder;
        const hear = () => setImmediate(() => stolen?.reject(aborted()));
        if (this.thefts === 'at once') hear();
        this.hold(entry);
        if (this.thefts === 'late') hear();
      } else {
        this.queue.push(entry);
        this.next();
      }
    })) as LockManager['request'];

  private next(): void {
    if (this.holder === undefined && this.queue.length > 0) this.hold(this.queue.shift() as Waiting);
  }

  private hold(entry: Waiting): void {
    this.holder = entry;
    setImmediate(async () => {
      entry.resolve(await entry.grant());
      if (this.holder !== entry) return;
      this.holder = undefined;
      this.next();
    });
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('the notifying tab', () => {
  it('is the one with the last focus, and always exactly one', async () => {
    const lock = new OneLock();
    const tabs = Array.from({ length: 3 }, () => new NotifyingTab(lock));
    const ends = tabs.map((tab) => tab.start());
    const chosen = async () => {
      await settled();
      return tabs.flatMap((tab, index) => (tab.isChosen ? [index] : []));
    };
    expect(await chosen()).toEqual([0]);

    for (const index of [2, 1, 1, 0, 2]) {
      tabs[index]?.focused();
      expect(await chosen()).toEqual([index]);
    }
    ends[2]?.();
    expect(await chosen()).toHaveLength(1);
    expect(tabs[2]?.isChosen).toBe(false);
    tabs[2]?.focused();
    expect(await chosen()).not.toContain(2);
  });

  it('learns that it is chosen', async () => {
    const lock = new OneLock();
    const chosen: string[] = [];
    const [first, second] = ['first', 'second'].map((name) => new NotifyingTab(lock, () => chosen.push(name)));
    const ends = [first?.start(), second?.start()];
    await settled();
    second?.focused();
    await settled();
    ends[1]?.();
    await settled();

    expect(chosen).toEqual(['first', 'second', 'first']);
    ends[0]?.();
  });

  it.each(['at once', 'late'] as const)(
    'is the one that got the focus twice in a row, thefts heard %s',
    async (thefts) => {
      const lock = new OneLock(thefts);
      const [first, second] = [new NotifyingTab(lock), new NotifyingTab(lock)];
      const ends = [first.start(), second.start()];
      const chosen = async () => {
        await settled();
        return [first.isChosen, second.isChosen];
      };
      for (let round = 0; round < 3; round++) {
        second.focused();
        second.focused();
        expect(await chosen()).toEqual([false, true]);
        first.focused();
        first.focused();
        expect(await chosen()).toEqual([true, false]);
      }
      expect(lock.waiting).toBeLessThanOrEqual(2);
      ends[0]?.();
      expect(await chosen()).toEqual([false, true]);
      ends[1]?.();
    },
  );

  it('learns from the browser that another one took its place before it heard of it', async () => {
    const lock = new OneLock();
    const [first, second] = [new NotifyingTab(lock), new NotifyingTab(lock)];
    const ends = [first.start(), second.start()];
    await settled();
    expect([await first.isStillChosen(), await second.isStillChosen()]).toEqual([true, false]);

    second.focused();

    expect(first.isChosen).toBe(true);
    expect(await first.isStillChosen()).toBe(false);
    await settled();
    expect(await second.isStillChosen()).toBe(true);
    for (const end of ends) end();
  });

  it('is none where the browser refuses locks, and does not ask again', async () => {
    let requests = 0;
    const request = (async () => {
      requests++;
      throw Object.assign(new Error('refused'), { name: 'SecurityError' });
    }) as LockManager['request'];
    const tab = new NotifyingTab({ request, query: async () => ({}) });
    const end = tab.start();
    await settled();

    expect([tab.isChosen, requests]).toEqual([false, 1]);
    end();
  });

  it('is every tab without Web Locks', async () => {
    const tab = new NotifyingTab(undefined);
    const end = tab.start();
    tab.focused();
    expect([tab.isChosen, await tab.isStillChosen()]).toEqual([true, true]);
    end();
  });
});
