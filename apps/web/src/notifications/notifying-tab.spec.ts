import { describe, expect, it } from '@jest/globals';
import { NotifyingTab } from './notifying-tab.js';

interface Waiting {
  readonly grant: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One lock of a browser, with the rules of Web Locks. */
class OneLock {
  private holder: Waiting | undefined;
  private queue: Waiting[] = [];

  readonly request = ((_: string, { steal = false, signal }: LockOptions, grant: () => Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const entry = { grant, resolve, reject };
      signal?.addEventListener('abort', () => {
        if (!this.queue.includes(entry)) return;
        this.queue = this.queue.filter((each) => each !== entry);
        reject(new Error('aborted'));
      });
      if (steal) {
        this.holder?.reject(new Error('stolen'));
        this.hold(entry);
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
    void entry.grant().then((value) => {
      entry.resolve(value);
      if (this.holder !== entry) return;
      this.holder = undefined;
      this.next();
    });
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

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

  it('is every tab without Web Locks', () => {
    const tab = new NotifyingTab(undefined);
    const end = tab.start();
    tab.focused();
    expect(tab.isChosen).toBe(true);
    end();
  });
});
