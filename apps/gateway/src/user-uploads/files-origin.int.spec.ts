import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ApiError, MakeTemporaryAddress, OpenFile, OpenTemporaryFile } from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { basic, TestGateway } from '../testing/test-gateway.js';
import { UserUploadsModule } from './user-uploads.controller.js';

const FILES_ORIGIN = 'https://files.example.com';
const PATH = '/user_uploads/1/ab/random/report.txt';
const TEMPORARY = '/user_uploads/temporary/token/report.txt';

let gateway: TestGateway;
let listener: Server;
let ana: FakeUser;
let lent: MakeTemporaryAddress[];

beforeAll(async () => {
  process.env['FILES_URL'] = FILES_ORIGIN;
  listener = createServer((_, response) => response.end('a report')).listen(0, '127.0.0.1');
  const transfer = () => ({
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    path: '/transfers/1',
    grant: 'the-grant',
  });
  gateway = await TestGateway.start({
    features: [UserUploadsModule],
    services: {
      files: {
        [OpenFile.pattern]: transfer,
        [OpenTemporaryFile.pattern]: transfer,
        [MakeTemporaryAddress.pattern]: (wanted: MakeTemporaryAddress) => {
          lent.push(wanted);
          if (wanted.reader === null) {
            throw new ApiError('BAD_REQUEST', 'You are not authorized to view this file.', 403);
          }
          return { url: TEMPORARY };
        },
      },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 } },
  });
  ana = gateway.users.add();
});
afterAll(async () => {
  await gateway.close();
  listener.closeAllConnections();
  listener.close();
});
beforeEach(() => {
  lent = [];
});

interface Read {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Unlike `fetch`, with any `Host` header. */
const get = (path: string, headers: Record<string, string>, host = 'chat.example.com', method = 'GET') =>
  new Promise<Read>((resolve, reject) => {
    request(`${gateway.origin}${path}`, { method, headers: { ...headers, host }, agent: false }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const { location } = received;
      text(response).then((body) => resolve({ status, location, body, headers: received }), reject);
    })
      .on('error', reject)
      .end();
  });
const session = () => ({ cookie: gateway.users.session(ana) });
const credentials = () => ({ authorization: basic(ana.email, ana.apiKey) });

describe('a browser', () => {
  it.each([
    [PATH, { asAttachment: false, format: null }],
    [PATH.replace('/user_uploads/', '/user_uploads/download/'), { asAttachment: true, format: null }],
    [
      `${PATH.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`,
      { asAttachment: false, format: '840x560.webp' },
    ],
  ])('is redirected from %s to a temporary address at the other origin', async (path, wanted) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, location, headers, body } = await get(path, session(), undefined, method);

      expect([status, location, body]).toEqual([302, FILES_ORIGIN + TEMPORARY, '']);
      expect(headers['cache-control']).toBe('private, no-store');
    }
    expect(lent[0]).toMatchObject({ ...wanted, pathId: '1/ab/random/report.txt', reader: { userId: ana.userId } });
  });

  it('without access gets no address', async () => {
    const { status, location, body } = await get(PATH, {});

    expect([status, location]).toEqual([403, undefined]);
    expect(body).toContain('You are not authorized to view this file.');
  });

  it('is redirected from a temporary address, too', async () => {
    expect(await get(TEMPORARY, {})).toMatchObject({ status: 302, location: FILES_ORIGIN + TEMPORARY });
  });
});

describe('a request with an Authorization header', () => {
  it('is answered in place', async () => {
    expect(await get(PATH, credentials())).toMatchObject({ status: 200, body: 'a report', location: undefined });
    expect((await get(PATH, { authorization: basic(ana.email, 'wrong') })).status).toBe(401);
    expect((await get(TEMPORARY, credentials())).status).toBe(200);
    expect(lent).toEqual([]);
  });
});

describe.each(['files.example.com', 'FILES.example.com:8443', 'files.example.com.'])('the host %s', (host) => {
  it('serves temporary addresses', async () => {
    const { status, body, headers } = await get(TEMPORARY, {}, host);

    expect([status, body]).toEqual([200, 'a report']);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'referrer-policy': 'no-referrer' });
  });

  it('accepts neither cookies nor credentials, and serves nothing else', async () => {
    const paths = [PATH, `/api/v1${PATH}`, `/json${PATH}`];
    for (const path of paths) {
      for (const proof of [session(), credentials(), {}]) expect((await get(path, proof, host)).status).toBe(404);
    }
    expect(lent).toEqual([]);
    expect((await get(`/api/v1${PATH}`, credentials())).status).toBe(200);
  });
});
