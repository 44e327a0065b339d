import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  ApiError,
  BeginUpload,
  MakeTemporaryAddress,
  OpenFile,
  OpenTemporaryFile,
  serviceUnavailable,
} from '@chat/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FakeUser } from '../testing/fake-users.js';
import { KeptConnection } from '../testing/kept-connection.js';
import { basic, TestGateway } from '../testing/test-gateway.js';
import { UserUploadsModule } from './user-uploads.controller.js';

const PATH = '/user_uploads/1/ab/random/report.txt';
const CONTENT = 'a report';

let gateway: TestGateway;
let listener: Server;
let ana: FakeUser;
let begun: BeginUpload[];
let opened: OpenFile[];
/** How the listener of the files service responds. */
let respond: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Receives the whole file. */
async function store(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const received = await text(request);
  response.end(JSON.stringify({ pathId: '1/ab/random/a.txt', filename: `${received.length}` }));
}

function send(request: IncomingMessage, response: ServerResponse): void {
  const { range } = request.headers;
  const body = range === undefined ? CONTENT : CONTENT.slice(0, 2);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': 'text/plain',
    'content-length': body.length,
    'content-disposition': 'attachment; filename=report.txt',
    'content-security-policy': 'sandbox',
    'cache-control': 'private, immutable',
    etag: '"v1"',
    'x-internal': 'not for clients',
  });
  response.end(request.method === 'HEAD' ? '' : body);
}

beforeAll(async () => {
  listener = createServer((request, response) => {
    Promise.resolve(respond(request, response)).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  const transfer = () => ({
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    path: '/transfers/1',
    grant: 'the-grant',
  });
  gateway = await TestGateway.start({
    features: [UserUploadsModule],
    services: {
      files: {
        [BeginUpload.pattern]: (request: BeginUpload) => {
          begun.push(request);
          if (request.fileName === 'refused') throw serviceUnavailable('files');
          return transfer();
        },
        [OpenFile.pattern]: (request: OpenFile) => {
          opened.push(request);
          if (request.pathId.endsWith('unknown')) throw new ApiError('BAD_REQUEST', 'File not found.', 404);
          if (request.reader === null) {
            throw new ApiError('BAD_REQUEST', 'You are not authorized to view this file.', 403);
          }
          return transfer();
        },
        [OpenTemporaryFile.pattern]: () => transfer(),
        [MakeTemporaryAddress.pattern]: () => ({ url: '/user_uploads/temporary/t/report.txt' }),
      },
    },
    settings: { rateLimits: { perUser: 0, perAddress: 0, picturesPerAddress: 0 }, maxFileMib: 1 },
  });
  ana = gateway.users.add();
});
afterAll(async () => {
  await gateway.close();
  listener.closeAllConnections();
  listener.close();
});
beforeEach(() => {
  begun = [];
  opened = [];
});

const formWith = (...files: [string, string | Uint8Array<ArrayBuffer>][]): FormData => {
  const form = new FormData();
  for (const [name, content] of files) form.append('any', new Blob([content], { type: 'text/plain' }), name);
  return form;
};
const upload = (form: FormData) => gateway.request('POST', '/user_uploads', { as: ana, form });
const get = (path = PATH, headers: Record<string, string> = {}, as: FakeUser | null = ana, method = 'GET') =>
  gateway.request(method, path, { prefix: '', headers, as: as ?? undefined });

describe('an upload', () => {
  beforeEach(() => {
    respond = store;
  });

  it('is streamed to the files service with its grant', async () => {
    let authorization: string | undefined;
    respond = (request, response) => {
      ({ authorization } = request.headers);
      return store(request, response);
    };

    const { status, body } = await upload(formWith(['a.txt', 'x'.repeat(500_000)]));

    expect([status, body]).toEqual([
      200,
      {
        result: 'success',
        msg: '',
        url: '/user_uploads/1/ab/random/a.txt',
        uri: '/user_uploads/1/ab/random/a.txt',
        filename: '500000',
      },
    ]);
    expect(authorization).toBe('Bearer the-grant');
    expect(begun).toMatchObject([{ fileName: 'a.txt', contentType: 'text/plain', actor: { userId: ana.userId } }]);
    expect(begun[0]?.maxBytes).toBeGreaterThan(500_000);
  });

  it.each([
    ['no file', formWith(), 'You must specify a file to upload'],
    ['two files', formWith(['a', '1'], ['b', '2']), 'You may only upload one file at a time'],
    [
      'too large a file',
      formWith(['a', Buffer.alloc(1_048_577)]),
      'Uploaded file is larger than the allowed limit of 1 MiB',
    ],
  ])('of %s is refused', async (_, form, msg) => {
    expect(await upload(form)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', msg } });
  });

  it('gets the error of the files service, also before its end', async () => {
    respond = (request, response) => {
      request.resume();
      const error = { status: 400, code: 'REALM_UPLOAD_QUOTA', msg: 'No space.', fields: {} };
      response.writeHead(400).end(JSON.stringify(error));
    };

    const { status, body } = await upload(formWith(['a', Buffer.alloc(1_000_000)]));

    expect([status, body]).toEqual([400, { result: 'error', msg: 'No space.', code: 'REALM_UPLOAD_QUOTA' }]);
  });

  it('that is refused leaves its connection to the next request', async () => {
    const connection = new KeptConnection();
    const form = new Response(formWith(['refused', Buffer.alloc(1_000_000)]));
    const headers = { authorization: basic(ana.email, ana.apiKey) };
    const sent = { ...headers, 'content-type': form.headers.get('content-type') as string };
    const body = Buffer.from(await form.arrayBuffer());

    const url = `${gateway.origin}/api/v1/user_uploads`;
    expect(await connection.statusOf(url, { method: 'POST', headers: sent, body })).toBe(503);
    expect(await connection.statusOf(gateway.origin + PATH, { method: 'HEAD', headers })).toBe(200);
    connection.close();
  });

  it('that breaks off in the files service gets a 503', async () => {
    respond = (request) => void request.socket.destroy();

    expect(await upload(formWith(['a', 'x']))).toMatchObject({ status: 503, body: { outcome: 'unknown' } });
  });

  it('that its sender ends is ended in the files service', async () => {
    const ended = new Promise<boolean>((resolve) => {
      respond = (request) => {
        request.on('error', () => {}).once('close', () => resolve(request.complete));
        request.once('data', () => socket.destroy());
        request.resume();
      };
    });
    const socket = connect(gateway.gateway.port, '127.0.0.1');
    socket.write(
      `${[
        'POST /api/v1/user_uploads HTTP/1.1',
        'Host: a',
        `Authorization: ${basic(ana.email, ana.apiKey)}`,
        'Content-Type: multipart/form-data; boundary=B',
        'Content-Length: 100000',
        '',
        '--B',
        'Content-Disposition: form-data; name="any"; filename="a.txt"',
        '',
        '',
      ].join('\r\n')}${'x'.repeat(20_000)}`,
    );

    expect(await ended).toBe(false);
  });
});

describe('a file', () => {
  beforeEach(() => {
    respond = send;
  });

  it('is streamed with the headers that are for clients', async () => {
    const { status, text: body, headers } = await get();

    expect([status, body]).toEqual([200, CONTENT]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '8',
      'content-disposition': 'attachment; filename=report.txt',
      'content-security-policy': 'sandbox',
      'cache-control': 'private, immutable',
      'x-content-type-options': 'nosniff',
      etag: '"v1"',
    });
    expect(headers.has('x-internal')).toBe(false);
    expect(opened).toMatchObject([{ pathId: '1/ab/random/report.txt', verb: 'GET', asAttachment: false }]);
  });

  it('is served in ranges, and by its headers alone', async () => {
    expect(await get(PATH, { range: 'bytes=0-1' })).toMatchObject({ status: 206, text: 'a ' });
    const head = await get(PATH, {}, ana, 'HEAD');
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([200, '', '8']);
    expect(opened.at(-1)?.verb).toBe('HEAD');
  });

  it('that the client has is not sent again', async () => {
    respond = (_, response) => void response.writeHead(304, { etag: '"v1"' }).end();

    const { status, text: body, headers } = await get(PATH, { 'if-none-match': '"v1"' });

    expect([status, body, headers.get('etag')]).toEqual([304, '', '"v1"']);
  });

  it('is stored by browsers, shown as a thumbnail and given a temporary address', async () => {
    await get('/user_uploads/download/1/ab/random/report.txt');
    await get('/user_uploads/thumbnail/1/ab/random/report.png/840x560.webp');

    expect(opened).toMatchObject([
      { pathId: '1/ab/random/report.txt', asAttachment: true, format: null },
      { pathId: '1/ab/random/report.png', asAttachment: false, format: '840x560.webp' },
    ]);
    const { body } = await gateway.request('GET', PATH, { as: ana });
    expect(body).toMatchObject({ url: '/user_uploads/temporary/t/report.txt' });
    expect((await get('/user_uploads/temporary/t/report.txt', {}, null)).text).toBe(CONTENT);
  });

  it('has an escaped name in its path, and no parent folders', async () => {
    await get('/user_uploads/1/ab/random/%D0%A2%2F..%2f%00.txt');

    expect(opened).toMatchObject([{ pathId: '1/ab/random/Т/../\0.txt' }]);
  });

  it('is a page of an error that says nothing about it', async () => {
    const unknown = await get('/user_uploads/1/ab/unknown');
    const forbidden = await gateway.request('GET', PATH, { prefix: '', query: { api_key: ana.apiKey } });

    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(unknown.text).toContain('File not found.');
    expect(forbidden.status).toBe(403);
    expect(forbidden.text).toContain('You are not authorized to view this file.');
    expect((await get(PATH, { authorization: basic(ana.email, 'wrong') }, null)).status).toBe(401);
  });

  it('is a picture of an error where a picture should stand', async () => {
    const accept = 'image/avif,image/webp,image/*,*/*;q=0.8';
    const missing = await get('/user_uploads/thumbnail/1/ab/unknown/840x560.webp', { accept });
    const forbidden = await get(PATH, { accept }, null);

    for (const [response, status] of [
      [missing, 404],
      [forbidden, 403],
    ] as const) {
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'image/png']);
      expect(response.headers.get('vary')).toContain('Accept');
      expect(response.text).toContain('PNG');
    }
    const page = await get(PATH, { accept: 'text/html,image/avif,*/*;q=0.8' }, null);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('that has no preview yet has a placeholder, for anyone', async () => {
    const { status, headers, text: body } = await get('/static/images/loading/loader-black.svg', {}, null);

    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(body).toContain('<svg');
  });

  it('is read with the session of a browser, and not with an ended one', async () => {
    const getWith = (cookie: string) => gateway.request('GET', PATH, { prefix: '', headers: { cookie } });

    expect((await getWith(gateway.users.session(ana))).status).toBe(200);
    expect(opened.at(-1)?.reader?.userId).toBe(ana.userId);
    expect((await getWith(`sessionid=${'x'.repeat(43)}`)).status).toBe(403);
  });

  it('that breaks off is not taken for a whole one', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('abc', () => response.destroy());
    };

    await expect(get()).rejects.toThrow();
  });
});
