import {
  addAlertWords,
  allEndpoints,
  badRequest,
  ConfirmEmailChange,
  type EndpointRequest,
  fetchApiKey,
  GetRealm,
  updateOwnSettings,
  updateOwnStatus,
  updateUser,
} from '@chat/contracts';
import { realmRecord } from '@chat/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EmailConfirmationModule } from '../sign-in-pages/email-confirmation.controller.js';
import type { FakeUser } from '../testing/fake-users.js';
import { TestGateway } from '../testing/test-gateway.js';
import { UsersModule } from '../users/users.controller.js';

/* Pages for people and settings over real HTTP; the users service is played. */
let gateway: TestGateway;
let ana: FakeUser;
let admin: FakeUser;
const asked: Record<string, unknown>[] = [];
const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example' });

beforeAll(async () => {
  const note = (request: object) => {
    asked.push({ ...request });
    return {};
  };
  gateway = await TestGateway.start({
    features: [EmailConfirmationModule, UsersModule],
    endpoints: allEndpoints(),
    services: {
      'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
      users: {
        [updateOwnSettings.pattern]: note,
        [updateOwnStatus.pattern]: note,
        [updateUser.pattern]: note,
        [addAlertWords.pattern]: ({ parameters }: EndpointRequest<typeof addAlertWords>) => ({
          alert_words: parameters.alertWords,
        }),
        [fetchApiKey.pattern]: note,
        [ConfirmEmailChange.pattern]: ({ token }: ConfirmEmailChange) => {
          if (token !== 'good') throw badRequest('This link is not valid or has expired.');
          return { email: 'ana@x.example' };
        },
      },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  });
  ana = gateway.users.add();
  admin = gateway.users.add({ role: 200 });
});
afterAll(() => gateway.close());

describe('settings', () => {
  it('reach the service by their names in code, only those that were sent', async () => {
    const form = { dense_mode: 'false', color_scheme: '2', emojiset: 'text', old_password: 'a\tb', nonsense: '1' };

    const response = await gateway.request('PATCH', '/settings', { as: ana, form });

    expect(response.body).toEqual({ result: 'success', msg: '', ignored_parameters_unsupported: ['nonsense'] });
    expect(asked.at(-1)).toMatchObject({
      parameters: { denseMode: false, colorScheme: 2, emojiset: 'text', oldPassword: 'a\tb' },
    });
  });

  it.each([
    [{ dense_mode: 'yes' }, 'Argument "dense_mode" is not valid JSON.'],
    [{ dense_mode: '1' }, 'dense_mode is not a boolean'],
    [{ color_scheme: '7' }, 'Invalid color_scheme'],
    [{ default_language: 'xx' }, 'Invalid default_language'],
    [{ email_notifications_batching_period_seconds: '604801' }, 'Invalid email batching period: 604801 seconds'],
    [{ timezone: 'Mars/Base' }, 'timezone is not a recognized time zone'],
    [{ timezone: '+05:00' }, 'timezone is not a recognized time zone'],
    [{ notification_sound: 'meow' }, "Invalid notification sound 'meow'"],
    [{ email_address_visibility: '0' }, 'Invalid email_address_visibility'],
  ])('refuse %j', async (form, msg) => {
    const response = await gateway.request('PATCH', '/settings/display', { as: ana, form });
    expect(response).toMatchObject({ status: 400, body: { msg } });
  });
});

it.each([
  [{ emoji_name: 'x'.repeat(201) }, 'emoji_name is too long (limit: 200 characters)'],
  [{ emoji_name: 'car', emoji_code: 'x'.repeat(201) }, 'emoji_code is too long (limit: 200 characters)'],
  [{ emoji_name: 'car', reaction_type: 'x' }, 'Invalid emoji type.'],
])('refuses a status of %j with the name of its parameter', async (form, msg) => {
  const response = await gateway.request('POST', '/users/me/status', { as: ana, form });
  expect(response).toMatchObject({ status: 400, body: { msg } });
});

it.each([
  [['one ', '\n two'], { alert_words: ['one ', '\n two'] }],
  [['a\nb'], { msg: 'Invalid character in alert_words[0], at position 2!' }],
  [['x', 'x'.repeat(101)], { msg: 'alert_words[1] is too long (limit: 100 characters)' }],
])('accepts alert words of one line without the space around them: %j', async (words, body) => {
  const form = { alert_words: JSON.stringify(words) };
  expect((await gateway.request('POST', '/users/me/alert_words', { as: ana, form })).body).toMatchObject(body);
});

it('removes an emoji if all its fields are empty, as the mobile app sends them', async () => {
  const form = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' };

  expect(await gateway.request('POST', '/users/me/status', { as: ana, form })).toMatchObject({ status: 200 });
  expect(asked.at(-1)).toMatchObject({
    parameters: { statusText: '', emojiName: '', emojiCode: '', reactionType: '' },
  });
});

it('accepts profile values of every shape, and refuses unknown roles', async () => {
  const profile = JSON.stringify([
    { id: 1, value: 'x' },
    { id: 2, value: [3] },
    { id: 4, value: null },
  ]);

  await gateway.request('PATCH', '/users/9', { as: admin, form: { profile_data: profile, role: '300' } });
  expect(asked.at(-1)).toMatchObject({
    parameters: {
      userId: 9,
      role: 300,
      profileData: [
        { id: 1, value: 'x' },
        { id: 2, value: [3] },
        { id: 4, value: null },
      ],
    },
  });
  const refused = await gateway.request('PATCH', '/users/9', { as: admin, form: { role: '500' } });
  expect(refused).toMatchObject({ status: 400, body: { msg: 'Invalid role' } });
});

it('the service gets the address and the program of a client that signs in', async () => {
  const form = { username: 'ana', password: 'pass&word' };
  const headers = { 'user-agent': 'ZulipMobile/27.2 (iOS 17.0)' };

  expect(await gateway.request('POST', '/fetch_api_key', { form, headers })).toMatchObject({ status: 200 });
  expect(asked.at(-1)).toEqual({
    actor: null,
    parameters: form,
    clientAddress: expect.stringMatching(/127\.0\.0\.1$/),
    userAgent: headers['user-agent'],
  });
});

describe('a mailed link', () => {
  it('confirms an address, and leads to a page without a secret in its address', async () => {
    const confirmed = await fetch(`${gateway.origin}/accounts/confirm_new_email/good`, { redirect: 'manual' });

    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([302, '/accounts/email/done/']);
    expect(confirmed.headers.get('referrer-policy')).toBe('no-referrer');
    const page = await fetch(`${gateway.origin}/accounts/email/done/`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('Your address is changed');
  });

  it('shows an error on a page', async () => {
    const page = await fetch(`${gateway.origin}/accounts/confirm_new_email/bad`);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('This link is not valid or has expired.');
  });
});
