import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeptRelease, SILENT_MS } from './kept-release.js';

const HOST = 'https://chat.example';
const urlOf = (request: Request | string) => new URL(typeof request === 'string' ? request : request.url, HOST).href;

/** The caches of an origin, as the browser's. */
class MemoryCaches {
  readonly caches = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, Response>();
    this.caches.set(name, entries);
    return {
      match: async (request: Request | string) => entries.get(urlOf(request))?.clone(),
      put: async (request: Request | string, response: Response) => void entries.set(urlOf(request), response),
    };
  }
  async match(request: Request | string) {
    for (const entries of this.caches.values()) {
      const found = entries.get(urlOf(request));
      if (found !== undefined) return found.clone();
    }
    return undefined;
  }
  keys = async () => [...this.caches.keys()];
  delete = async (name: string) => this.caches.delete(name);
}

const page = (release: string) =>
  new Response(`<html><link rel="offline-files" href="/assets/offline-${release}.json"><p>${release}</p>`);
const never = new Promise<Response>(() => undefined);

let caches: MemoryCaches;
let release: KeptRelease;
/** Files that the server has. */
let served: Map<string, string>;
let fetched: string[];
beforeEach(() => {
  caches = new MemoryCaches();
  served = new Map();
  fetched = [];
  for (const name of ['one', 'two']) {
    served.set(`/assets/offline-${name}.json`, JSON.stringify(['/assets/same.js', `/assets/${name}.js`]));
    served.set(`/assets/${name}.js`, name);
  }
  served.set('/assets/same.js', 'same');
  release = new KeptRelease({
    caches: caches as unknown as CacheStorage,
    fetch: async (request) => {
      const { pathname } = new URL(urlOf(request));
      fetched.push(pathname);
      const text = served.get(pathname);
      return text === undefined ? new Response('', { status: 404 }) : new Response(text);
    },
  });
});
afterEach(() => void jest.useRealTimers());

const away = () => Promise.reject(new TypeError('no network'));
const pageText = async (fromServer: Promise<Response>) => (await release.page(fromServer)).text();

describe('the kept release', () => {
  it('is shown with all its files while the server is away or broken', async () => {
    await release.keep(page('one'));
    served.clear();

    expect(await pageText(away())).toContain('one');
    expect(await pageText(Promise.resolve(new Response('', { status: 502 })))).toContain('one');
    expect(await (await release.file(new Request(`${HOST}/assets/one.js`))).text()).toBe('one');
  });

  it('is shown when the server is silent', async () => {
    await release.keep(page('one'));
    jest.useFakeTimers();
    const shown = pageText(never);

    await jest.advanceTimersByTimeAsync(SILENT_MS);

    expect(await shown).toContain('one');
  });

  it('never stands before a page of the server, nor before its redirect to the sign-in', async () => {
    await release.keep(page('one'));

    expect(await pageText(Promise.resolve(page('two')))).toContain('two');
    expect((await release.page(Promise.resolve(Response.redirect(`${HOST}/login/`, 302)))).status).toBe(302);
  });

  it('is written again by each load, with the policies of the last page', async () => {
    await release.keep(page('one'));
    fetched = [];
    await release.keep(new Response(await page('one').text(), { headers: { 'x-policy': 'new' } }));

    expect(fetched).toEqual([]);
    expect((await release.page(away())).headers.get('x-policy')).toBe('new');
  });

  it('is replaced by the next one; only files that differ are fetched', async () => {
    await release.keep(page('one'));
    fetched = [];
    await release.keep(page('two'));

    expect(fetched).toEqual(['/assets/offline-two.json', '/assets/two.js']);
    expect(await caches.keys()).toEqual(['/assets/offline-two.json']);
    expect(await pageText(away())).toContain('two');
  });

  it('stays if a file of the next one cannot be had', async () => {
    await release.keep(page('one'));
    served.delete('/assets/two.js');
    await release.keep(page('two'));

    expect(await pageText(away())).toContain('one');
    expect(await (await release.file(new Request(`${HOST}/assets/one.js`))).text()).toBe('one');
  });

  it('is no page of another kind', async () => {
    await release.keep(new Response('<p>Sign in</p>'));
    await release.keep(new Response(await page('one').text(), { status: 404 }));

    expect(await caches.keys()).toEqual([]);
    await expect(release.page(away())).rejects.toThrow('no network');
    expect((await release.file(new Request(`${HOST}/assets/one.js`))).status).toBe(200);
  });
});
