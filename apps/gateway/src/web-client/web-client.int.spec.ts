import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { FindMissingWebAssets, GetRealm, ReadWebAsset, type SharedWebAsset, StoreWebAsset } from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestGateway } from '../testing/test-gateway.js';
import { WebClientModule } from './web-client.controller.js';

const PAGE = '<!doctype html><title>Chat</title>';
const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example', defaultLanguage: 'en' });
const UNLIMITED = { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } };
const BROTLI = { 'accept-encoding': 'gzip, deflate, br' };

const folder = mkdtempSync(join(tmpdir(), 'chat-client-'));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
/** Files of all releases, in the files service. */
const stored = new Map<string, SharedWebAsset>();
const reads: string[] = [];
let gateway: TestGateway;
let cookie = '';

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.request('GET', path, { prefix: '', headers: { 'accept-encoding': 'identity', ...headers } });

const start = () =>
  TestGateway.start({
    features: [WebClientModule],
    settings: UNLIMITED,
    services: {
      'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
      files: {
        [FindMissingWebAssets.pattern]: ({ names }: FindMissingWebAssets) => ({
          missing: names.filter((name) => !stored.has(name)),
        }),
        [StoreWebAsset.pattern]: ({ name, encoding, content }: StoreWebAsset) => {
          stored.set(name, { encoding, content });
          return {};
        },
        [ReadWebAsset.pattern]: ({ name }: ReadWebAsset) => {
          reads.push(name);
          return { asset: stored.get(name) ?? null };
        },
      },
    },
  });

beforeAll(async () => {
  process.env['WEB_CLIENT_DIR'] = folder;
  mkdirSync(join(folder, 'assets'));
  gateway = await start();
  cookie = gateway.users.session(gateway.users.add());
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

it('before the build, the page names the command', async () => {
  const { status, text } = await get('/', { cookie });

  expect([status, text.includes('npm run build:web')]).toEqual([404, true]);
  for (const path of ['/assets/a-1.js', '/manifest.webmanifest', '/service-worker.js']) {
    expect((await get(path)).status).toBe(404);
  }
});

describe('the built client', () => {
  beforeAll(() => {
    write('assets/a-1.js', 'alert(1)');
    write('assets/a-1.js.gz', 'as gzip');
    write('assets/a-1.js.map', '{}');
    write('assets/text-2.woff2', 'font');
    write('assets/.hidden', 'x');
    write('index.html', PAGE);
    write('service-worker.js', 'worker');
    write('service-worker.js.br', 'worker as brotli');
    write('manifest.webmanifest', JSON.stringify({ start_url: '/', icons: [{ src: '/assets/app-0123abcd.png' }] }));
    write('index.html.br', 'as brotli');
  });

  describe('page', () => {
    it('is for browsers with a session', async () => {
      const { status, headers, text } = await get('/', { cookie });

      expect([status, headers.get('content-type'), text]).toEqual([200, 'text/html; charset=utf-8', PAGE]);
    });

    it.each([
      ['no cookie', ''],
      ['an unknown session', `sessionid=${'x'.repeat(43)}`],
    ])('leads to the sign-in with %s', async (_, sent) => {
      const { status, headers } = await get('/', { cookie: sent });

      expect([status, headers.get('location')]).toEqual([302, '/login/?next=/']);
      expect([headers.get('cache-control'), headers.get('www-authenticate')]).toEqual(['no-store', null]);
    });

    it('is checked on each load, and not sent again if it is the same', async () => {
      const { headers } = await get('/', { cookie });
      const etag = headers.get('etag') ?? '';
      const again = await get('/', { cookie, 'if-none-match': etag });
      const byProxy = await get('/', { cookie, 'if-none-match': `"other", ${etag.replace('W/', '')}` });
      const other = await get('/', { cookie, 'if-none-match': '"other"' });

      expect(headers.get('cache-control')).toBe('no-cache');
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      expect(again.headers.get('cache-control')).toBe('no-cache');
      expect([byProxy.status, other.status, other.text]).toEqual([304, 200, PAGE]);
    });

    it('has the policies of the client', async () => {
      const { headers } = await get('/', { cookie });
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
          const [name = '', ...values] = rule.split(' ');
          return [name, values.join(' ')];
        }),
      );

      expect([policy.get('default-src'), policy.get('script-src')]).toEqual(["'none'", "'self'"]);
      expect(policy.get('object-src')).toBe("'none'");
      expect([policy.get('base-uri'), policy.get('frame-ancestors')]).toEqual(["'none'", "'none'"]);
      expect([policy.get('form-action'), policy.get('connect-src')]).toEqual(["'self'", "'self'"]);
      expect(policy.get('require-trusted-types-for')).toBe("'script'");
      expect(policy.has('trusted-types')).toBe(true);
      const lax = [...policy].filter(([, values]) => values.includes('unsafe')).map(([name]) => name);
      expect(lax).toEqual(['style-src-attr']);
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('gives a browser without a CSRF cookie a new one', async () => {
      const csrf = `csrftoken=${'x'.repeat(43)}`;

      expect((await get('/', { cookie })).headers.get('set-cookie')).toMatch(/^csrftoken=[\w-]{43}; Path=\//);
      expect((await get('/', { cookie: `${cookie}; ${csrf}` })).headers.get('set-cookie')).toBeNull();
    });

    it('takes no other method', async () => {
      expect((await gateway.request('POST', '/', { prefix: '', headers: { cookie } })).status).toBe(405);
    });
  });

  describe('installed program', () => {
    it('has the name of the organization', async () => {
      const { status, headers, text } = await get('/manifest.webmanifest');

      expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8']);
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-cache', 'nosniff']);
      expect(JSON.parse(text)).toEqual({
        name: REALM.name,
        short_name: REALM.name,
        start_url: '/',
        icons: [{ src: '/assets/app-0123abcd.png' }],
      });
    });

    it('has a service worker for all paths, which is checked each time and reaches this server only', async () => {
      const { status, headers, text } = await get('/service-worker.js');
      const known = await get('/service-worker.js', { 'if-none-match': headers.get('etag') ?? '' });

      expect([status, text, headers.get('content-type')]).toEqual([200, 'worker', 'text/javascript; charset=utf-8']);
      expect([headers.get('cache-control'), headers.get('service-worker-allowed')]).toEqual(['no-cache', '/']);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect([known.status, known.text, known.headers.get('service-worker-allowed')]).toEqual([304, '', '/']);
    });

    it.each(['/manifest.webmanifest', '/service-worker.js'])('%s takes no other method', async (path) => {
      expect((await gateway.request('POST', path, { prefix: '' })).status).toBe(405);
    });
  });

  describe('assets', () => {
    it('stay in browsers for a year, and need no session', async () => {
      const { status, headers, text } = await get('/assets/a-1.js');

      expect([status, text, headers.get('content-type')]).toEqual([200, 'alert(1)', 'text/javascript; charset=utf-8']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect([headers.get('vary'), headers.get('x-content-type-options')]).toEqual(['accept-encoding', 'nosniff']);
      expect((await get('/assets/text-2.woff2')).headers.get('content-type')).toBe('font/woff2');
    });

    it('come as the build has compressed them, if the browser accepts it', async () => {
      const raw = (path: string, headers: Record<string, string>) =>
        fetch(`${gateway.origin}${path}`, { method: 'HEAD', headers: { cookie, ...headers } });
      const page = await raw('/', BROTLI);
      const script = await raw('/assets/a-1.js', BROTLI);
      const plain = await raw('/assets/a-1.js', { 'accept-encoding': 'br' });

      expect([page.headers.get('content-encoding'), page.headers.get('content-length')]).toEqual(['br', '9']);
      expect(page.headers.get('vary')).toBe('accept-encoding');
      // This file has no form in brotli.
      expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
      expect(script.headers.get('content-encoding')).toBe('gzip');
    });

    it.each(['/assets/b-1.js', '/assets/.hidden', '/assets/a-1.js.gz', '/assets/..%2Findex.html', '/assets/%00.js'])(
      '%s is not one of them',
      async (path) => {
        const { status, headers } = await get(path);

        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        expect(headers.get('cache-control')).toBe('private, no-store');
      },
    );

    it('have source maps in development only', async () => {
      expect((await get('/assets/a-1.js.map')).status).toBe(404);
      expect((await get('/assets/a-1.js')).headers.get('sourcemap')).toBeNull();
      process.env['DEVELOPMENT'] = 'true';
      const developing = await start();
      const seen = (path: string) =>
        developing.request('GET', path, { prefix: '', headers: { 'accept-encoding': 'identity' } });

      expect((await seen('/assets/a-1.js')).headers.get('sourcemap')).toBe('a-1.js.map');
      expect((await seen('/assets/a-1.js.map')).text).toBe('{}');
      await developing.close();
    });
  });
});

describe('releases side by side', () => {
  const code = 'alert("of the other release")';
  const other = { encoding: 'br' as const, content: brotliCompressSync(code).toString('base64') };

  it('a gateway shares its files at the start, each once', async () => {
    stored.clear();
    const first = await start();
    expect([...stored.keys()].sort()).toEqual(['a-1.js', 'text-2.woff2']);
    stored.set('a-1.js', other);
    const second = await start();

    expect(stored.get('a-1.js')).toBe(other);
    await first.close();
    await second.close();
  });

  it('a gateway serves the files of another release like its own, and reads them once', async () => {
    stored.set('chunk-0123abcd.js', other);
    const path = '/assets/chunk-0123abcd.js';
    const plain = await get(path);
    const compressed = await get(path, BROTLI);

    expect([plain.status, plain.text, compressed.text]).toEqual([200, code, code]);
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(reads.filter((name) => name === 'chunk-0123abcd.js')).toHaveLength(1);
  });

  it('a file of no release is 404, and no name of another form reaches the files service', async () => {
    reads.splice(0);

    expect((await get('/assets/chunk-ffffffff.js')).status).toBe(404);
    expect((await get('/assets/ch%C3%BCnk-ffffffff.js')).status).toBe(404);
    expect(reads).toEqual(['chunk-ffffffff.js']);
  });
});
