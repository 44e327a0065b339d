import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ASK_EVERY_MS, ChannelLock, type LockChannel, type LockMessage, SILENCE_MS } from './channel-lock.js';

const TAKEN_OVER_WITHIN_MS = ASK_EVERY_MS + SILENCE_MS + 200;

/** Tabs of one browser without Web Locks. */
class Browser {
  readonly leaders: string[] = [];
  readonly locks = new Map<string, ChannelLock>();
  private readonly channels = new Map<string, LockChannel>();
  /** Messages wait while the system stops a hidden tab. */
  private readonly frozen = new Map<string, LockMessage[]>();

  open(name: string): void {
    const channel: LockChannel = {
      postMessage: (message) => {
        for (const other of this.channels.keys()) if (other !== name) this.deliver(other, message);
      },
      onmessage: null,
    };
    const lock = new ChannelLock(channel, name);
    this.channels.set(name, channel);
    this.locks.set(name, lock);
    lock.hold(async (ended) => {
      this.leaders.push(name);
      ended.addEventListener('abort', () => this.leaders.splice(this.leaders.indexOf(name), 1));
    });
  }

  close(name: string): void {
    this.locks.get(name)?.release();
    this.kill(name);
  }

  kill(name: string): void {
    this.channels.delete(name);
    if (this.leaders.includes(name)) this.leaders.splice(this.leaders.indexOf(name), 1);
  }

  freeze(name: string): void {
    this.frozen.set(name, []);
  }

  thaw(name: string): void {
    const messages = this.frozen.get(name) ?? [];
    this.frozen.delete(name);
    for (const message of messages) this.deliver(name, message);
  }

  private deliver(name: string, message: LockMessage): void {
    const waiting = this.frozen.get(name);
    if (waiting === undefined) this.channels.get(name)?.onmessage?.({ data: message });
    else waiting.push(message);
  }
}

describe('the leader of tabs without Web Locks', () => {
  let browser: Browser;
  beforeEach(() => {
    jest.useFakeTimers();
    browser = new Browser();
  });
  afterEach(() => {
    for (const lock of browser.locks.values()) lock.release();
    jest.useRealTimers();
  });
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('is one of several that open at once, and stays when others come', async () => {
    for (const name of 'abcdefgh') browser.open(name);
    await pass(TAKEN_OVER_WITHIN_MS);
    const [leader] = browser.leaders;
    browser.open('z');

    await pass(10 * TAKEN_OVER_WITHIN_MS);

    expect(browser.leaders).toEqual([leader]);
  });

  it.each([
    ['closed', 300, (name: string) => browser.close(name)],
    ['killed', TAKEN_OVER_WITHIN_MS, (name: string) => browser.kill(name)],
  ])('is another one soon when it is %s', async (_, withinMs, end) => {
    for (const name of 'abc') browser.open(name);
    await pass(TAKEN_OVER_WITHIN_MS);
    const [leader = ''] = browser.leaders;

    end(leader);
    expect(browser.leaders).toEqual([]);
    await pass(withinMs);

    expect(browser.leaders).toHaveLength(1);
    expect(browser.leaders).not.toEqual([leader]);
  });

  it('is no longer the one that the system stopped, also after that wakes up', async () => {
    browser.open('z');
    await pass(TAKEN_OVER_WITHIN_MS);
    browser.open('a');
    await pass(TAKEN_OVER_WITHIN_MS);
    expect(browser.leaders).toEqual(['z']);
    browser.freeze('z');

    await pass(TAKEN_OVER_WITHIN_MS);
    expect(browser.leaders).toEqual(['z', 'a']);
    browser.thaw('z');
    await pass(TAKEN_OVER_WITHIN_MS);

    expect(browser.leaders).toEqual(['a']);
  });
});
