import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  ApiError,
  ContinueResumableUpload,
  CreateResumableUpload,
  FindResumableUpload,
  fileRejected,
  fileTooLarge,
  serviceUnavailable,
  TerminateResumableUpload,
  uploadQuotaExceeded,
} from '@chat/contracts';
import { eventually } from '@chat/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { KeptConnection } from '../testing/kept-connection.js';
import { basic, TestGateway, type TestRequest } from '../testing/test-gateway.js';
import { ResumableUploadsModule } from './resumable-uploads.controller.js';

const ID = '0123456789abcdef0123456789abcdef';
const EXPIRES = { expiresAtMs: Date.UTC(2030, 0, 1) };
const EXPIRES_HEADER = 'Tue, 01 Jan 2030 00:00:00 GMT';
const BYTES = { 'content-type': 'application/offset+octet-stream' };
/** More than the buffers of its streams take. */
const LARGE = Buffer.alloc(4 * 1024 * 1024);
const FILE = { pathId: '1/ab/random/a.txt', filename: 'a.txt' };
const FILE_BODY = { url: '/user_uploads/1/ab/random/a.txt', filename: 'a.txt' };

let gateway: TestGateway;
let listener: Server;
let ana: FakeUser;
let created: CreateResumableUpload[];
let continued: ContinueResumableUpload[];
let terminated: TerminateResumableUpload[];
/** Errors of the files service. */
let continuationError: ApiError | undefined;
let creationError: ApiError | undefined;
/** How its listener responds. */
let respond: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

const json = (response: ServerResponse, body: object, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
/** Stores every byte, of an upload of 5 bytes. */
async function store(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const offset = (continued.at(-1)?.offset ?? 0) + (await text(incoming)).length;
  json(response, { offset, ...EXPIRES, file: offset === 5 ? FILE : null });
}
const refuse =
  (error: ApiError) =>
  (incoming: IncomingMessage, response: ServerResponse): void => {
    incoming.resume();
    json(response, error.toData(), error.status);
  };

beforeAll(async () => {
  listener = createServer((incoming, response) => {
    Promise.resolve(respond(incoming, response)).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  gateway = await TestGateway.start({
    features: [ResumableUploadsModule],
    services: {
      files: {
        [CreateResumableUpload.pattern]: (creation: CreateResumableUpload) => {
          if (creationError) throw creationError;
          created.push(creation);
          return { id: ID, length: creation.length, offset: 0, metadata: creation.metadata, ...EXPIRES };
        },
        [FindResumableUpload.pattern]: ({ uploadId }: FindResumableUpload) => {
          if (uploadId !== ID) throw new ApiError('BAD_REQUEST', 'No such upload', 404);
          return { id: ID, length: 5, offset: 3, metadata: 'filename YS50eHQ=', ...EXPIRES };
        },
        [ContinueResumableUpload.pattern]: (part: ContinueResumableUpload) => {
          if (continuationError) throw continuationError;
          continued.push(part);
          const { port } = listener.address() as AddressInfo;
          return { address: `http://127.0.0.1:${port}`, path: `/resumable/${ID}`, grant: 'the-grant' };
        },
        [TerminateResumableUpload.pattern]: (end: TerminateResumableUpload) => void terminated.push(end),
      },
    },
    settings: {
      rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 },
      maxFileMib: 1,
      corsOrigins: ['https://app.example.com'],
    },
  });
  ana = gateway.users.add();
});
afterAll(async () => {
  await gateway.close();
  listener.closeAllConnections();
  listener.close();
});
beforeEach(() => {
  [created, continued, terminated] = [[], [], []];
  [creationError, continuationError] = [undefined, undefined];
  respond = store;
});

const tus = (method: string, path: string, { headers, ...rest }: TestRequest = {}) =>
  gateway.request(method, `/tus${path}`, { as: ana, headers: { 'tus-resumable': '1.0.0', ...headers }, ...rest });
const create = (headers: Record<string, string>, body?: string) =>
  tus('POST', '/', { headers, ...(body !== undefined && { body }) });
const send = (offset: string, body: string, headers: Record<string, string> = {}) =>
  tus('PATCH', `/${ID}`, { headers: { ...BYTES, 'upload-offset': offset, ...headers }, body });

describe('OPTIONS of a resumable upload', () => {
  it('lists the extensions of the server, without credentials', async () => {
    for (const path of ['/api/v1/tus/', `/api/v1/tus/${ID}`]) {
      const { status, headers } = await gateway.request('OPTIONS', path, { prefix: '' });
      expect(status).toBe(204);
      expect(Object.fromEntries(headers)).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
        'tus-max-size': '1048576',
        'tus-checksum-algorithm': 'sha1,sha256,sha512,md5',
      });
    }
  });

  it('lets pages of allowed origins send and read the headers of tus', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'PATCH' };
    const { headers: allowed } = await gateway.request('OPTIONS', `/tus/${ID}`, { headers });

    expect(allowed.get('access-control-allow-methods')).toBe('DELETE, GET, HEAD, PATCH');
    expect(allowed.get('access-control-allow-headers')).toContain('upload-offset');
    expect(allowed.get('access-control-expose-headers')).toContain('location');
  });
});

describe('the creation of a resumable upload', () => {
  it('has its address and its expiry', async () => {
    const metadata = 'filename w6QudHh0,filetype dGV4dC9wbGFpbg==,name eC50eHQ=,is_empty';
    const { status, headers, text: body } = await create({ 'upload-length': '5', 'upload-metadata': metadata });

    expect([status, body, headers.get('location')]).toEqual([201, '', `/api/v1/tus/${ID}`]);
    expect([headers.get('tus-resumable'), headers.get('upload-expires')]).toEqual(['1.0.0', EXPIRES_HEADER]);
    expect(created).toMatchObject([
      { length: 5, metadata, fileName: 'ä.txt', contentType: 'text/plain', actor: { userId: ana.userId } },
    ]);
    expect(continued).toEqual([]);
  });

  it('takes name and type of the file from their older names', async () => {
    await create({ 'upload-length': '5', 'upload-metadata': 'name YS50eHQ=,type dGV4dC9wbGFpbg==' });

    expect(created).toMatchObject([{ fileName: 'a.txt', contentType: 'text/plain' }]);
  });

  it('with bytes sends them on', async () => {
    const part = await create({ ...BYTES, 'upload-length': '5' }, 'hel');
    expect([part.status, part.headers.get('upload-offset'), part.text]).toEqual([201, '3', '']);

    const whole = await create({ ...BYTES, 'upload-length': '5' }, 'hello');
    expect([whole.status, whole.headers.get('upload-offset'), whole.body]).toEqual([201, '5', FILE_BODY]);
    expect(whole.headers.get('upload-expires')).toBeNull();
    expect(continued).toMatchObject([
      { offset: 0, bytes: 3, checksum: null },
      { offset: 0, bytes: 5 },
    ]);
  });

  it('of an empty file completes it', async () => {
    respond = (_, response) => json(response, { offset: 0, ...EXPIRES, file: FILE });

    const { status, body } = await create({ 'upload-length': '0' });

    expect([status, body]).toEqual([201, FILE_BODY]);
  });

  it('with refused bytes leaves no upload', async () => {
    respond = refuse(new ApiError('BAD_REQUEST', 'The checksum of the body differs', 460));

    const { status } = await create({ ...BYTES, 'upload-length': '5', 'upload-checksum': 'sha1 eA==' }, 'hello');

    expect(status).toBe(460);
    expect(terminated).toMatchObject([{ uploadId: ID }]);
  });

  it.each([
    ['no length', {}, 411],
    ['a length that comes later', { 'upload-defer-length': '1' }, 411],
    ['a negative length', { 'upload-length': '-1' }, 422],
    ['a length that is no number', { 'upload-length': '1e3' }, 422],
    ['metadata without a key', { 'upload-length': '1', 'upload-metadata': ',' }, 422],
    ['metadata that are not Base64', { 'upload-length': '1', 'upload-metadata': 'filename !' }, 422],
    ['metadata with a key twice', { 'upload-length': '1', 'upload-metadata': 'a eA==,a eA==' }, 422],
    ['metadata that are not UTF-8', { 'upload-length': '1', 'upload-metadata': 'filename /w==' }, 422],
    ['long metadata', { 'upload-length': '1', 'upload-metadata': `filename ${'a'.repeat(8_000)}` }, 422],
  ])('is refused with %s', async (_, headers, expected) => {
    const { status, body } = await create(headers as Record<string, string>);

    expect([status, typeof body['message']]).toEqual([expected, 'string']);
    expect(created).toEqual([]);
  });

  it('is 413 for a file over the limit or the quota, which web apps do not repeat', async () => {
    for (const error of [fileTooLarge(1), uploadQuotaExceeded()]) {
      creationError = error;
      const { status, body } = await create({ 'upload-length': '99999999999999999999' });
      expect([status, body['message'], body['msg']]).toEqual([413, error.message, error.message]);
    }
  });
});

describe('HEAD of a resumable upload', () => {
  it('has offset, length, metadata and expiry', async () => {
    const { status, headers } = await tus('HEAD', `/${ID}`);

    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'upload-offset': '3',
      'upload-length': '5',
      'upload-metadata': 'filename YS50eHQ=',
      'upload-expires': EXPIRES_HEADER,
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
    });
  });

  it('is 404 for an unknown upload with any id', async () => {
    for (const id of ['f'.repeat(32), '..%2f..%2fetc', '%00', '%0d%0aset-cookie:x', 'x'.repeat(900)]) {
      const { status, headers } = await tus('HEAD', `/${id}`);
      expect([status, headers.get('set-cookie')]).toEqual([404, null]);
    }
  });
});

describe('PATCH of a resumable upload', () => {
  it('has the new offset, and with the last bytes the file', async () => {
    const part = await send('0', 'hel');
    expect([part.status, part.headers.get('upload-offset'), part.text]).toEqual([204, '3', '']);
    expect(part.headers.get('upload-expires')).toBe(EXPIRES_HEADER);

    const last = await send('3', 'lo', { 'upload-checksum': 'sha1 eA==' });
    expect([last.status, last.headers.get('upload-offset'), last.body]).toEqual([200, '5', FILE_BODY]);
    expect(continued[1]).toMatchObject({ uploadId: ID, bytes: 2, checksum: { algorithm: 'sha1', digest: 'eA==' } });
  });

  it('may be a POST for clients behind proxies that know few methods', async () => {
    const headers = { ...BYTES, 'x-http-method-override': 'PATCH', 'upload-offset': '0' };

    expect((await tus('POST', `/${ID}`, { headers, body: 'hel' })).status).toBe(204);
    expect((await tus('POST', `/${ID}`, { headers: { 'x-http-method-override': 'PUT' } })).status).toBe(405);
    expect(continued).toHaveLength(1);
  });

  it.each([
    ['another offset', 409],
    ['too many bytes', 413],
    ['an upload in use', 423],
    ['another checksum', 460],
  ])('passes the status of %s on, though bytes are on their way', async (_, expected) => {
    respond = refuse(new ApiError('BAD_REQUEST', 'No.', expected));

    const { status, body } = await send('0', 'x'.repeat(3_000_000));

    expect([status, body['message']]).toEqual([expected, 'No.']);
  });

  it('is never 400 for a refused file, which web apps would repeat', async () => {
    for (const error of [fileRejected('Infected.'), fileTooLarge(1)]) {
      respond = refuse(error);
      expect((await send('0', 'hello')).status).toBe(422);
    }
  });

  it.each([
    ['no offset', { 'upload-offset': '' }, 409],
    ['a negative offset', { 'upload-offset': '-1' }, 409],
    ['a huge offset', { 'upload-offset': '9'.repeat(30) }, 409],
    ['another content type', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'multipart/form-data; boundary=B' }, 415],
    ['an unknown checksum', { 'upload-checksum': 'crc32 eA==' }, 400],
    ['a malformed checksum', { 'upload-checksum': 'sha1' }, 400],
    ['another version', { 'tus-resumable': '0.2.2' }, 412],
    ['no version', { 'tus-resumable': '' }, 412],
  ])('is refused with %s, before the files service hears of it', async (_, headers, expected) => {
    const { status, body, headers: sent } = await send('0', 'hello', headers as Record<string, string>);

    expect([status, typeof body['message']]).toEqual([expected, 'string']);
    expect([sent.get('tus-resumable'), sent.get('tus-version')]).toEqual(['1.0.0', '1.0.0']);
    expect(continued).toEqual([]);
  });

  it.each<[string, string, () => void]>([
    ['by the service', '0', () => (continuationError = serviceUnavailable('files'))],
    ['by the receiver of its bytes', '0', () => (respond = refuse(new ApiError('BAD_REQUEST', 'No.', 409)))],
    ['with a broken transfer', '0', () => (respond = (incoming) => void incoming.socket.destroy())],
    ['by the gateway', 'x', () => {}],
  ])('that is refused %s leaves its connection to the next request', async (_, offset, refused) => {
    refused();
    const connection = new KeptConnection();
    const url = `${gateway.origin}/api/v1/tus/${ID}`;
    const known = { authorization: basic(ana.email, ana.apiKey), 'tus-resumable': '1.0.0' };
    const headers = { ...known, ...BYTES, 'upload-offset': offset };

    const status = await connection.statusOf(url, { method: 'PATCH', headers, body: LARGE });
    expect(status).toBeGreaterThanOrEqual(409);
    expect(await connection.statusOf(url, { method: 'HEAD', headers: known })).toBe(200);
    connection.close();
  });

  it('ends the transfer to the files service when its client goes away', async () => {
    let hasBegun = false;
    let ended: string | undefined;
    respond = (incoming) => {
      hasBegun = true;
      incoming.on('error', () => {});
      incoming.on('close', () => {
        ended = incoming.readableEnded ? 'complete' : 'broken';
      });
      incoming.resume();
    };
    const { authorization } = { authorization: basic(ana.email, ana.apiKey) };
    const headers = { ...BYTES, authorization, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-length': '5' };
    const client = request(`${gateway.origin}/api/v1/tus/${ID}`, { method: 'PATCH', headers });
    client.on('error', () => {});
    client.write('hel');
    await eventually(async () => hasBegun, { what: 'the transfer to begin' });

    client.destroy();

    await eventually(async () => ended === 'broken', { withinMs: 2_000, what: 'the transfer to end' });
  });
});

describe('resumable uploads of a person', () => {
  it('count among the uploads at a time', async () => {
    const busy = gateway.users.add();
    await gateway.holdUploads(busy);

    for (const [method, path, headers] of [
      ['POST', '/', { 'upload-length': '5' }],
      ['PATCH', `/${ID}`, { ...BYTES, 'upload-offset': '0' }],
    ] as const) {
      const { status, body } = await tus(method, path, { as: busy, headers });
      expect([status, body['code'], typeof body['message']]).toEqual([429, 'RATE_LIMIT_HIT', 'string']);
    }
    expect((await tus('HEAD', `/${ID}`, { as: busy })).status).toBe(200);
    expect([created, continued]).toEqual([[], []]);
  });
});

describe('DELETE of a resumable upload', () => {
  it('removes it', async () => {
    const { status, headers } = await tus('DELETE', `/${ID}`);

    expect([status, headers.get('tus-resumable')]).toEqual([204, '1.0.0']);
    expect(terminated).toMatchObject([{ uploadId: ID, actor: { userId: ana.userId } }]);
  });
});

describe('the caller of a resumable upload', () => {
  const asked = (headers: Record<string, string>, method = 'POST') =>
    gateway.request(method, method === 'POST' ? '/tus' : `/tus/${ID}`, {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', ...headers },
    });

  it('without credentials or with wrong ones is unauthenticated', async () => {
    for (const headers of [{}, { authorization: basic('x@example.com', 'x') }, { cookie: 'sessionid=x' }]) {
      const { status, body, headers: sent } = await asked(headers as Record<string, string>);
      expect([status, body['message']]).toEqual([401, 'Unauthenticated upload']);
      expect(sent.get('tus-resumable')).toBe('1.0.0');
    }
    // A browser would show a dialog.
    expect((await asked({ cookie: 'sessionid=x' })).headers.get('www-authenticate')).toBe('Session realm="api"');
  });

  it('may be a browser with the CSRF token', async () => {
    const session = gateway.users.session(ana);
    const csrf = 'c'.repeat(43);
    const cookie = `${session}; csrftoken=${csrf}`;

    expect((await asked({ cookie: session })).status).toBe(403);
    expect((await asked({ cookie, 'x-csrftoken': 'd'.repeat(43) })).status).toBe(403);
    expect((await asked({ cookie, 'x-csrftoken': csrf, origin: 'https://evil.example.com' })).status).toBe(403);
    expect(created).toEqual([]);
    expect((await asked({ cookie, 'x-csrftoken': csrf })).status).toBe(201);
    expect((await asked({ cookie: session }, 'HEAD')).status).toBe(200);
    expect((await asked({ cookie: session }, 'DELETE')).status).toBe(403);
    expect((await asked({ cookie, 'x-csrftoken': csrf }, 'DELETE')).status).toBe(204);
  });
});
