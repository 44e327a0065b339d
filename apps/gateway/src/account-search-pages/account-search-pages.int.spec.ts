import { badRequest, FindSubdomain, GetRealm, rateLimitHit, SearchAccounts, TOO_MANY_ADDRESSES } from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PagesModule } from '../pages/pages.controller.js';
import { TestGateway } from '../testing/test-gateway.js';
import { AccountSearchPagesModule } from './account-search-pages.controller.js';

const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example' });

let refusal: Error | undefined;
const searched: SearchAccounts[] = [];
const gateway = await TestGateway.start({
  features: [PagesModule, AccountSearchPagesModule],
  settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  services: {
    'realm-settings': {
      [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }),
      [FindSubdomain.pattern]: ({ str }: FindSubdomain) => ({
        ...{ isTaken: str === 'fernwood', url: `http://${str}.chat.example` },
      }),
    },
    users: {
      [SearchAccounts.pattern]: (request: SearchAccounts) => {
        if (refusal !== undefined) throw refusal;
        searched.push(request);
        return {};
      },
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  refusal = undefined;
  searched.length = 0;
});

const token = 'c'.repeat(43);
const csrf = { cookie: `csrftoken=${token}` };
const get = (path: string) => gateway.request('GET', path, { prefix: '', headers: csrf });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = csrf) =>
  gateway.request('POST', path, { prefix: '', form: { csrfmiddlewaretoken: token, ...fields }, headers });

describe('the search for organizations', () => {
  it('is followed by 302 to the page that says to look for the mail', async () => {
    expect((await get('/accounts/find/')).text).toContain('name="emails"');

    const { status, headers } = await post('/accounts/find/', { emails: 'ana@example.com' });

    expect([status, headers.get('location')]).toEqual([302, '/accounts/find/?emails=ana%40example.com']);
    expect(searched).toMatchObject([{ emails: 'ana@example.com', clientAddress: '127.0.0.1' }]);
    expect((await get(headers.get('location') ?? '')).text).toContain('a mail to ana@example.com');
  });

  it.each([
    ['Enter a valid email address.', 'Enter a valid email address.'],
    [TOO_MANY_ADDRESSES, 'Enter at most ten addresses.'],
  ])('refused with "%s" brings the form back', async (message, shown) => {
    refusal = badRequest(message);

    const { status, text } = await post('/accounts/find/', { emails: 'x"y' });

    expect(status).toBe(400);
    expect(text).toContain(shown);
    expect(text).toContain('value="x&quot;y"');
  });

  it('beyond the limit gives 429 with the time to wait', async () => {
    refusal = rateLimitHit(61);

    const { status, headers } = await post('/accounts/find/', { emails: 'ana@example.com' });

    expect([status, headers.get('retry-after')]).toEqual([429, '61']);
  });

  it('without the CSRF token is refused', async () => {
    expect((await post('/accounts/find/', { emails: 'ana@example.com' }, {})).status).toBe(403);
    expect((await post('/accounts/go/', { subdomain: 'fernwood' }, {})).status).toBe(403);
  });
});

describe('the way to an organization', () => {
  it('leads to its sign-in', async () => {
    const page = await get('/accounts/go/');
    expect(page.text).toContain('name="subdomain"');
    expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self'[^;]* http:;/);

    const { status, headers } = await post('/accounts/go/', { subdomain: ' Fernwood ' });

    expect([status, headers.get('location')]).toEqual([302, 'http://fernwood.chat.example/login/']);
  });

  it.each(['', 'unknown', 'a.b', '-', '//evil.example', 'x'.repeat(2_000), '\0', 'é'])(
    'to %j brings the form back',
    async (subdomain) => {
      const { status, text } = await post('/accounts/go/', { subdomain });

      expect(status).toBe(400);
      expect(text).toContain('There is no such organization.');
    },
  );
});
