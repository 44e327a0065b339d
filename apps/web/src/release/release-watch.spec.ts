import { describe, expect, it } from '@jest/globals';
import { ReleaseWatch } from './release-watch.js';

const RUNTIME = '/assets/runtime-89abcdef.js';
const OWN = '/assets/start-0123abcd.js';
const NEXT = '/assets/start-ffffffff.js';
const LONG_AGO = 600_000;

/** The runtime is the same in both releases. */
const pageWith = (script: string) =>
  `<!doctype html>${[RUNTIME, script].map((path) => `<script type="module" src="${path}"></script>`).join('')}`;

/** A watch of a server with `page`, with its clock. */
function start(page: string | undefined | Error) {
  const state = { page, nowMs: 0, looks: 0, told: 0 };
  const watch = new ReleaseWatch({
    scripts: [RUNTIME, OWN],
    now: () => state.nowMs,
    readPage: async () => {
      state.looks++;
      if (state.page instanceof Error) throw state.page;
      return state.page;
    },
  });
  watch.subscribe(() => state.told++);
  const lookAfter = async (ms: number) => {
    state.nowMs += ms;
    await watch.look();
    return watch.hasOther();
  };
  return { state, lookAfter, watch };
}

describe('another release', () => {
  it('is noticed once when the page names another script', async () => {
    const { state, lookAfter } = start(pageWith(NEXT));

    expect(await lookAfter(LONG_AGO)).toBe(true);
    expect(await lookAfter(LONG_AGO)).toBe(true);
    expect([state.looks, state.told]).toEqual([1, 1]);
  });

  it.each([
    ['the page of this release', pageWith(OWN)],
    ['no page', undefined],
    ['no network', new TypeError('Failed to fetch')],
  ])('is not noticed with %s', async (_, page) => {
    const { state, lookAfter } = start(page);

    expect(await lookAfter(LONG_AGO)).toBe(false);
    state.page = pageWith(NEXT);
    expect(await lookAfter(LONG_AGO)).toBe(true);
  });

  it('is looked for at most every ten minutes', async () => {
    const { state, lookAfter } = start(pageWith(OWN));

    await lookAfter(LONG_AGO - 1);
    expect(state.looks).toBe(0);
    await lookAfter(1);
    await lookAfter(LONG_AGO - 1);
    expect(state.looks).toBe(1);
  });

  it('is looked for at once when a part of this release is gone', async () => {
    const { watch } = start(pageWith(NEXT));

    await watch.lookNow();

    expect(watch.hasOther()).toBe(true);
  });
});
