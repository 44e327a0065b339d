import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonOf, startSampleGateway } from '../testing/sample-gateway.js';

const MIB = 1_048_576;

describe('an endpoint that streams a file', () => {
  let started: Awaited<ReturnType<typeof startSampleGateway>>;
  beforeAll(async () => {
    started = await startSampleGateway();
  });
  afterAll(() => started.gateway.close());

  const upload = (...parts: [string, string | Blob, string?][]) => {
    const form = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, fileName);
    }
    return started.request('POST', '/streamed/sea', { form });
  };
  const blob = (bytes: number) => new Blob([Buffer.alloc(bytes, 'x')]);
  const head = (...lines: string[]) =>
    [
      'POST /api/v1/streamed/sea HTTP/1.1',
      'Host: a',
      `Authorization: ${started.authorization}`,
      'Content-Type: multipart/form-data; boundary=B',
      ...lines,
      '',
      '',
    ].join('\r\n');
  const PART = '--B\r\nContent-Disposition: form-data; name="any"; filename="a.txt"\r\n\r\n';

  it('has the bytes, and parameters of the path and on both sides of the file', async () => {
    const { body } = await upload(['unknown', '1'], ['any', blob(MIB), 'a.bin'], ['title', 'Sea'], ['late', '1']);

    expect(body).toMatchObject({
      result: 'success',
      parameters: { name: 'sea', title: 'Sea' },
      field: 'any',
      fileName: 'a.bin',
      sha256: createHash('sha256').update(Buffer.alloc(MIB, 'x')).digest('hex'),
      ignored_parameters_unsupported: ['late', 'unknown'],
    });
  });

  it('reads a body without a length', async () => {
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const title = '\r\n--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nT\r\n--B--\r\n';

    const response = await started.raw(
      `${head('Transfer-Encoding: chunked', 'Connection: close')}${chunk(PART)}${chunk('abc')}${chunk(title)}0\r\n\r\n`,
    );

    expect(jsonOf(response)).toMatchObject({ result: 'success', field: 'any', parameters: { title: 'T' } });
  });

  it.each([
    ['no file', [['title', 'Sea']], 'No file.'],
    [
      'two files',
      [
        ['a', blob(1), 'a'],
        ['b', blob(1), 'b'],
      ],
      'One file only.',
    ],
    [
      'too large a file',
      [
        ['a', blob(MIB + 1), 'a'],
        ['title', 'T'],
      ],
      'Uploaded file is larger than the allowed limit of 1 MiB',
    ],
    ['a missing parameter', [['a', blob(1), 'a']], "Missing 'title' argument"],
    ['a file that the controller refuses', [['a', blob(MIB), 'unread']], 'Not read.'],
  ] as [string, [string, string | Blob, string?][], string][])('refuses %s', async (_, parts, msg) => {
    const { status, body } = await upload(...parts);

    expect([status, body]).toEqual([400, expect.objectContaining({ result: 'error', msg })]);
  });

  it('refuses a form without a file', async () => {
    expect((await started.request('POST', '/streamed/sea', { form: { title: 'T' } })).body['msg']).toBe('No file.');
  });

  it('refuses a body by its length before any of its bytes', async () => {
    const response = await started.raw(head(`Content-Length: ${2 * MIB}`));

    expect(jsonOf(response)['msg']).toBe('Uploaded file is larger than the allowed limit of 1 MiB');
  });

  it('goes on after clients that end early', async () => {
    const socket = connect(started.gateway.gateway.port, '127.0.0.1');
    await new Promise((resolve) => socket.write(`${head(`Content-Length: ${MIB}`)}${PART}abc`, resolve));
    socket.destroy();

    expect((await upload(['any', blob(1), 'a'], ['title', 'T'])).status).toBe(200);
  });
});
