import {
  badRequest,
  CheckInvitationLink,
  CheckPasswordReset,
  CheckRealmCreation,
  ConfirmEmailChange,
  GetRealm,
  GetSignUpForm,
  RedeemLoginToken,
} from '@chat/contracts';
import { createTestRedis, realmRecord, type TestRedis } from '@chat/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { PasswordPagesModule } from '../password-pages/password-pages.controller.js';
import { RealmCreationPagesModule } from '../realm-creation-pages/realm-creation-pages.controller.js';
import { DesktopSignInModule } from '../sign-in-pages/desktop-sign-in.controller.js';
import { EmailConfirmationModule } from '../sign-in-pages/email-confirmation.controller.js';
import { SignUpPagesModule } from '../sign-up-pages/sign-up-pages.controller.js';
import { TestGateway } from '../testing/test-gateway.js';
import { PagesModule } from './pages.controller.js';

const PER_ADDRESS = 4;
const REALM = realmRecord({ realmId: 1, url: 'http://chat.example', botDomain: 'chat.example' });
const refuse = () => {
  throw badRequest('This link is not valid or has expired.');
};
const checks = [
  ...[CheckInvitationLink, CheckPasswordReset, CheckRealmCreation, ConfirmEmailChange, GetSignUpForm, RedeemLoginToken],
];
const features = [
  ...[PagesModule, PasswordPagesModule, RealmCreationPagesModule, DesktopSignInModule, EmailConfirmationModule],
  SignUpPagesModule,
];

let redis: TestRedis;
let gateways: TestGateway[];
beforeAll(async () => {
  redis = await createTestRedis();
  const start = () =>
    TestGateway.start({
      ...{ features, redis },
      settings: {
        rateLimits: { perUser: 0, perAddress: PER_ADDRESS, picturesPerAddress: 0 },
        trustedProxies: ['127.0.0.1'],
      },
      services: {
        'realm-settings': { [GetRealm.pattern]: () => ({ sequence: 1, state: REALM }) },
        users: Object.fromEntries(checks.map(({ pattern }) => [pattern, refuse])),
      },
    });
  gateways = [await start(), await start()];
});
afterEach(async () => {
  const keys = await redis.redis.keys('rate:*');
  if (keys.length > 0) await redis.redis.del(keys);
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  await redis.close();
});

describe('guesses of secrets in links', () => {
  it.each([
    ['/accounts/password/reset/', 404],
    ['/accounts/confirm_new_email/', 404],
    ['/accounts/do_confirm/', 404],
    ['/accounts/login/subdomain/', 400],
    ['/join/', 404],
    ['/new/', 404],
  ])('are limited by address across gateways at %s', async (path, refused) => {
    const guess = async (n: number, from: string) => {
      const secret = String.fromCharCode(97 + n).repeat(24);
      const headers = { 'x-forwarded-for': from };
      return (await gateways[n % 2]?.request('GET', path + secret, { prefix: '', headers }))?.status;
    };
    const statuses: unknown[] = [];
    for (let n = 0; n <= PER_ADDRESS; n++) statuses.push(await guess(n, '9.9.9.9'));

    expect(statuses).toEqual([...Array(PER_ADDRESS).fill(refused), 429]);
    expect(await guess(0, '8.8.8.8')).toBe(refused);
  });
});
