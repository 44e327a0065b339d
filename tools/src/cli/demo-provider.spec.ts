import { ProviderBrowser } from '@chat/openid-provider';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EMAIL_DOMAIN } from '../demo/organization.js';
import { type DemoProvider, startDemoProvider } from './demo-provider.js';

let demo: DemoProvider;
beforeAll(async () => {
  demo = await startDemoProvider('http://127.0.0.1:9991/');
});
afterAll(() => demo.server.close());

const query = (redirectUri: string) =>
  new URLSearchParams({
    ...{ client_id: 'chat', response_type: 'code', scope: 'openid email profile', state: 's', nonce: 'n' },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256', redirect_uri: redirectUri },
  });

it('the provider of the launcher knows the people of the demo, and returns to the system', async () => {
  const settings = JSON.parse(demo.settings) as Record<string, { oidc_url: string; client_id: string }>;
  const address = `${demo.server.issuer}/auth?${query('http://127.0.0.1:9991/complete/oidc/demo/')}`;

  const returned = await new ProviderBrowser().signIn(address, 'jonas');

  expect(settings['demo']).toMatchObject({ oidc_url: demo.server.issuer, client_id: 'chat' });
  expect(`${returned.origin}${returned.pathname}`).toBe('http://127.0.0.1:9991/complete/oidc/demo/');
  expect(returned.searchParams.has('code')).toBe(true);
  expect(demo.person).toBe('Jonas Weber');
});

it('the provider of the launcher offers people, not bots', async () => {
  const address = `${demo.server.issuer}/auth?${query('http://127.0.0.1:9991/complete/oidc/demo/')}`;
  const toPage = await fetch(address, { redirect: 'manual' });
  const cookie = toPage.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const page = await fetch(new URL(toPage.headers.get('location') ?? '', address), { headers: { cookie } });
  const text = await page.text();

  expect(text).toContain(`jonas@${EMAIL_DOMAIN}`);
  expect(text).not.toContain('build-bot');
});
