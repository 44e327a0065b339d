import { afterAll, describe, expect, it } from '@jest/globals';
import { CHUNKED, startSampleGateway } from '../testing/sample-gateway.js';

const { gateway, authorization, request, raw } = await startSampleGateway();
afterAll(() => gateway.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('parameters', () => {
  it('are the same form-encoded, as multipart and in the query', async () => {
    const fields = { type: 'stream', content: 'hällo & <all> 🙂' };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);

    const responses = await Promise.all([
      request('POST', '/messages', { form: fields }),
      request('POST', '/messages', { form: multipart }),
      request('POST', '/messages', { query: fields }),
      request('POST', '/messages', { query: { ...fields, content: 'not this' }, form: { content: fields.content } }),
    ]);

    for (const { body } of responses) expect(body).toMatchObject({ result: 'success', parameters: fields });
  });

  it.each(['PATCH', 'DELETE'])('of %s come form-encoded and from the query', async (method) => {
    const path = method === 'PATCH' ? '/settings' : '/drafts/3';
    const fields: Record<string, string> = method === 'PATCH' ? { names: '["a"]' } : { reason: 'old' };
    const expected = method === 'PATCH' ? { names: ['a'] } : { reason: 'old' };

    for (const rest of [{ form: fields }, { query: fields }]) {
      expect((await request(method, path, rest)).body).toMatchObject({ result: 'success', parameters: expected });
    }
  });

  it('of GET come from the query only', async () => {
    const { body } = await request('GET', '/messages', { query: { num_before: '3' } });

    expect(body).toMatchObject({ parameters: { numBefore: 3, clientExtavatar: true } });
  });

  it('that are missing are named in the error', async () => {
    const { status, body } = await request('POST', '/messages', { form: { type: 'stream' } });

    expect(status).toBe(400);
    expect(body).toEqual({
      result: 'error',
      msg: "Missing 'content' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    });
  });

  it.each([
    ['GET', '/messages', { num_before: 'ten' }, 'Argument "num_before" is not valid JSON.'],
    ['GET', '/messages', { num_before: '1.5' }, 'num_before is not an integer'],
    ['GET', '/messages', { client_extavatar: '1' }, 'client_extavatar is not a boolean'],
    ['PATCH', '/settings', { names: '["a",1]' }, 'names[1] is not a string'],
    ['PATCH', '/settings', { emojiset: 'other' }, 'Invalid emojiset'],
    ['DELETE', '/drafts/1', { draft: '{}' }, 'stream_id key is missing from draft'],
  ])('that are wrong are refused: %s %s %j', async (method, path, query, msg) => {
    const { status, body } = await request(method, path, { query });

    expect([status, body]).toEqual([400, { result: 'error', code: 'BAD_REQUEST', msg }]);
  });

  it('have aliases, but not two names at once', async () => {
    const fields = { type: 'stream', content: 'x' };
    const { body } = await request('POST', '/messages', { form: { ...fields, subject: 'old' } });
    expect(body).toMatchObject({ parameters: { topic: 'old' } });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');

    const both = await request('POST', '/messages', { form: { ...fields, subject: 'old', topic: 'new' } });
    expect(both.body).toMatchObject({ code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' });
  });

  it('that are unknown are listed in order and ignored, in query and body, for GET too', async () => {
    const posted = await request('POST', '/messages', {
      form: { type: 'stream', content: 'x', foo: '1', __proto__x: '2', constructor: '3' },
      query: { bar: '', foo: '2' },
    });
    const got = await request('GET', '/messages', { query: { bar: '1', num_before: '1' } });
    const hostile = await request('PATCH', '/settings', { query: JSON.parse('{"__proto__": "1"}') });

    expect(posted.body['ignored_parameters_unsupported']).toEqual(['__proto__x', 'bar', 'constructor', 'foo']);
    expect(got.body['ignored_parameters_unsupported']).toEqual(['bar']);
    expect(hostile.body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['__proto__'] });
  });

  it('may name the client program at every endpoint', async () => {
    const fields = { type: 'stream', content: 'x' };
    const { body } = await request('POST', '/messages', { form: { ...fields, client: 'Angry Cat' } });
    expect(body).toMatchObject({ clientName: 'Angry Cat' });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
  });

  it('that are repeated have the last value', async () => {
    const body = 'type=direct&content=a&type=stream&content=b';
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

    expect((await request('POST', '/messages', { body, headers })).body).toMatchObject({
      parameters: { type: 'stream', content: 'b' },
    });
  });

  it.each([
    ['a body without a type is form-encoded', 'type=stream&content=x', {}, 200],
    ['bytes that are not UTF-8', Buffer.from('type=stream&content=\xff', 'latin1'), FORM, 400],
    ['escaped bytes that are not UTF-8', 'type=stream&content=%ff', FORM, 400],
    ['a null byte', 'type=stream&content=%00', FORM, 400],
    ['a stray percent sign', 'type=stream&content=100%', FORM, 200],
    ['JSON', '{"type":"stream"}', { 'content-type': 'application/json' }, 400],
    ['broken JSON', '{"type', { 'content-type': 'application/json' }, 400],
    ['a type that is none', 'x', { 'content-type': '///' }, 400],
    ['a broken multipart body', 'x', { 'content-type': 'multipart/form-data; boundary=b' }, 400],
    ['a multipart body without boundary', 'x', { 'content-type': 'multipart/form-data' }, 400],
    ['an empty body', '', FORM, 400],
  ])('%s', async (_, text, headers, status) => {
    // fetch adds a type to strings, so the body goes as bytes.
    const response = await request('POST', '/messages', { body: Buffer.from(text), headers });

    expect(response.status).toBe(status);
    expect(response.body['result']).toBe(status === 200 ? 'success' : 'error');
    expect(typeof response.body['msg']).toBe('string');
  });

  it('that are too large in sum are 413, whether announced or not', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024, 'a');
    const announced = await request('POST', '/messages', { body, headers: FORM });
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    const unannounced = await raw(`${CHUNKED.trimEnd()}\r\nAuthorization: ${authorization}\r\n\r\n${chunk.repeat(40)}`);

    expect(announced.status).toBe(413);
    expect(announced.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect(unannounced).toMatch(/^HTTP\/1.1 413 /);
  });

  it('that are too large leave the connection usable after the client has sent all of them', async () => {
    const head = (path: string, headers: string) =>
      `POST ${path} HTTP/1.1\r\nHost: chat\r\nAuthorization: ${authorization}\r\n${headers}\r\n\r\n`;
    const tooLarge = 'a'.repeat(30 * 1024 * 1024);
    const fields = 'type=stream&content=x';
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length:';

    const responses = await raw(
      `${head('/api/v1/messages', `${form} ${tooLarge.length}`)}${tooLarge}` +
        `${head('/api/v1/messages', `Connection: close\r\n${form} ${fields.length}`)}${fields}`,
      { untilClosed: true },
    );

    expect(responses.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });
});

describe('files', () => {
  it('are an unknown parameter of endpoints that take none', async () => {
    const data = new FormData();
    data.append('title', 'x');
    data.append('file', new Blob(['hello'], { type: 'text/plain' }), 'ä".txt');
    data.append('type', 'stream');
    data.append('content', 'x');

    const { body } = await request('POST', '/messages', { form: data });

    expect(body['ignored_parameters_unsupported']).toEqual(['file', 'title']);
  });
});
