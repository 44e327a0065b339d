import {
  badRequest,
  CheckRealmCreation,
  REALM_CREATION_ERRORS as ERRORS,
  FoundRealm,
  GetRealm,
  GetSignUpForm,
  ListStreamGroupChoices,
  RequestRealm,
  rateLimitHit,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PagesModule } from '../pages/pages.controller.js';
import { SignUpPagesModule } from '../sign-up-pages/sign-up-pages.controller.js';
import { TestGateway } from '../testing/test-gateway.js';
import { RealmCreationPagesModule } from './realm-creation-pages.controller.js';

const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example' });
const NEW_URL = 'http://fernwood.chat.example';
const KEY = 'abcdefghijklmnopqrstuvwx';
const newRealm = { name: 'Fernwood', url: NEW_URL };

let isOpen = true;
let refusal: Error | undefined;
const requested: RequestRealm[] = [];
const founded: FoundRealm[] = [];
const requireAllowed = ({ key }: { key?: string }) => {
  if (key === undefined && !isOpen) throw badRequest(ERRORS.closed);
  if (key !== undefined && key !== KEY) throw badRequest('This link is not valid or has expired.');
  return {};
};
const gateway = await TestGateway.start({
  features: [PagesModule, RealmCreationPagesModule, SignUpPagesModule],
  settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  services: {
    'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
    messaging: { [ListStreamGroupChoices.pattern]: () => [{ name: 'Gardens', description: '' }] },
    users: {
      [CheckRealmCreation.pattern]: requireAllowed,
      [RequestRealm.pattern]: (request: RequestRealm) => {
        requireAllowed(request);
        if (refusal !== undefined) throw refusal;
        requested.push(request);
        return {};
      },
      [GetSignUpForm.pattern]: (request: GetSignUpForm) => {
        requireAllowed(request);
        return { email: 'nora@example.com', needsPassword: true, newRealm };
      },
      [FoundRealm.pattern]: (request: FoundRealm) => {
        requireAllowed(request);
        if (refusal !== undefined) throw refusal;
        founded.push(request);
        return { url: NEW_URL, loginToken: 't'.repeat(32) };
      },
    },
  },
});
afterAll(() => gateway.close());
beforeEach(() => {
  isOpen = true;
  refusal = undefined;
  requested.length = 0;
  founded.length = 0;
});

const token = 'c'.repeat(43);
const csrf = { cookie: `csrftoken=${token}` };
const get = (path: string) => gateway.request('GET', path, { prefix: '', headers: csrf });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = csrf) =>
  gateway.request('POST', path, { prefix: '', form: { csrfmiddlewaretoken: token, ...fields }, headers });
const wish = { email: ' nora@example.com', realm_name: 'Fernwood', realm_type: '90', realm_subdomain: 'fernwood' };
const owner = { key: KEY, full_name: 'Nora Lind', password: 'secret words' };

describe('a request for an organization', () => {
  it.each([
    ['/new/', undefined],
    [`/new/${KEY}`, KEY],
  ])('at %s is followed by 302 to the page about the mail', async (path, key) => {
    isOpen = key === undefined;
    expect((await get(path)).text).toContain('name="realm_subdomain"');

    const { status, headers } = await post(path, wish);

    expect([status, headers.get('location')]).toEqual([302, '/accounts/send_confirm/?email=nora%40example.com']);
    expect(requested).toMatchObject([{ realmName: 'Fernwood', realmType: 90, realmSubdomain: 'fernwood' }]);
    expect(requested[0]?.key).toBe(key);
  });

  it.each([
    ['Enter a valid email address.', 'Enter a valid email address.'],
    [ERRORS.takenSubdomain, 'This address is not available.'],
    [ERRORS.reservedSubdomain, 'This address is not available.'],
    [ERRORS.type, 'The server does not accept this.'],
  ])('refused with "%s" brings the form back with the typed values', async (message, shown) => {
    refusal = badRequest(message);

    const { status, text } = await post('/new/', { ...wish, realm_type: 'x' });

    expect(status).toBe(400);
    expect(text).toContain(shown);
    expect(text).toContain('value="Fernwood"');
  });

  it('beyond the limit gives 429 with the time to wait', async () => {
    refusal = rateLimitHit(61);

    const { status, headers } = await post('/new/', wish);

    expect([status, headers.get('retry-after')]).toEqual([429, '61']);
  });

  it('is refused with status 403 where organizations need a link', async () => {
    isOpen = false;

    for (const { status, text } of [await get('/new/'), await post('/new/', wish)]) {
      expect(status).toBe(403);
      expect(text).toContain('New organizations need a link');
    }
  });

  it('without the CSRF token is refused', async () => {
    for (const path of ['/new/', `/new/${KEY}`, '/realm/register/']) {
      expect((await post(path, { ...wish, ...owner }, {})).status).toBe(403);
    }
    expect([requested, founded]).toEqual([[], []]);
  });
});

describe('the mailed link', () => {
  it('has a form that may lead to the new host, and its owner continues there', async () => {
    const form = await get(`/accounts/do_confirm/${KEY}`);
    expect(form.text).toContain('action="/realm/register/"');
    expect(form.text).not.toContain('default_stream_group');
    expect(form.headers.get('content-security-policy')).toMatch(
      /form-action 'self'[^;]* http:\/\/fernwood\.chat\.example;/,
    );

    const { status, headers } = await post('/realm/register/', { ...owner, timezone: 'Europe/Berlin' });

    expect([status, headers.get('location')]).toEqual([302, `${NEW_URL}/accounts/login/subdomain/${'t'.repeat(32)}`]);
    expect(founded).toMatchObject([{ fullName: 'Nora Lind', settings: { timezone: 'Europe/Berlin' } }]);
    expect(headers.getSetCookie().filter((cookie) => cookie.startsWith('sessionid='))).toEqual([]);
  });

  it.each([
    ['The password is too weak.', 'This password is too easy to guess.'],
    [ERRORS.takenSubdomain, 'Another organization has taken this address meanwhile.'],
  ])('brings the form back after the error "%s", without the password', async (message, shown) => {
    refusal = badRequest(message);

    const { status, text } = await post('/realm/register/', owner);

    expect(status).toBe(400);
    expect(text).toContain(shown);
    expect(text).toContain('value="Nora Lind"');
    expect(text).not.toContain('secret words');
  });

  it('that does not work gives the page of all such links, 404', async () => {
    const responses = [
      await get('/new/zzz'),
      await post('/new/zzz', wish),
      await get('/accounts/do_confirm/zzz'),
      await post('/realm/register/', { ...owner, key: 'zzz' }),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });
});
