import type { OpenIdProvider } from '@chat/openid-provider';
import type { RogueProvider } from '@chat/testing';
import { freePort } from '@chat/tools';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { rogueProviders, signInAtFaultyProvider } from './faulty-provider.js';
import { openIdProviderOf, signInByOpenId } from './openid-connect.js';
import { SAML_PROVIDERS, signInBySaml } from './saml.js';
import { wipedRedis } from './wiped-redis.js';
import { signInWithWrongClocks, wrongProviderClock } from './wrong-clocks.js';

let tested: SystemUnderTest;
let provider: OpenIdProvider;
let rogue: RogueProvider;

beforeAll(async () => {
  const port = await freePort();
  const openId = await openIdProviderOf(`http://127.0.0.1:${port}`);
  const faulty = await rogueProviders();
  ({ provider } = openId);
  ({ rogue } = faulty);
  const OIDC_PROVIDERS = JSON.stringify({ corp: openId.settings, ...faulty.settings });
  // The window of the reference's desktop app gets its page with the switch only.
  const env = { OIDC_PROVIDERS, SAML_PROVIDERS, CLIENT_COMPAT: 'zulip' };
  const scale = { 'identity-providers': 2, users: 2, gateway: 2 };
  tested = await startSystemUnderTest({ port, env, scale, without: ['integrations'], replicaEnv: wrongProviderClock });
}, 180_000);
afterAll(async () => {
  await tested?.discard();
  await provider?.close();
  await rogue?.close();
}, 60_000);

describe('OpenID Connect', () => signInByOpenId(() => ({ tested, provider })));
describe('faulty providers', () => signInAtFaultyProvider(() => ({ tested, rogue })));
describe('SAML', () => signInBySaml(() => tested));
describe('a wiped Redis', () => wipedRedis(() => ({ tested })));
// The last, since it leaves a wrong clock.
describe('a wrong clock', () => signInWithWrongClocks(() => ({ tested, rogue })));
