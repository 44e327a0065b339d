import { serviceUnavailable } from '@chat/contracts';
import { RogueProvider } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JWTPayload } from 'jose';
import { OpenIdConnectScene } from '../testing/openid-connect-scene.js';

const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const NOT_VALID = 'The logout token is not valid.';

let provider: RogueProvider;
let scene: OpenIdConnectScene;
let tokens = 0;

beforeAll(async () => {
  provider = await RogueProvider.start();
  const settings = { oidc_url: provider.issuer, client_id: 'chat', secret: 'secret' };
  scene = new OpenIdConnectScene({ corp: settings, sales: { ...settings, limit_to_subdomains: ['sales'] } });
  await scene.start();
});
beforeEach(() => {
  scene.ended.length = 0;
  scene.endFailure = undefined;
});
afterAll(async () => {
  await scene.stop();
  await provider.close();
});

const now = () => Math.floor(Date.now() / 1_000);

/** Claims of a valid token; `undefined` removes one. */
const claims = (changes: Readonly<Record<string, unknown>> = {}): JWTPayload => {
  const valid = {
    iss: provider.issuer,
    aud: 'chat',
    iat: now(),
    exp: now() + 120,
    jti: `token ${++tokens}`,
    sub: 'ana',
    events: EVENT,
  };
  return Object.fromEntries(Object.entries({ ...valid, ...changes }).filter(([, value]) => value !== undefined));
};

describe('a logout token', () => {
  it('ends the sessions of the person in every realm', async () => {
    expect(
      await scene.logOut('corp', await provider.sign(claims({ sid: 'session 1' }), { typ: 'logout+jwt' })),
    ).toEqual({});

    expect(scene.ended).toEqual([
      { realmId: 1, provider: 'oidc:corp', subject: 'ana', providerSessionId: 'session 1' },
      { realmId: 2, provider: 'oidc:corp', subject: 'ana', providerSessionId: 'session 1' },
    ]);
  });

  it('may name the session of the provider only, and concerns the realms of the provider only', async () => {
    await scene.logOut('sales', await provider.sign(claims({ sub: undefined, sid: 'session 2' })));

    expect(scene.ended).toEqual([{ realmId: 2, provider: 'oidc:sales', providerSessionId: 'session 2' }]);
  });

  it('works once, also of sixteen simultaneous requests', async () => {
    const token = await provider.sign(claims());

    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => scene.logOut('corp', token)));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(scene.logOut('corp', token)).rejects.toThrow('The logout token was used before.');
  });

  it('works again if the sessions could not be ended', async () => {
    const token = await provider.sign(claims());
    scene.endFailure = serviceUnavailable('users');
    await expect(scene.logOut('corp', token)).rejects.toMatchObject({ status: 503 });
    scene.endFailure = undefined;

    expect(await scene.logOut('corp', token)).toEqual({});
  });

  it.each<[string, () => Readonly<Record<string, unknown>>]>([
    ['another issuer', () => ({ iss: 'https://other.example' })],
    ['another audience', () => ({ aud: 'other' })],
    ['no audience', () => ({ aud: undefined })],
    ['no time', () => ({ iat: undefined })],
    ['a time long ago', () => ({ iat: now() - 3_600, exp: undefined })],
    ['a past end', () => ({ exp: now() - 120 })],
    ['no id', () => ({ jti: undefined })],
    ['no event', () => ({ events: undefined })],
    ['another event', () => ({ events: { 'https://example.com/other': {} } })],
    ['an event that is no object', () => ({ events: { ...EVENT, [Object.keys(EVENT)[0] as string]: null } })],
    ['a nonce, as an ID token has', () => ({ nonce: 'nonce' })],
    ['no person', () => ({ sub: undefined })],
    ['a person that is no text', () => ({ sub: 7 })],
    ['a null character', () => ({ sub: 'a\u0000' })],
  ])('is refused with %s', async (_, changes) => {
    await expect(scene.logOut('corp', await provider.sign(claims(changes())))).rejects.toThrow(NOT_VALID);
    expect(scene.ended).toEqual([]);
  });

  it('is refused if it is signed by another key, by nothing, or is of another type', async () => {
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.`;
    const bad = [await provider.foreignToken(claims()), unsigned, await provider.sign(claims(), { typ: 'at+jwt' })];

    for (const token of bad) await expect(scene.logOut('corp', token)).rejects.toThrow(NOT_VALID);
    expect(scene.ended).toEqual([]);
  });

  it('is refused in any other form, which is never a fault of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: 'binary-ascii' })), async (token) => {
        await expect(scene.logOut('corp', token)).rejects.toMatchObject({ status: 400 });
      }),
      { numRuns: 50 },
    );
  });
});
