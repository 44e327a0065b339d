import { describe, expect, it } from '@jest/globals';
import { startWhole } from './start-whole.js';

describe('a start of several parts', () => {
  const stopped: string[] = [];
  const started = (name: string, ms = 0) =>
    new Promise<{ name: string; stop(): Promise<void> }>((resolve) => {
      setTimeout(resolve, ms, { name, stop: async () => void stopped.push(name) });
    });

  it('resolves with the whole and stops nothing', async () => {
    stopped.length = 0;

    const names = await startWhole(async (own) => [(await own(started('a'))).name, (await own(started('b'))).name]);

    expect([names, stopped]).toEqual([['a', 'b'], []]);
  });

  it('stops the finished and the unfinished parts if one fails, and rejects with the first error', async () => {
    stopped.length = 0;
    const start = startWhole(async (own) => {
      await own(started('finished'));
      await Promise.all([own(started('unfinished', 20)), own(Promise.reject(new Error('no space')))]);
    });

    await expect(start).rejects.toThrow('no space');
    expect(stopped).toEqual(['finished', 'unfinished']);
  });

  it('closes a part that has no stop', async () => {
    let isClosed = false;
    const part = {
      close: async () => {
        isClosed = true;
      },
    };
    const start = startWhole(async (own) => {
      await own(Promise.resolve(part));
      throw new Error('no space');
    });

    await expect(start).rejects.toThrow('no space');
    expect(isClosed).toBe(true);
  });

  it('stops the other parts if one cannot be stopped', async () => {
    stopped.length = 0;
    const stubborn = { stop: () => Promise.reject(new Error('stubborn')) };
    const start = startWhole(async (own) => {
      await own(Promise.resolve(stubborn));
      await own(started('other'));
      throw new Error('no space');
    });

    await expect(start).rejects.toThrow('no space');
    expect(stopped).toEqual(['other']);
  });
});
