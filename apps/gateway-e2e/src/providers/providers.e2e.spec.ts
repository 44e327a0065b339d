import type { OpenIdProvider } from '@chat/openid-provider';
import { freePort } from '@chat/tools';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type SystemUnderTest, startSystemUnderTest } from '../support/system-under-test.js';
import { openIdProviderOf, signInByOpenId } from './openid-connect.js';
import { SAML_PROVIDERS, signInBySaml } from './saml.js';

let tested: SystemUnderTest;
let provider: OpenIdProvider;

beforeAll(async () => {
  const port = await freePort();
  const openId = await openIdProviderOf(`http://127.0.0.1:${port}`);
  provider = openId.provider;
  // The window of the reference's desktop app gets its page with the switch only.
  const env = { OIDC_PROVIDERS: openId.settings, SAML_PROVIDERS, CLIENT_COMPAT: 'zulip' };
  tested = await startSystemUnderTest({ port, env, without: ['integrations'] });
}, 180_000);
afterAll(async () => {
  await tested?.discard();
  await provider?.close();
}, 60_000);

describe('OpenID Connect', () => signInByOpenId(() => ({ tested, provider })));
describe('SAML', () => signInBySaml(() => tested));
