import { Readable } from 'node:stream';
import { eventually, KEY_ID, type Misbehaviour, RogueProvider } from '@chat/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type JWTPayload, SignJWT } from 'jose';
import { OpenIdConnectScene } from '../testing/openid-connect-scene.js';

const SECRET = 'the secret of the client, long enough';
const SIGNED_IN = { result: 'session', sessionId: 7, lifetimeSeconds: 60 };
const INVALID = { result: 'provider_failed', reason: 'invalid' };
const UNAVAILABLE = { result: 'provider_failed', reason: 'unavailable' };

let rogue: RogueProvider;
let scene: OpenIdConnectScene;

beforeAll(async () => {
  rogue = await RogueProvider.start();
  const settings = { client_id: 'chat', secret: SECRET };
  scene = new OpenIdConnectScene({
    rogue: { ...settings, oidc_url: rogue.issuer },
    // The metadata there are those of the other issuer.
    mismatched: { ...settings, oidc_url: `${rogue.issuer}/tenant` },
    slow: { ...settings, oidc_url: `${rogue.issuer}/slow` },
    down: { ...settings, oidc_url: 'http://127.0.0.1:9' },
  });
  await scene.start();
});
beforeEach(() => {
  scene.signedIn.length = 0;
});
afterEach(() => {
  rogue.misbehaviour = {};
});
afterAll(async () => {
  await scene.stop();
  await rogue.close();
});

/** A flow up to its result, with a provider that misbehaves. */
async function signIn(misbehaviour: Misbehaviour = {}, parameters: Readonly<Record<string, string>> = {}) {
  const { address, state } = await scene.begin('rogue');
  rogue.nonce = address.searchParams.get('nonce') ?? '';
  rogue.misbehaviour = misbehaviour;
  return scene.complete('rogue', { state, code: 'code', ...parameters });
}

const now = () => Math.floor(Date.now() / 1_000);

const hmacSigned = (claims: JWTPayload, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: KEY_ID }).sign(Buffer.from(secret));

/** Whether a request is for the path; then it is taken over. */
function answers(path: string, taken: string, respond: () => void): boolean {
  if (path === taken) respond();
  return path === taken;
}

describe('tokens of a provider', () => {
  it('are accepted if everything fits', async () => {
    expect(await signIn()).toEqual(SIGNED_IN);
    expect(scene.signedIn).toEqual([
      expect.objectContaining({ subject: 'person', email: 'person@example.com', emailIsVerified: true }),
    ]);
  });

  it.each([
    ['ahead', () => ({ iat: now() + 30 })],
    ['behind', () => ({ iat: now() - 330, exp: now() - 30 })],
  ])('are accepted if the clock of the provider is 30 s %s', async (_, claims) => {
    expect(await signIn({ claims: claims() })).toEqual(SIGNED_IN);
  });

  it.each<[string, () => Readonly<Record<string, unknown>>]>([
    ['another issuer', () => ({ iss: 'https://other.example' })],
    ['no issuer', () => ({ iss: undefined })],
    ['another audience', () => ({ aud: 'other' })],
    ['no audience', () => ({ aud: undefined })],
    ['a second audience without azp', () => ({ aud: ['chat', 'other'] })],
    ['a second audience and another azp', () => ({ aud: ['chat', 'other'], azp: 'other' })],
    ['another azp for the only audience', () => ({ azp: 'other' })],
    ['another nonce', () => ({ nonce: 'other' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['a past end', () => ({ exp: now() - 120 })],
    ['no end', () => ({ exp: undefined })],
    ['an end that is a text', () => ({ exp: 'never' })],
    ['a start in the future', () => ({ iat: now() + 3_600 })],
    ['a start long ago', () => ({ iat: now() - 3_600 })],
    ['no start', () => ({ iat: undefined })],
    ['a time before which it does not count', () => ({ nbf: now() + 3_600 })],
    ['no subject', () => ({ sub: undefined })],
    ['an empty subject', () => ({ sub: '' })],
    ['a subject with a null character', () => ({ sub: 'per\u0000son' })],
    ['a subject of half a character', () => ({ sub: '\ud800' })],
    ['a subject that is no text', () => ({ sub: { $ne: '' } })],
    ['another subject than the user information', () => ({ sub: 'other' })],
  ])('are refused with %s', async (_, claims) => {
    expect(await signIn({ claims: claims() })).toEqual(INVALID);
    expect(scene.signedIn).toEqual([]);
  });

  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  it.each<[string, (claims: JWTPayload) => string | Promise<string>]>([
    ['by another key with the right key id', (claims) => rogue.foreignToken(claims)],
    ['by an unknown key id', (claims) => rogue.sign(claims, { kid: 'unknown' })],
    ['by nothing (none)', (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`],
    ['by the secret of the client (HMAC)', (claims) => hmacSigned(claims, SECRET)],
    ['by the public key as a secret (HMAC)', async (claims) => hmacSigned(claims, await rogue.publicKeyText())],
    [
      'by the right key, and changed afterwards',
      async (claims) => {
        const [header, , signature] = (await rogue.sign(claims)).split('.');
        return [header, base64({ ...claims, sub: 'admin' }), signature].join('.');
      },
    ],
    ['with an unknown critical header', (claims) => rogue.sign(claims, { crit: ['exp'], exp: 0 })],
    ['and then encrypted, in form', (claims) => `${base64({ alg: 'dir', enc: 'A256GCM' })}..${base64(claims)}.AA.AA`],
  ])('are refused if they are signed %s', async (_, idToken) => {
    expect(await signIn({ idToken })).toEqual(INVALID);
    expect(scene.signedIn).toEqual([]);
  });

  it('are refused in any other form, which is never a fault of the server', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.array(fc.base64String(), { maxLength: 6 }).map((parts) => parts.join('.')),
    );
    const header = fc.json().map((json) => `${Buffer.from(json).toString('base64url')}.e30.AA`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, header), async (idToken) => {
        expect(await signIn({ idToken: () => idToken })).toMatchObject({ result: 'provider_failed' });
      }),
      { numRuns: 40 },
    );
  });

  it('are refused with any claim of another type, or accepted without harm', async () => {
    const names = [
      'iss',
      'sub',
      'aud',
      'azp',
      'exp',
      'iat',
      'nonce',
      'auth_time',
      'email',
      'email_verified',
      'name',
      'sid',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (name, value) => {
        expect([SIGNED_IN, INVALID]).toContainEqual(
          await signIn({ claims: { [name]: value }, userInfo: { [name]: value } }),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('count for the address in the same document only', async () => {
    const otherAddress = { claims: { email: 'root@example.com' }, userInfo: { email_verified: true } };

    expect(await signIn(otherAddress)).toEqual(SIGNED_IN);
    expect(await signIn({ userInfo: { email_verified: 'true' } })).toEqual(SIGNED_IN);
    expect(scene.signedIn.map(({ email, emailIsVerified }) => [email, emailIsVerified])).toEqual([
      ['root@example.com', false],
      ['person@example.com', false],
    ]);
  });
});

describe('the return of a browser', () => {
  it('never is a fault of the server, and begins no session', async () => {
    const parameters = fc.dictionary(
      fc.constantFrom('state', 'code', 'iss', 'error'),
      fc.string({ unit: 'binary-ascii' }),
    );
    await fc.assert(
      fc.asyncProperty(parameters, async (parameters) => {
        expect(await scene.complete('rogue', parameters)).toEqual({ result: 'no_flow' });
      }),
    );
    expect(scene.signedIn).toEqual([]);
  });

  it('with another issuer does not send the code to the token endpoint', async () => {
    const before = rogue.requests.length;

    expect(await signIn({}, { iss: 'https://honest.example' })).toEqual(INVALID);
    expect(rogue.requests.slice(before)).not.toContain('/token');
  });
});

describe('a provider with faults', () => {
  it.each<[string, Misbehaviour]>([
    [
      'sends 20 MB',
      { respond: (path, response) => answers(path, '/token', () => void response.end(Buffer.alloc(20_000_000, ' '))) },
    ],
    ['sends junk', { respond: (path, response) => answers(path, '/token', () => void response.end('<html>')) }],
    ['cuts the connection', { respond: (path, response) => answers(path, '/token', () => void response.destroy()) }],
    [
      'redirects',
      {
        respond: (path, response) =>
          answers(path, '/token', () => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
      },
    ],
    [
      'responds with 500',
      { respond: (path, response) => answers(path, '/token', () => void response.writeHead(500).end()) },
    ],
    [
      'has junk as user information',
      { respond: (path, response) => answers(path, '/userinfo', () => void response.end('{')) },
    ],
  ])('that %s fails the sign-in', async (_, misbehaviour) => {
    expect(await signIn(misbehaviour)).toEqual(UNAVAILABLE);
    expect(await signIn()).toEqual(SIGNED_IN);
  });

  it('that does not respond fails the sign-in within nine seconds', async () => {
    const startedAt = performance.now();

    expect(await signIn({ respond: (path) => path === '/token' })).toEqual(UNAVAILABLE);
    expect(performance.now() - startedAt).toBeLessThan(9_000);
  });

  it.each(['/slow/.well-known/openid-configuration', '/token'])(
    'that sends 20 MB from %s cannot send most of them',
    async (path) => {
      let sentBytes = 0;
      function* blanks() {
        for (; sentBytes < 20_000_000; sentBytes += 10_000) yield Buffer.alloc(10_000, ' ');
      }
      const closed = new Promise((resolve) => {
        rogue.misbehaviour = {
          respond: (taken, response) =>
            answers(path, taken, () => Readable.from(blanks()).pipe(response.once('close', resolve))),
        };
      });

      const failed = path === '/token' ? await signIn(rogue.misbehaviour) : await scene.tryBegin('slow');
      await closed;

      expect(failed).toEqual(UNAVAILABLE);
      // Buffers of the network hold some megabytes.
      expect(sentBytes).toBeLessThan(15_000_000);
    },
  );

  it('is asked for metadata and keys once by each replica, not in each sign-in', async () => {
    const signIns = async () => {
      for (let n = 0; n < 8; n++) expect(await signIn()).toEqual(SIGNED_IN);
    };
    await signIns();
    const before = rogue.requests.length;

    await signIns();

    const requests = rogue.requests.slice(before);
    expect(requests).toEqual(Array.from({ length: 8 }, () => ['/token', '/userinfo']).flat());
  });

  it('that is down fails the start, and so does one that calls itself otherwise', async () => {
    expect(await scene.tryBegin('down')).toEqual(UNAVAILABLE);
    expect(await scene.tryBegin('mismatched')).toEqual(INVALID);
  });

  it('may rotate its keys at any time: the next sign-in loads the new ones', async () => {
    expect(await signIn()).toEqual(SIGNED_IN);
    for (const kid of ['another key id', KEY_ID]) {
      await rogue.rotateKeys(kid);
      // Just loaded keys are not loaded again at once.
      await eventually(async () => (await signIn()).result === 'session', { withinMs: 10_000 });
    }
  });

  it('gets a code once, also if its keys are loaded again for the token', async () => {
    await eventually(
      async () => {
        await rogue.rotateKeys();
        const before = rogue.requests.length;
        const { result } = await signIn();
        const requests = rogue.requests.slice(before);
        expect(requests.filter((path) => path === '/token')).toHaveLength(1);
        return result === 'session' && requests.includes('/jwks');
      },
      { withinMs: 10_000 },
    );
  });
});
